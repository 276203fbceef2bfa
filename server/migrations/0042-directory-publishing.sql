-- The directory as files: which sets were published.

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

create index practice_ends on practice (ends_on) where ends_on is not null;
