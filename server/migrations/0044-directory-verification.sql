-- Verification of directory data by offices: repeatable posts, drafts and reminders.

alter table verification add column request_key text;
alter table verification add column request_hash bytea;
alter table verification add column result jsonb;
comment on column verification.request_key is
  'Made by the browser for each attempt to verify, so that the same post after a time-out returns the stored result.';
comment on column verification.request_hash is 'Hash of that post. The same key with another content is refused.';
create unique index verification_request on verification (account_id, request_key);

create table verification_draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  scope_kind text not null,
  scope_id text not null,
  items jsonb not null,
  saved_at timestamptz not null,
  unique (account_id, scope_kind, scope_id)
);
comment on table verification_draft is
  'provider-directory: What a person has confirmed and changed, but not sent yet. Ends with the verification or the access.';
create index verification_draft_saved on verification_draft (saved_at);

create table verification_reminder (
  account_id bigint not null references account,
  stage smallint not null,
  due_on date not null,
  sent_at timestamptz not null,
  primary key (account_id, stage)
);
comment on table verification_reminder is
  'provider-directory: The last reminder of each stage that a person got about directory data that is due.';
comment on column verification_reminder.stage is 'Days before the due date.';
comment on column verification_reminder.due_on is 'The earliest due date when the reminder was sent.';

create index practice_change_of_practice on practice_change (practice_id)
  where state = 'WAITING' and practice_id is not null;
create index practice_change_of_location on practice_change (location_id)
  where state = 'WAITING' and location_id is not null;
create index practice_change_verification on practice_change (verification_id) where verification_id is not null;
