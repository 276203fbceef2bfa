-- Plan staff: roles, four-eyes approvals, decisions that can be undone, notes, and the requests left to them.

alter table account
  add column staff_role text check (staff_role in ('ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR')),
  add column staff_role_since timestamptz,
  add column invited_by bigint references account on delete set null,
  add column uses_shortcuts boolean not null default true;
comment on column account.staff_role is 'Of internal accounts. Null: the account can do nothing until it gets a role.';
comment on column account.staff_role_since is 'When the role was last changed; null: since the account was activated.';
comment on column account.invited_by is 'The administrator who invited a member of staff; null: by command.';
comment on column account.uses_shortcuts is 'The console reacts to single keys. A setting of the user.';
-- Staff of 0.1.0 keep all their rights.
update account set staff_role = 'ADMINISTRATOR' where kind = 'internal';

create table four_eyes_approval (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null check (kind in ('INVITE_SAA', 'LIFT_HOLD', 'INVITE_ADMINISTRATOR', 'MAKE_ADMINISTRATOR')),
  subject text not null,
  npi text,
  entity text,
  permissions text[] not null default '{}',
  first_name text,
  last_name text,
  email text,
  phone text,
  phone_ext text,
  requested_by bigint not null references account on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references account on delete set null
);
comment on table four_eyes_approval is
  'access: Four-eyes approvals: what one staff administrator asks for and another must approve before it is done.';
comment on column four_eyes_approval.subject is 'What it is about: the same cannot be asked for twice.';
comment on column four_eyes_approval.entity is 'From here to phone_ext: the invitation as it was entered.';
create unique index four_eyes_approval_open on four_eyes_approval (kind, subject) where decided_at is null;
create index four_eyes_approval_due on four_eyes_approval (expires_at) where decided_at is null;

create table delayed_decision (
  id bigint generated always as identity primary key,
  request_id bigint not null references access_request on delete cascade,
  contract_id bigint references signed_contract on delete cascade,
  act text not null check (act in ('VALIDATE', 'RETURN', 'APPROVE', 'DENY')),
  reason text,
  permissions text[],
  decided_by bigint not null references account on delete cascade,
  address text,
  decided_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'HELD' check (state in ('HELD', 'DONE', 'UNDONE', 'REFUSED')),
  ended_at timestamptz,
  message text,
  seen_at timestamptz
);
comment on table delayed_decision is
  'access: Decisions that wait a few seconds before they are carried out, so that they can be undone. Any process carries out those that are due.';
comment on column delayed_decision.contract_id is 'The signed contract that was reviewed, where the decision is about one.';
comment on column delayed_decision.message is 'Why it could not be carried out, until the decider has read it.';
create unique index delayed_decision_open on delayed_decision (request_id) where state = 'HELD';
create index delayed_decision_due on delayed_decision (due_at) where state = 'HELD';
create index delayed_decision_decider on delayed_decision (decided_by, ended_at);
create index delayed_decision_contract on delayed_decision (contract_id);

alter table access_request add column assigned_to bigint references account on delete set null;
comment on column access_request.assigned_to is 'The member of staff who works on it.';
create index access_request_assigned on access_request (assigned_to) where assigned_to is not null;

create table staff_note (
  id bigint generated always as identity primary key,
  request_id bigint not null references access_request on delete cascade,
  written_by bigint references account on delete set null,
  written_at timestamptz not null,
  note text not null
);
comment on table staff_note is 'access: Notes of staff about a request. The office never sees them.';
create index staff_note_request on staff_note (request_id);
