-- Signing in: accounts, limits on guessing, known browsers, how a session was authenticated, second factors, and plan
-- staff who sign in through the plan's directory.

alter table account
  add column previous_sign_in_at timestamptz,
  add column owner_check_since timestamptz,
  add column factor_policy_since timestamptz,
  add column factor_offer_dismissed_at timestamptz,
  add column email_factor_since timestamptz,
  add column staff_role text check (staff_role in ('ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR', 'SUPPORT')),
  add column staff_role_since timestamptz,
  add column invited_by bigint references account on delete set null,
  add column uses_shortcuts boolean not null default true,
  add column erased_at timestamptz,
  add column missing_since timestamptz,
  add column missing_notice_at timestamptz,
  add column directory_issuer text,
  add column directory_subject text,
  add constraint account_directory_check check ((directory_issuer is null) = (directory_subject is null));
comment on column account.previous_sign_in_at is 'The sign-in before the last one: the home page shows what changed since.';
comment on column account.owner_check_since is
  'A report "This was not me" waits for plan staff: no link to set a password is mailed until they confirm the owner.';
comment on column account.factor_policy_since is
  'First sign-in under a policy that requires a second factor. The grace period starts here.';
comment on column account.factor_offer_dismissed_at is 'When the user dismissed the offer to set up a second factor.';
comment on column account.email_factor_since is 'Null: codes by mail are not set up as a second factor.';
comment on column account.staff_role is 'Of internal accounts. Null: the account can do nothing until it gets a role.';
comment on column account.staff_role_since is 'When the role was last changed; null: since the account was activated.';
comment on column account.invited_by is 'The administrator who invited a member of staff; null: by command.';
comment on column account.uses_shortcuts is 'The console reacts to single keys. A setting of the user.';
comment on column account.erased_at is 'When the personal data of the account was erased.';
comment on column account.missing_since is
  'When a snapshot of members without this one suspended the account. A return within 30 days restores it.';
comment on column account.missing_notice_at is 'When the owner is due to be notified of that. Null once notified.';
comment on column account.directory_issuer is 'The directory that signs this member of staff in.';
comment on column account.directory_subject is 'The person there (the claim sub). Set once, by the invitation.';
create index account_owner_check on account (owner_check_since, id) where owner_check_since is not null;
create index account_missing on account (missing_since) where missing_since is not null;
create unique index account_directory on account (directory_issuer, directory_subject)
  where directory_subject is not null;
-- Staff of 0.1.0 keep all their rights.
update account set staff_role = 'ADMINISTRATOR' where kind = 'internal';

comment on table account is 'access: People who can sign in: providers and their staff, members, staff of the plan.';
comment on column account.username_key is 'The user name in the form that must be unique.';
comment on table account_session is 'platform: Sessions of signed-in users.';
comment on table security_answer is 'access: Security questions of an account; the answers are hashed.';

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
  add column proved_by text not null default 'PASSWORD' check (proved_by in
    ('PASSWORD', 'PASSKEY', 'DEVICE_PASSKEY', 'APP', 'EMAIL', 'RECOVERY', 'DIRECTORY', 'DIRECTORY_MFA')),
  add column proved_at timestamptz,
  add column proof_used_at timestamptz,
  add column factor_due text check (factor_due in ('PROVE', 'SET_UP')),
  add column directory_sid_hash bytea,
  add column by_door boolean not null default false;
comment on column account_session.proved_at is 'Null: at created_at.';
comment on column account_session.proof_used_at is 'When a call last relied on the proof, which renews it.';
comment on column account_session.factor_due is 'The session opens nothing until this is done.';
comment on column account_session.directory_sid_hash is 'Hash of the directory’s session id (the claim sid). Its logout ends this session.';
comment on column account_session.by_door is 'Opened by the command staff open-door: an emergency session with fewer rights.';
create index account_session_directory on account_session (directory_sid_hash)
  where directory_sid_hash is not null and ended_at is null;

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

create table directory_logout (
  jti_hash bytea primary key,
  received_at timestamptz not null
);
comment on table directory_logout is 'staff-sign-in: Logout tokens that were accepted, so that none works twice.';
create index directory_logout_received on directory_logout (received_at);
