-- Signing in: limits on guessing, known browsers, and how a session was authenticated.

create table sign_in_tally (
  key bytea primary key,
  failed_at timestamptz[] not null default '{}',
  touched_at timestamptz not null,
  notified_at timestamptz
);
comment on table sign_in_tally is
  'signon: Sign-in attempts that failed or are being checked, per user name, or per user name in a browser of its owner.';
comment on column sign_in_tally.key is 'A keyed hash: people type passwords into the user name field.';
comment on column sign_in_tally.notified_at is 'When the owner was last notified.';
create index sign_in_tally_touched on sign_in_tally (touched_at);

create table account_device (
  id_hash bytea not null,
  account_id bigint not null references account on delete cascade,
  expires_at timestamptz not null,
  public_id text unique,
  user_agent text,
  trusted_until timestamptz,
  primary key (id_hash, account_id)
);
comment on table account_device is
  'signon: Browsers an account has signed in with, by the hash of their cookie. People who share a browser share its cookie.';
comment on column account_device.trusted_until is 'The owner trusts this browser: no second factor is asked for here.';
create index account_device_expiry on account_device (expires_at);
create index account_device_account on account_device (account_id);

alter table account_session
  add column proved_by text not null default 'PASSWORD'
    check (proved_by in ('PASSWORD', 'PASSKEY', 'APP', 'EMAIL', 'RECOVERY')),
  add column proved_at timestamptz,
  add column proof_used_at timestamptz,
  add column factor_due text check (factor_due in ('PROVE', 'SET_UP'));
comment on column account_session.proved_at is 'Null: at created_at.';
comment on column account_session.proof_used_at is 'When a call last relied on the proof, which renews it.';
comment on column account_session.factor_due is 'The session opens nothing until this is done.';

alter table account add column previous_sign_in_at timestamptz;
comment on column account.previous_sign_in_at is 'The sign-in before the last one: the home page shows what changed since.';

alter table account add column owner_check_since timestamptz;
create index account_owner_check on account (owner_check_since, id) where owner_check_since is not null;
comment on column account.owner_check_since is
  'A report "This was not me" waits for plan staff: no link to set a password is mailed until they confirm the owner.';

create table former_account_value (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('EMAIL', 'QUESTIONS', 'EMAIL_FACTOR')),
  value jsonb not null,
  replaced_at timestamptz not null
);
comment on table former_account_value is
  'signon: Replaced email addresses, security questions and email-code factors, for as long as a report "This was not me" can restore them.';
comment on column former_account_value.value is
  'EMAIL: the address. QUESTIONS: questions with the hashes of their answers. EMAIL_FACTOR: since when, or null.';
create index former_account_value_account on former_account_value (account_id, kind, replaced_at);
create index former_account_value_age on former_account_value (replaced_at);
