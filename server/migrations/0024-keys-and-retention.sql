-- Signed audit seals, the secret key and its rotation, legal holds, erasure; sent mail without its links.

comment on table audit_event is 'platform: The audit trail. Rows are only ever added.';
comment on table audit_seal is
  'platform: The hash chain over batches of audit events. Written by a job, so that no transaction waits for another.';
comment on column audit_seal.row_hashes is 'One hash for each event, so that a changed one can be named.';
comment on table audit_unsealed is
  'platform: Audit events without a seal. Written in the transaction of the event, so that late commits are not missed.';
comment on table mail_message is 'platform: Mail: queued, sent and failed.';
comment on column mail_message.claimed_until is 'While one process sends it, no other one picks it up.';
comment on column mail_message.gave_up_at is 'When sending failed permanently.';
comment on column mail_message.by_stranger is 'A visitor who is not signed in chose the address: limited per day.';
comment on table flood_counter is
  'platform: Rate limits, in fixed windows. Unlogged: a crash of the database may lose them.';
comment on function refuse_audit_change is 'platform: Rejects any change to the audit trail.';
comment on function await_audit_seal is 'platform: Adds a new audit event to audit_unsealed.';

alter table audit_seal
  add column signature bytea,
  add column signed_by text;
comment on column audit_seal.signed_by is 'Fingerprint of the secret key it was signed with; null where not recorded.';
-- The proof that every event is covered looks up seals by a range of events.
create index audit_seal_rows on audit_seal using gist (int8range(first_id, last_id, '[]'));

create table audit_signing (
  only_one boolean primary key default true check (only_one),
  unsigned_through bigint not null
);
comment on table audit_signing is
  'platform: One row: the last seal made before seals were signed. Release 0.1.0 does not sign, and the check on audit_seal rejects its seals; its events wait for a release that signs.';
insert into audit_signing (unsigned_through) select coalesce(max(seq), 0) from audit_seal;
create trigger audit_signing_fixed before insert or update or delete or truncate on audit_signing
  for each statement execute function refuse_audit_change();
do $$ begin
  execute format('alter table audit_seal add constraint audit_seal_signed check (signature is not null or seq <= %s)',
    (select unsigned_through from audit_signing));
end $$;

create table secret_key (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  since timestamptz not null,
  rotating_to text,
  rotation_began_at timestamptz
);
comment on table secret_key is
  'platform: One row: the secret key that the keyed hashes of this database were made with. The server refuses to start with another one.';
comment on column secret_key.rotating_to is 'Fingerprint of the next key while a rotation is in progress.';

create table retired_key (
  fingerprint text primary key,
  seal_key bytea not null,
  last_seal bigint not null,
  retired_at timestamptz not null
);
comment on table retired_key is
  'platform: Retired secret keys, to verify the audit seals that were signed with them.';
comment on column retired_key.seal_key is
  'The signing key and the number of its last seal, encrypted under the current secret key.';

alter table network_provider
  add column tin_hashed_by text,
  add column ssn_hashed_by text;
comment on column network_provider.tin_hashed_by is 'Fingerprint of the secret key tin_hash was made with; null where not recorded.';
comment on column network_provider.ssn_hashed_by is 'Fingerprint of the secret key ssn_hash was made with; null where not recorded.';

create table legal_hold (
  id bigint generated always as identity primary key,
  account_id bigint references account,
  npi text collate "C",
  reference text,
  reason text not null,
  set_at timestamptz not null,
  set_by text not null,
  released_at timestamptz,
  released_by text,
  check (num_nonnulls(account_id, npi, reference) = 1)
);
comment on table legal_hold is
  'platform: Records that must not be deleted: those of an account, of an NPI with all its requests, or of one request.';

-- 0.1.0 kept the links of mail it had sent.
update mail_message
set body = regexp_replace(body, '([?&][A-Za-z]+=)[A-Za-z0-9_-]{22,}', '\1[removed]', 'g')
where sent_at is not null or gave_up_at is not null;
