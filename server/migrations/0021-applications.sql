-- Sign-on for other applications of the plan, by OpenID Connect. With the figures of the console page 'Applications'.

create table hub_client (
  client_id text primary key,
  name text not null,
  brand text not null,
  redirect_uris text[] not null,
  logout_uri text,
  post_logout_uris text[] not null,
  tile_uri text,
  tile_permission text,
  logo bytea,
  kinds text[] not null,
  scopes text[] not null,
  permissions text[] not null,
  asks_consent boolean not null,
  allows_empty_access boolean not null,
  subject_salt bytea not null,
  secret_hash bytea,
  jwks jsonb,
  retired_secret_hash bytea,
  retired_secret_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  last_used_at timestamptz,
  version integer not null default 1,
  check ((secret_hash is null) <> (jwks is null))
);
create index hub_client_tile on hub_client (brand, name, client_id) where tile_uri is not null and disabled_at is null;
comment on table hub_client is 'sign-on-hub: Applications that users can sign in to with their portal account.';
comment on column hub_client.logout_uri is 'Receives back-channel logouts.';
comment on column hub_client.post_logout_uris is 'Pages that a person can return to after signing out.';
comment on column hub_client.tile_uri is 'Page that the tile on Home opens. Null: no tile.';
comment on column hub_client.tile_permission is 'Only people with this permission see the tile. Null: everybody of its kinds.';
comment on column hub_client.logo is 'PNG, at most 64 kB and 512 x 512 pixels.';
comment on column hub_client.jwks is 'Public keys of a client that signs assertions instead of having a secret.';
comment on column hub_client.subject_salt is 'Makes the subject of a person differ between clients.';
comment on column hub_client.retired_secret_hash is 'The secret before the last rotation, accepted until retired_secret_until.';
comment on column hub_client.version is 'Counts changes. A change names the version that it was based on.';

create table hub_record (
  model text not null,
  id_hash bytea not null,
  account_id bigint references account on delete cascade,
  client_id text references hub_client on delete cascade,
  grant_hash bytea,
  uid_hash bytea,
  session_hash bytea,
  payload bytea not null,
  written_at timestamptz not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
comment on table hub_record is
  'sign-on-hub: Sessions, interactions, codes, tokens and grants of the OpenID library. Ids are keyed hashes, payloads encrypted.';
comment on column hub_record.uid_hash is 'Of the library session that the record belongs to.';
comment on column hub_record.session_hash is 'The portal session that a library session belongs to (account_session.id_hash).';
create index hub_record_account on hub_record (account_id);
create index hub_record_grant on hub_record (grant_hash);
create index hub_record_uid on hub_record (uid_hash);
create index hub_record_session on hub_record (session_hash);
create index hub_record_client on hub_record (client_id);
create index hub_record_expiry on hub_record (expires_at);

create table hub_key (
  id text primary key,
  purpose text not null check (purpose in ('sign', 'records')),
  sealed bytea not null,
  sealed_by text not null,
  created_at timestamptz not null
);
comment on table hub_key is
  'sign-on-hub: Keys that sign ID tokens, and the key of hub_record. Encrypted under the secret key.';
comment on column hub_key.sealed_by is 'Fingerprint of the secret key that encrypts it.';
create unique index hub_key_records on hub_key (purpose) where purpose = 'records';

create table hub_consent (
  account_id bigint not null references account on delete cascade,
  client_id text not null references hub_client on delete cascade,
  scopes text[] not null,
  given_at timestamptz not null,
  primary key (account_id, client_id)
);
comment on table hub_consent is 'sign-on-hub: What a person allowed an application to see.';
create index hub_consent_client on hub_consent (client_id);

create table hub_logout (
  id bigint generated always as identity primary key,
  client_id text not null references hub_client on delete cascade,
  account_id bigint not null references account on delete cascade,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  claimed_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  gave_up_at timestamptz,
  error text
);
comment on table hub_logout is 'sign-on-hub: Back-channel logouts: queued, sent and failed.';
create index hub_logout_due on hub_logout (due_at) where sent_at is null and gave_up_at is null;
create index hub_logout_over on hub_logout (coalesce(sent_at, gave_up_at));
create index hub_logout_account on hub_logout (account_id);
create index hub_logout_client on hub_logout (client_id);
create index hub_logout_failed on hub_logout (client_id, queued_at) where error is not null;

create table hub_sign_in (
  client_id text not null references hub_client on delete cascade,
  day date not null,
  count integer not null,
  primary key (client_id, day)
);
comment on table hub_sign_in is 'sign-on-hub: Sign-ins to an application per day (UTC).';
create index hub_sign_in_day on hub_sign_in (day);

create table hub_failure (
  client_id text not null references hub_client on delete cascade,
  minute timestamptz not null,
  reason text not null,
  count integer not null,
  primary key (client_id, minute, reason)
);
comment on table hub_failure is
  'sign-on-hub: The last failed sign-ins to an application. Equal failures of a minute are one row.';
create index hub_failure_minute on hub_failure (minute);
