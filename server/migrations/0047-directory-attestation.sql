-- Readiness of the provider directory for its attestation: daily figures, findings, samples, attestations.

create table directory_day (
  day date primary key,
  checked_at timestamptz not null,
  published_rows integer not null,
  verified_rows integer not null,
  providers integer not null,
  findings jsonb not null,
  recheck_asked_at timestamptz
);
comment on table directory_day is
  'provider-directory: Figures of the published directory, one row a day. A job writes them with the findings.';
comment on column directory_day.day is 'A day in the plan''s time zone.';
comment on column directory_day.verified_rows is 'Published rows that were verified within the days that count as current.';
comment on column directory_day.findings is 'The number of findings of each kind.';
comment on column directory_day.recheck_asked_at is 'When staff asked to check again. The check clears it.';

create table directory_finding (
  kind text collate "C" not null,
  subject text collate "C" not null,
  npi text collate "C",
  location_id text collate "C",
  name text not null,
  place text not null,
  phone text not null,
  entries integer not null,
  since date,
  others text not null,
  search_text text not null,
  primary key (kind, subject)
);
comment on table directory_finding is
  'provider-directory: What the newest check found missing, overdue or doubtful. Each check replaces all rows.';
comment on column directory_finding.subject is 'What was found: an NPI, the id of a practice or of a location, or several of them.';
comment on column directory_finding.name is 'The provider''s or the location''s name, by which lists are sorted.';
comment on column directory_finding.entries is 'How many published rows, or locations, the finding is about.';
comment on column directory_finding.others is 'Ids of the groups or locations that are the same.';
comment on column directory_finding.search_text is 'Lowercase words that a search matches, with a space before each.';
create index directory_finding_order on directory_finding (kind, name, subject);
create index directory_finding_search on directory_finding using gin (search_text gin_trgm_ops);

create table directory_sample (
  id bigint generated always as identity primary key,
  seed text collate "C" not null,
  size integer not null check (size > 0),
  day date not null,
  frame_size integer not null,
  frame_sha256 text not null,
  frame bytea not null,
  drawn_at timestamptz not null,
  drawn_by bigint not null references account,
  finished_at timestamptz,
  finished_by bigint references account,
  reached integer,
  correct integer
);
comment on table directory_sample is
  'provider-directory: Random samples of published rows, which staff check by phone.';
comment on column directory_sample.frame is
  'The rows that could be drawn, as gzip of lines ''practice id,NPI'' in the order of the ids, so that the draw can be repeated.';
comment on column directory_sample.frame_sha256 is 'SHA-256 of the lines, in hex.';
comment on column directory_sample.correct is 'Rows that were reached with every field correct, counted when the sample was finished.';

create table sampled_practice (
  sample_id bigint not null references directory_sample on delete cascade,
  position integer not null,
  practice_id bigint not null,
  npi text collate "C" not null,
  shown jsonb not null,
  outcome text check (outcome in ('REACHED', 'NOT_REACHED')),
  wrong_fields text[] not null default '{}',
  note text not null default '',
  version integer not null default 0,
  entered_at timestamptz,
  entered_by bigint references account,
  primary key (sample_id, position),
  check (outcome is not null or wrong_fields = '{}'),
  check (outcome is distinct from 'NOT_REACHED' or wrong_fields = '{}')
);
comment on table sampled_practice is 'provider-directory: The rows of a sample and what the calls found.';
comment on column sampled_practice.position is 'The order in which rows were drawn, from 1.';
comment on column sampled_practice.shown is 'What the directory said when the row was drawn.';
comment on column sampled_practice.version is 'Counts saves. A save names the version that it was based on.';

create table directory_attestation (
  id bigint generated always as identity primary key,
  withdraws bigint unique references directory_attestation,
  officer_name text,
  officer_title text,
  attested_on date,
  manifest_sha256 text,
  published_at timestamptz,
  statement text,
  reason text,
  recorded_at timestamptz not null,
  recorded_by bigint not null references account,
  check (case when withdraws is null
    then num_nulls(officer_name, officer_title, attested_on, manifest_sha256, published_at, statement) = 0 and reason is null
    else num_nonnulls(officer_name, officer_title, attested_on, manifest_sha256, published_at, statement) = 0
      and reason is not null end)
);
comment on table directory_attestation is
  'provider-directory: Attestations of the published directory, and their withdrawals. Rows are never changed or deleted.';
comment on column directory_attestation.manifest_sha256 is 'Of the publication that was current when the attestation was recorded.';
comment on column directory_attestation.withdraws is 'Set on a withdrawal: the attestation that no longer holds.';

create function refuse_attestation_change() returns trigger language plpgsql as $$
  begin
    raise exception 'Attestations are only added.';
  end $$;
comment on function refuse_attestation_change is 'provider-directory: Attestations and withdrawals stay as they were recorded.';
create trigger directory_attestation_fixed before update or delete on directory_attestation
  for each row execute function refuse_attestation_change();
