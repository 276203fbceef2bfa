-- Second factors: passkeys, authenticator apps, mailed codes, recovery codes, and their reset.

alter table account
  add column factor_policy_since timestamptz,
  add column factor_offer_dismissed_at timestamptz,
  add column email_factor_since timestamptz;
comment on column account.factor_policy_since is
  'First sign-in under a policy that requires a second factor. The grace period starts here.';
comment on column account.factor_offer_dismissed_at is 'When the user dismissed the offer to set up a second factor.';
comment on column account.email_factor_since is 'Null: codes by mail are not set up as a second factor.';

create table passkey (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  account_id bigint not null references account on delete cascade,
  brand text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
comment on table passkey is 'signon: Passkeys of an account. A passkey belongs to the host name of one brand.';
comment on column passkey.removed_at is 'It no longer works. A report "This was not me" can restore it for a while.';
create index passkey_account on passkey (account_id);
create index passkey_removed on passkey (removed_at) where removed_at is not null;

create table authenticator_key (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  last_used_at timestamptz,
  sealed_by text,
  removed_at timestamptz
);
comment on table authenticator_key is
  'signon: Secrets of authenticator apps (TOTP): per account one in use and one being set up.';
comment on column authenticator_key.removed_at is 'As in passkey.';
comment on column authenticator_key.sealed is 'The secret, encrypted under a key derived from the secret key.';
comment on column authenticator_key.last_step is 'Last time step that was accepted: a code works once.';
comment on column authenticator_key.sealed_by is 'Fingerprint of the secret key it was encrypted under; null where not recorded.';
create unique index authenticator_key_confirmed on authenticator_key (account_id)
  where confirmed_at is not null and removed_at is null;
create unique index authenticator_key_offered on authenticator_key (account_id) where confirmed_at is null;
create index authenticator_key_removed on authenticator_key (removed_at) where removed_at is not null;

create table recovery_code (
  account_id bigint not null references account on delete cascade,
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  hashed_by text,
  removed_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table recovery_code is 'signon: One-time codes for a user who lost the other factors.';
comment on column recovery_code.hashed_by is 'Fingerprint of the secret key it was hashed with; null where not recorded.';
comment on column recovery_code.removed_at is 'As in passkey.';
create index recovery_code_removed on recovery_code (removed_at) where removed_at is not null;

create table email_code (
  account_id bigint primary key references account on delete cascade,
  session_hash bytea not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0
);
comment on table email_code is 'signon: The code last mailed to an account as its second factor, valid in one session.';

create table factor_tally (
  account_id bigint not null references account on delete cascade,
  kind text not null,
  failed_at timestamptz[] not null default '{}',
  notified_at timestamptz,
  primary key (account_id, kind)
);
comment on table factor_tally is
  'signon: Attempts at second factors that failed or are being checked. Each followed a correct password.';
comment on column factor_tally.notified_at is 'When the owner was last notified.';

create unlogged table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('SIGN_IN', 'PROVE', 'ADD')),
  session_hash bytea,
  brand text not null,
  expires_at timestamptz not null
);
comment on table passkey_challenge is 'signon: Passkey challenges that were issued and not answered yet.';
comment on column passkey_challenge.session_hash is 'Null: for a visitor who is signing in.';
create index passkey_challenge_expiry on passkey_challenge (expires_at);

create table factor_reset (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  requested_by bigint references account on delete set null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  due_at timestamptz,
  stopped_at timestamptz,
  done_at timestamptz
);
comment on table factor_reset is
  'signon: Resets of all second factors of an account: an administrator or staff asks, the owner confirms by mail, a day later it is done.';
comment on column factor_reset.requested_by is 'Null: by command.';
create unique index factor_reset_open on factor_reset (account_id) where stopped_at is null and done_at is null;
create index factor_reset_due on factor_reset (due_at) where stopped_at is null and done_at is null;
