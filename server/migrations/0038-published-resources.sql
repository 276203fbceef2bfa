-- The directory as it is published: FHIR resources, written whenever the data behind them changes.

create table published_resource (
  type text collate "C" not null,
  id text collate "C" not null,
  resource json not null,
  hash bytea not null,
  last_updated timestamptz not null,
  networks text[] not null,
  source_kind text not null check (source_kind in ('NPI', 'LOCATION', 'GROUP', 'ORGANIZATION', 'PLAN')),
  source_id text collate "C" not null,
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
create index published_resource_source on published_resource (source_kind, source_id);
create index published_resource_updated on published_resource (type, last_updated, id);

create index suppressed_provider_at on suppressed_provider (suppressed_at);
