-- The console page 'Applications': statistics, failed sign-ins, and requests that wait for four-eyes approval.

alter table hub_client add column version integer not null default 1;
comment on column hub_client.version is 'Counts changes. A change names the version that it was based on.';

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

create index hub_logout_failed on hub_logout (client_id, queued_at) where error is not null;

alter table four_eyes_approval
  add column application jsonb,
  drop constraint four_eyes_approval_kind_check,
  add constraint four_eyes_approval_kind_check check (kind in
    ('INVITE_SAA', 'LIFT_HOLD', 'INVITE_ADMINISTRATOR', 'MAKE_ADMINISTRATOR',
     'ADD_APPLICATION', 'CHANGE_APPLICATION', 'ROTATE_SECRET', 'ENABLE_APPLICATION'));
comment on column four_eyes_approval.application is 'The request about an application, as it was entered. Never a secret.';
