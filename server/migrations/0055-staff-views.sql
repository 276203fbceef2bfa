-- Support agents see the portal as one provider account sees it.

alter table account drop constraint account_staff_role_check;
alter table account add constraint account_staff_role_check
  check (staff_role in ('ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR', 'SUPPORT'));

create table staff_view (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  staff_account_id bigint not null references account on delete cascade,
  session_hash bytea references account_session on delete set null,
  account_id bigint not null references account on delete cascade,
  reason text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  unmask_reason text,
  unmask_asked_at timestamptz,
  unmask_decided_at timestamptz,
  unmask_decided_by bigint references account on delete set null,
  unmasked boolean not null default false,
  check (unmask_decided_by <> staff_account_id),
  check (not unmasked or unmask_decided_at is not null)
);
comment on table staff_view is
  'access: Views by support agents: what one provider account sees, for 15 minutes, read only. Valid in the agent’s session alone.';
comment on column staff_view.session_hash is 'The agent’s session. Null once that session was deleted.';
comment on column staff_view.ended_at is 'Null while it is open, or if nothing ended it before ends_at.';
comment on column staff_view.unmasked is 'Claims and members’ data are shown: another person approved it.';
-- An agent has one view at a time.
create unique index staff_view_open on staff_view (staff_account_id) where ended_at is null;
create index staff_view_session on staff_view (session_hash) where session_hash is not null;
create index staff_view_viewed on staff_view (account_id, opened_at desc);
create index staff_view_agent on staff_view (staff_account_id, opened_at desc);
create index staff_view_opened on staff_view (opened_at);
create index staff_view_asked on staff_view (unmask_asked_at) where unmask_asked_at is not null and unmask_decided_at is null;
create index staff_view_decider on staff_view (unmask_decided_by) where unmask_decided_by is not null;

create function end_views_of_session() returns trigger language plpgsql as $$
begin
  update staff_view set ended_at = new.ended_at where session_hash = new.id_hash and ended_at is null;
  return null;
end $$;
comment on function end_views_of_session() is 'access: Ends the view of a support agent with the agent’s session.';
create trigger end_views_of_session after update of ended_at on account_session for each row
  when (old.ended_at is null and new.ended_at is not null and new.kind = 'internal')
  execute function end_views_of_session();

create function end_views_of_account() returns trigger language plpgsql as $$
begin
  update staff_view set ended_at = least(now(), ends_at)
  where ended_at is null and (staff_account_id = new.id or account_id = new.id);
  return null;
end $$;
comment on function end_views_of_account() is
  'access: Ends views when the agent loses the role, or the agent’s or the viewed account is suspended or closed.';
create trigger end_views_of_account after update of state, staff_role on account for each row
  when (old.state = 'ACTIVE' and new.state <> 'ACTIVE' or old.staff_role is distinct from new.staff_role)
  execute function end_views_of_account();
