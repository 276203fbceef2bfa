-- Spreadsheets of offices: which column of a scope's file holds what.

create table roster_file_heading (
  id bigint generated always as identity primary key,
  scope_kind text not null,
  scope_id text not null,
  headings jsonb not null,
  used_at timestamptz not null,
  unique (scope_kind, scope_id)
);
comment on table roster_file_heading is
  'provider-directory: Headings of the last spreadsheet that verified a scope, and what their columns hold.';
comment on column roster_file_heading.used_at is 'When a file was last uploaded with these headings.';
create index roster_file_heading_used on roster_file_heading (used_at);
