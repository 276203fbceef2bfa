-- Plan staff who sign in through the plan's directory, and the emergency sign-in for when it is away.

alter table account
  add column directory_issuer text,
  add column directory_subject text,
  add constraint account_directory_check check ((directory_issuer is null) = (directory_subject is null));
comment on column account.directory_issuer is 'The directory that signs this member of staff in.';
comment on column account.directory_subject is 'The person there (the claim sub). Set once, by the invitation.';
create unique index account_directory on account (directory_issuer, directory_subject)
  where directory_subject is not null;

alter table account_session
  drop constraint account_session_proved_by_check,
  add constraint account_session_proved_by_check check (proved_by in
    ('PASSWORD', 'PASSKEY', 'DEVICE_PASSKEY', 'APP', 'EMAIL', 'RECOVERY', 'DIRECTORY', 'DIRECTORY_MFA')),
  add column directory_sid_hash bytea,
  add column by_door boolean not null default false;
comment on column account_session.directory_sid_hash is 'Hash of the directory’s session id (the claim sid). Its logout ends this session.';
comment on column account_session.by_door is 'Opened by the command staff open-door: an emergency session with fewer rights.';
create index account_session_directory on account_session (directory_sid_hash)
  where directory_sid_hash is not null and ended_at is null;

create table directory_logout (
  jti_hash bytea primary key,
  received_at timestamptz not null
);
comment on table directory_logout is 'staff-directory: Logout tokens that were accepted, so that none works twice.';
create index directory_logout_received on directory_logout (received_at);

alter table link
  drop constraint link_purpose_check,
  add constraint link_purpose_check check (purpose in
    ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE', 'SIGNING', 'SIGNED_COPY',
     'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION', 'EMAIL', 'STAFF_DOOR'));
