-- The provider directory: where providers practice, what offices verify and change, and what is published and attested.

create table health_plan (
  plan_id text collate "C" primary key,
  name text not null,
  product text,
  network_id text collate "C" not null,
  network_name text,
  changed_at timestamptz not null,
  left_at timestamptz
);
comment on table health_plan is 'plan-data: The plan''s products, each with its network, from the file plans.';
create index health_plan_network on health_plan (network_id);

create table practice_location (
  location_id text collate "C" primary key,
  name text,
  address_1 text,
  address_2 text,
  city text,
  state text,
  zip text,
  phone text,
  fax text,
  hours text,
  accessibility text,
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  file_values jsonb,
  version integer not null default 1,
  changed_at timestamptz not null,
  left_at timestamptz
);
comment on table practice_location is 'provider-directory: Locations where providers practice: accepted values only.';
comment on column practice_location.file_values is
  'The values of the last file. A file changes a value only if it differs from these, so that an accepted change of an office stays until the plan''s own value changes. Null for a location that an office added.';
comment on column practice_location.version is 'Counts changes. A verification or a change names the version that it was based on.';
create index practice_location_zip on practice_location (zip);
create index practice_location_place on practice_location (latitude, longitude) where left_at is null;
create index practice_location_zip_area on practice_location ((left(zip, 5)) collate "C") where left_at is null;

create table practice (
  id bigint generated always as identity primary key,
  npi text collate "C" not null,
  location_id text collate "C" not null references practice_location,
  group_id text collate "C",
  network_id text collate "C",
  specialty text,
  accepting_new_patients text check (accepting_new_patients in ('Y', 'N', 'EXISTING', 'FAMILY')),
  telehealth boolean,
  languages text[] not null default '{}',
  published boolean not null default true,
  ends_on date,
  file_values jsonb,
  version integer not null default 1,
  loaded_at timestamptz not null,
  changed_at timestamptz not null,
  verified_at timestamptz,
  verified_by bigint references account,
  left_at timestamptz,
  unique nulls not distinct (npi, location_id, group_id, network_id)
);
comment on table practice is
  'provider-directory: A provider at a location, in a group and a network: accepted values only. What members and /fhir show.';
comment on column practice.specialty is 'Taxonomy codes of the national code set, separated by semicolons.';
comment on column practice.languages is 'Codes of ISO 639 (BCP 47), sorted.';
comment on column practice.ends_on is 'The first day on which the provider no longer practices here, as the office says.';
comment on column practice.file_values is 'The values of the last file, as in practice_location. Null for a row that an office added.';
comment on column practice.left_at is 'Set when a snapshot of the file no longer has the row.';
create index practice_location_id on practice (location_id);
create index practice_group on practice (group_id) where group_id is not null;
create index practice_network on practice (network_id) where network_id is not null;
create index practice_ends on practice (ends_on) where ends_on is not null;
create index practice_specialties on practice using gin (string_to_array(specialty, ';'))
  where left_at is null and published;
create index practice_verified on practice ((coalesce(verified_at, loaded_at))) where left_at is null and published;

create table verification (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  scope_kind text not null,
  scope_id text not null,
  source text not null check (source in ('PAGE', 'FILE')),
  verified_at timestamptz not null,
  request_key text,
  request_hash bytea,
  result jsonb
);
comment on table verification is 'provider-directory: Receipts: who verified directory data of a scope, and when.';
comment on column verification.request_key is
  'Made by the browser for each attempt to verify, so that the same post after a time-out returns the stored result.';
comment on column verification.request_hash is 'Hash of that post. The same key with another content is refused.';
create unique index verification_request on verification (account_id, request_key);
create index verification_account on verification (account_id, id);
create index verification_scope on verification (scope_kind, scope_id, id);

create table verified_practice (
  verification_id bigint not null references verification on delete cascade,
  practice_id bigint not null references practice on delete cascade,
  npi text collate "C" not null,
  shown jsonb not null,
  primary key (verification_id, practice_id)
);
comment on table verified_practice is 'provider-directory: What each verified row said at that moment.';
create index verified_practice_practice on verified_practice (practice_id, verification_id);

create table practice_change (
  id bigint generated always as identity primary key,
  npi text collate "C" not null,
  practice_id bigint references practice on delete cascade,
  location_id text collate "C" references practice_location on delete cascade,
  field text not null,
  value_before jsonb,
  value_after jsonb,
  source text not null check (source in ('PAGE', 'FILE', 'REPORT')),
  scope_kind text,
  scope_id text,
  verification_id bigint references verification on delete set null,
  account_id bigint not null references account,
  reported_at timestamptz not null,
  due_at timestamptz not null,
  state text not null check (state in ('WAITING', 'ACCEPTED', 'RETURNED')),
  is_automatic boolean not null default false,
  taken_by bigint references account,
  taken_at timestamptz,
  decided_by bigint references account,
  decided_at timestamptz,
  answer text,
  disputed_by bigint references account,
  disputed_at timestamptz,
  cohort_id integer,
  dispute_note text,
  disputed_email text
);
comment on table practice_change is 'provider-directory: Changes that offices ask for, and what became of them.';
comment on column practice_change.due_at is 'The end of the second business day after the report.';
comment on column practice_change.is_automatic is 'True if a rule of the plan accepted the change.';
comment on column practice_change.disputed_at is
  'When a recipient of the daily summary said that an accepted change is wrong. It waits for staff again.';
comment on column practice_change.disputed_by is 'The SAA who said so.';
comment on column practice_change.disputed_email is 'The address on file from which it was said, without an account.';
-- An equal change that is sent again while the first one waits is one change. A report in words belongs to its author.
-- A disputed change waits again beside an equal new one.
create unique index practice_change_once on practice_change (
  coalesce('location ' || location_id, 'practice ' || practice_id::text, 'provider ' || npi),
  field, md5(value_after::text), (case when field = 'other' then account_id end)
) nulls not distinct where state = 'WAITING' and disputed_at is null;
create index practice_change_waiting on practice_change (due_at, id) where state = 'WAITING';
create index practice_change_automatic on practice_change (decided_at, id) where state <> 'WAITING' and is_automatic;
create index practice_change_taken on practice_change (taken_by) where state = 'WAITING' and taken_by is not null;
create index practice_change_open on practice_change (npi) where state = 'WAITING';
create index practice_change_location on practice_change (location_id) where location_id is not null;
create index practice_change_decided on practice_change (decided_at, id) where state <> 'WAITING';
create index practice_change_npi on practice_change (npi, id);
create index practice_change_account on practice_change (account_id, id);
create index practice_change_of_practice on practice_change (practice_id)
  where state = 'WAITING' and practice_id is not null;
create index practice_change_of_location on practice_change (location_id)
  where state = 'WAITING' and location_id is not null;
create index practice_change_verification on practice_change (verification_id) where verification_id is not null;
-- The news of an office: what staff decided, not what a rule accepted.
create index practice_change_cohort on practice_change (cohort_id, decided_at desc, id)
  where decided_at is not null and cohort_id is not null and not is_automatic;

create table suppressed_provider (
  npi text collate "C" primary key,
  reason text not null,
  suppressed_by bigint not null references account,
  suppressed_at timestamptz not null
);
comment on table suppressed_provider is 'provider-directory: Providers that plan staff withhold from the published directory.';
create index suppressed_provider_at on suppressed_provider (suppressed_at);

-- Reports in words (roster_change) become changes.
create function practice_change_of_report(r roster_change) returns void language sql as $$
  insert into practice_change (npi, field, value_after, source, account_id, reported_at, due_at, state, decided_by,
    decided_at, answer)
  select r.npi, 'other', jsonb_build_object('kind', r.kind, 'details', r.details), 'REPORT', r.account_id, r.reported_at,
    ((select d.day from (
        select (r.reported_at at time zone 'America/New_York')::date + n as day from generate_series(1, 6) n) d
      where extract(isodow from d.day) < 6 order by d.day offset 1 limit 1) + time '23:59:59.999')
      at time zone 'America/New_York',
    case when r.answered_at is null then 'WAITING' else 'ACCEPTED' end, r.answered_by, r.answered_at, r.answer
  on conflict do nothing;
$$;
comment on function practice_change_of_report is 'provider-directory: Moves a report in words into the queue of changes.';

-- The table stays empty for one release: a process of the previous one may still run and write to it.
select practice_change_of_report(r) from roster_change r order by r.id;
delete from roster_change;
create function move_report() returns trigger language plpgsql as $$
  begin
    perform practice_change_of_report(new);
    return null;
  end $$;
comment on function move_report is 'provider-directory: Moves a report that the previous release writes into the queue.';
create trigger move_report before insert on roster_change for each row execute function move_report();
comment on table roster_change is
  'provider-directory: Empty. The previous release writes here during a rolling restart, and a trigger moves it.';

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

-- What is published, as FHIR resources and as files, and the values by which /fhir finds it.
create table published_resource (
  type text collate "C" not null,
  id text collate "C" not null,
  resource json not null,
  hash bytea not null,
  last_updated timestamptz not null,
  networks text[] not null,
  source_kind text not null check (source_kind in ('NPI', 'LOCATION', 'GROUP', 'ORGANIZATION', 'PLAN')),
  source_id text collate "C" not null,
  search_form text collate "C",
  primary key (type, id)
);
comment on table published_resource is
  'provider-directory: The published directory: every resource of the files and of /fhir. Only refreshPublished writes it.';
comment on column published_resource.resource is 'json, not jsonb: the files contain it to the letter.';
comment on column published_resource.hash is 'SHA-256 of the resource without meta.lastUpdated. A refresh writes only what changed.';
comment on column published_resource.last_updated is 'When the content last changed, never when it was published.';
comment on column published_resource.networks is 'Ids of the networks whose Bundle contains the resource.';
comment on column published_resource.source_kind is
  'With source_id: the provider, location, group, organization or plan whose refresh writes and deletes the resource.';
comment on column published_resource.search_form is
  'Hash of the search parameters by which published_value was written. A refresh writes the values again if it differs.';
create index published_resource_source on published_resource (source_kind, source_id);
create index published_resource_updated on published_resource (type, last_updated, id);

create table published_value (
  type text collate "C" not null,
  id text collate "C" not null,
  parameter text collate "C" not null,
  value text collate "C" not null,
  primary key (type, parameter, value, id)
);
comment on table published_value is
  'provider-directory: Search values of published_resource, by the guide''s search parameters. The refresh writes both.';
comment on column published_value.parameter is
  'The parameter''s name. With :exact, :contains, :text or :ofType, the form for that modifier.';
comment on column published_value.value is
  'Every search is an equality or a prefix: a normalized text, a reference such as Location/1, a token as code|system or |system.';
create index published_value_resource on published_value (type, id, parameter, value);

create table directory_publication (
  id bigint generated always as identity primary key,
  published_at timestamptz not null,
  manifest_sha256 text not null,
  file_count integer not null,
  resource_count integer not null,
  bytes bigint not null
);
comment on table directory_publication is
  'provider-directory: Completed publications of the directory as files. A row is written once crawlers see the set.';
comment on column directory_publication.manifest_sha256 is 'SHA-256 of index.json, in hex: what an attestation names.';
comment on column directory_publication.resource_count is 'Resources in the NDJSON files. Bundles repeat them.';
comment on column directory_publication.bytes is 'Size of all files of the set, compressed.';

create function miles_between(
  latitude_1 double precision, longitude_1 double precision, latitude_2 double precision, longitude_2 double precision
) returns double precision language sql immutable parallel safe as $$
  select 2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(latitude_2 - latitude_1) / 2), 2)
    + cos(radians(latitude_1)) * cos(radians(latitude_2)) * power(sin(radians(longitude_2 - longitude_1) / 2), 2))))
$$;
comment on function miles_between is
  'provider-directory: Distance along a great circle (haversine) between two points in degrees.';

-- Daily mail about accepted changes.
create table change_summary (
  id bigint generated always as identity primary key,
  day date not null,
  recipient text not null,
  account_id bigint references account,
  email text not null,
  sent_at timestamptz not null,
  unique (recipient, day)
);
comment on table change_summary is
  'provider-directory: Daily mail with the accepted changes, to an SAA or an address on file: at most one a day.';
comment on column change_summary.recipient is 'The account, or the address in lower case.';
create index change_summary_sent on change_summary (sent_at);

create table change_summary_entry (
  summary_id bigint not null references change_summary on delete cascade,
  change_id bigint not null references practice_change on delete cascade,
  primary key (summary_id, change_id)
);
comment on table change_summary_entry is 'provider-directory: The changes that a daily mail listed.';
create index change_summary_entry_change on change_summary_entry (change_id);

alter table link add column summary_id bigint references change_summary on delete cascade;
create index link_summary on link (summary_id) where summary_id is not null;

-- Readiness for the attestation.
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
