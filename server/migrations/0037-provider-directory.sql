-- The provider directory: where providers practice, as the plan loads it and offices verify it, and what may be
-- published.

create table health_plan (
  plan_id text collate "C" primary key,
  name text not null,
  product text,
  network_id text collate "C" not null,
  network_name text,
  changed_at timestamptz not null,
  left_at timestamptz
);
comment on table health_plan is 'provider-directory: The plan''s products, each with its network, from the file plans.';
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
create index practice_verified on practice ((coalesce(verified_at, loaded_at))) where left_at is null and published;

create table verification (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  scope_kind text not null,
  scope_id text not null,
  source text not null check (source in ('PAGE', 'FILE')),
  verified_at timestamptz not null
);
comment on table verification is 'provider-directory: Receipts: who verified directory data of a scope, and when.';
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
  cohort_id integer
);
comment on table practice_change is 'provider-directory: Changes that offices ask for, and what became of them.';
comment on column practice_change.due_at is 'The end of the second business day after the report.';
comment on column practice_change.is_automatic is 'True if a rule of the plan accepted the change.';
comment on column practice_change.disputed_at is 'When somebody who answers for the provider said that an accepted change is wrong.';
create index practice_change_waiting on practice_change (id) where state = 'WAITING';
create index practice_change_decided on practice_change (decided_at, id) where state <> 'WAITING';
create index practice_change_npi on practice_change (npi, id);
create index practice_change_account on practice_change (account_id, id);
create index practice_change_cohort on practice_change (cohort_id, decided_at desc, id)
  where decided_at is not null and cohort_id is not null;

create table suppressed_provider (
  npi text collate "C" primary key,
  reason text not null,
  suppressed_by bigint not null references account,
  suppressed_at timestamptz not null
);
comment on table suppressed_provider is 'provider-directory: Providers that plan staff withhold from the published directory.';
