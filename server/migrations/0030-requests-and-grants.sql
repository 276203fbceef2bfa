-- Requests and grants: who invited, which entities lie above a grant, who decides, successors, and what staff note and
-- see.

comment on table access_request is
  'access: What one registration or one invitation asks for. Its grants are decided together.';
comment on table access_grant is
  'access: Access of an account to one scope. A registration for an organization has one row for each chosen group.';
comment on column access_grant.entity is 'The entity that can have one SAA only, whichever level it was chosen at.';

alter table access_request
  add column assigned_to bigint references account on delete set null,
  add column invited_by bigint references account on delete set null,
  add column receipt_email text,
  add column email_confirmed_at timestamptz;
comment on column access_request.assigned_to is 'The member of staff who works on it.';
comment on column access_request.invited_by is 'The administrator who sent the invitation.';
comment on column access_request.receipt_email is
  'Address that the receipt of an AA or AU request went to. Its link confirms this address, and no later one.';
create index access_request_assigned on access_request (assigned_to) where assigned_to is not null;
update access_request r set invited_by = e.actor_account_id
from audit_event e join account a on a.id = e.actor_account_id
where e.request_id = r.id and e.action = 'account.invited' and r.path = 'INVITATION';

alter table access_grant
  add column role_since timestamptz,
  add column reach text[] not null default '{}',
  add column missing_since timestamptz,
  add column missing_notice_at timestamptz,
  add column npi_deactivated_at timestamptz,
  add column npi_reactivated_at timestamptz;
comment on column access_grant.role_since is 'When the grant got its role, where it started with another one.';
comment on column access_grant.reach is
  'Entities above this one: the groups of its NPI and the organizations of both. Maintained by triggers. An administrator of any of them administers this grant.';
comment on column access_grant.missing_since is
  'When a network snapshot without its provider suspended the grant. Its return within 30 days restores it.';
comment on column access_grant.missing_notice_at is 'When the owner is due to be notified of that. Null once notified.';
comment on column access_grant.npi_deactivated_at is
  'When an import suspended the grant because its NPI is deactivated. Null once the grant is active again.';
comment on column access_grant.npi_reactivated_at is
  'When an import found the NPI active again. Staff or an administrator of the office restore the grant.';
update access_grant g set role_since = changed.at
from (
  select subject_account_id, details ->> 'entity' as entity, max(at) as at from audit_event
  where action in ('grant.handed-over', 'grant.saa-replaced') group by 1, 2
) changed
where changed.subject_account_id = g.account_id and changed.entity = g.entity
  and g.state in ('ACTIVE', 'SUSPENDED') and g.activated_at < changed.at;

create index access_grant_missing on access_grant (missing_since) where missing_since is not null;
create index access_grant_deactivated on access_grant (npi_deactivated_at) where npi_deactivated_at is not null;
create index access_grant_active_again on access_grant (scope_id) where npi_reactivated_at is not null;

create function reach_of(of_kind text, of_id text, of_group text) returns text[] language sql stable as $$
  select case
    when of_kind = 'NPI' then array(
      select distinct e from covering_entities(of_id) e where e <> 'NPI:' || of_id order by 1)
    when of_kind = 'PO' and of_group is null then '{}'
    else array(select 'PO:' || g.org_id from provider_group g
      where g.group_id = coalesce(of_group, of_id) and g.org_id is not null) end
$$;
comment on function reach_of is 'access: Computes access_grant.reach from the current network.';

create function reach_of_grant() returns trigger language plpgsql as $$
  begin
    new.reach := reach_of(new.scope_kind, new.scope_id, new.group_id);
    return new;
  end $$;
comment on function reach_of_grant is 'access: Sets the reach of a new grant.';
create trigger reach_of_grant before insert on access_grant for each row execute function reach_of_grant();

create function refresh_reach(changed text[]) returns void language sql as $$
  update access_grant g set reach = now.reach
  from (select a.id, reach_of(a.scope_kind, a.scope_id, a.group_id) as reach
    from unnest(changed) c (npi) join access_grant a on a.scope_kind = 'NPI' and a.scope_id = c.npi) now
  where g.id = now.id and g.reach <> now.reach
$$;
comment on function refresh_reach is 'access: Updates the reach of grants for these NPIs.';

create function reach_after_change() returns trigger language plpgsql as $$
  declare
    moved text[];
    changed text[];
  begin
    if tg_table_name = 'provider_group' then
      moved := array(select n.group_id from new_rows n join old_rows o using (group_id)
        where n.org_id is distinct from o.org_id);
      if moved = '{}' then return null; end if;
      update access_grant g set reach = reach_of(g.scope_kind, g.scope_id, g.group_id)
        from unnest(moved) m (group_id) where g.entity = 'GROUP:' || m.group_id;
      changed := array(select distinct npi from group_member where group_id = any(moved));
    elsif tg_table_name = 'network_provider' and tg_op = 'UPDATE' then
      changed := array(select npi from (select npi, org_id from new_rows except select npi, org_id from old_rows) c);
    elsif tg_op = 'DELETE' then
      changed := array(select distinct npi from old_rows);
    else
      changed := array(select distinct npi from new_rows);
    end if;
    if changed <> '{}' then perform refresh_reach(changed); end if;
    return null;
  end $$;
comment on function reach_after_change is 'access: Updates the reach of grants when the network changes.';
create trigger reach_of_moved after update on provider_group
  referencing old table as old_rows new table as new_rows for each statement execute function reach_after_change();
create trigger reach_of_new after insert on network_provider
  referencing new table as new_rows for each statement execute function reach_after_change();
create trigger reach_of_changed after update on network_provider
  referencing old table as old_rows new table as new_rows for each statement execute function reach_after_change();
create trigger reach_of_new after insert on group_member
  referencing new table as new_rows for each statement execute function reach_after_change();
create trigger reach_of_gone after delete on group_member
  referencing old table as old_rows for each statement execute function reach_after_change();

update access_grant set reach = reach_of(scope_kind, scope_id, group_id)
where scope_kind <> 'PO' or group_id is not null;

-- fastupdate = off: every query would have to scan the list of pending entries.
create index access_grant_reach on access_grant using gin (reach) with (fastupdate = off);
create index access_grant_reach_pending on access_grant using gin (reach) with (fastupdate = off)
  where state = 'PENDING_APPROVAL';

create function grant_weeks(entities text[], made timestamptz, begun timestamptz) returns text[]
  language sql immutable parallel safe as $$
  select array(
    select distinct e || '@' || floor(extract(epoch from at at time zone 'UTC') / 604800)::int
    from unnest(entities) e, unnest(array[made, begun]) at where at is not null)
$$;
comment on function grant_weeks is
  'access: Index keys of a grant: each entity with the week the grant was made and the week it became active.';
create index access_grant_weeks on access_grant
  using gin (grant_weeks(array_append(reach, entity), created_at, activated_at)) with (fastupdate = off);

create index access_grant_account_role on access_grant (account_id, state, role);
drop index access_grant_account;

-- Requests that may have no SAA left to decide them. A row is a candidate: readers check each one, and the sweep
-- deletes those that an SAA takes care of. So a row too many does no harm, and none may be missing.
create table staff_request_candidate (
  request_id bigint primary key,
  announced_at timestamptz
);
comment on table staff_request_candidate is
  'access: Pending requests that may have no SAA left to decide them, so that staff must. Candidates only: readers check each one.';
comment on column staff_request_candidate.announced_at is
  'When the bells of plan staff got it. Null while that is due, or while an SAA can decide it.';

create function add_staff_candidate() returns trigger language plpgsql as $$
  begin
    insert into staff_request_candidate values (new.id) on conflict do nothing;
    return null;
  end $$;
comment on function add_staff_candidate is 'access: Adds a request that became pending to staff_request_candidate.';
create trigger staff_candidate_new after insert on access_request
  for each row when (new.path = 'APPROVAL' and new.state = 'PENDING_APPROVAL') execute function add_staff_candidate();
create trigger staff_candidate_pending after update of path, state on access_request
  for each row when (new.path = 'APPROVAL' and new.state = 'PENDING_APPROVAL'
    and (old.path <> new.path or old.state <> new.state)) execute function add_staff_candidate();

create function add_staff_candidates_below(entities text[]) returns void language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7262, 104);
    insert into staff_request_candidate
      select distinct r.id from access_grant g join access_request r on r.id = g.request_id
      where g.state = 'PENDING_APPROVAL' and (g.entity = any(entities) or g.reach && entities)
        and r.path = 'APPROVAL' and r.state = 'PENDING_APPROVAL' order by r.id
      on conflict do nothing;
  end $$;
comment on function add_staff_candidates_below is
  'access: Adds the pending requests at or below these entities to staff_request_candidate. The lock excludes the sweep, which would not see that an SAA is gone.';

-- Deferred to the end of the transaction, so that no two transactions wait for each other.
create function staff_candidates_without_saa() returns trigger language plpgsql as $$
  begin
    perform add_staff_candidates_below(array[old.entity]);
    return null;
  end $$;
comment on function staff_candidates_without_saa is 'access: An entity lost its SAA.';
create constraint trigger staff_candidates_without_saa after update on access_grant deferrable initially deferred
  for each row when (old.role = 'SAA' and old.state = 'ACTIVE'
    and (new.role <> 'SAA' or new.state <> 'ACTIVE' or new.entity <> old.entity or new.account_id <> old.account_id))
  execute function staff_candidates_without_saa();
create constraint trigger staff_candidates_of_deleted_saa after delete on access_grant deferrable initially deferred
  for each row when (old.role = 'SAA' and old.state = 'ACTIVE') execute function staff_candidates_without_saa();

create function staff_candidates_of_inactive_saa() returns trigger language plpgsql as $$
  begin
    perform add_staff_candidates_below(array(
      select entity from access_grant where account_id = new.id and role = 'SAA' and state = 'ACTIVE'));
    return null;
  end $$;
comment on function staff_candidates_of_inactive_saa is 'access: The account of an SAA is no longer active.';
create constraint trigger staff_candidates_of_inactive_saa after update on account deferrable initially deferred
  for each row when (old.state = 'ACTIVE' and new.state <> 'ACTIVE') execute function staff_candidates_of_inactive_saa();

create function staff_candidates_of_moved() returns trigger language plpgsql as $$
  begin
    perform add_staff_candidates_below(array[new.entity]);
    return null;
  end $$;
comment on function staff_candidates_of_moved is 'access: The reach of a pending grant changed with the network.';
create constraint trigger staff_candidates_of_moved after update on access_grant deferrable initially deferred
  for each row when (new.state = 'PENDING_APPROVAL' and new.reach <> old.reach) execute function staff_candidates_of_moved();

insert into staff_request_candidate select id from access_request where path = 'APPROVAL' and state = 'PENDING_APPROVAL';

-- Plan staff: four-eyes approvals, decisions that can be undone, and notes.
create table four_eyes_approval (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  kind text not null check (kind in
    ('INVITE_SAA', 'LIFT_HOLD', 'INVITE_ADMINISTRATOR', 'MAKE_ADMINISTRATOR',
     'ADD_APPLICATION', 'CHANGE_APPLICATION', 'ROTATE_SECRET', 'ENABLE_APPLICATION')),
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
  decided_by bigint references account on delete set null,
  application jsonb
);
comment on table four_eyes_approval is
  'access: Four-eyes approvals: what one staff administrator asks for and another must approve before it is done.';
comment on column four_eyes_approval.subject is 'What it is about: the same cannot be asked for twice.';
comment on column four_eyes_approval.entity is 'From here to phone_ext: the invitation as it was entered.';
comment on column four_eyes_approval.application is 'The request about an application, as it was entered. Never a secret.';
create unique index four_eyes_approval_open on four_eyes_approval (kind, subject) where decided_at is null;
create index four_eyes_approval_due on four_eyes_approval (expires_at) where decided_at is null;

create table delayed_decision (
  id bigint generated always as identity primary key,
  request_id bigint references access_request on delete cascade,
  contract_id bigint references signed_contract on delete cascade,
  act text not null check (act in
    ('VALIDATE', 'RETURN', 'APPROVE', 'DENY', 'ACCEPT_CHANGE', 'RETURN_CHANGE')),
  reason text,
  permissions text[],
  decided_by bigint not null references account on delete cascade,
  address text,
  decided_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'HELD' check (state in ('HELD', 'DONE', 'UNDONE', 'REFUSED')),
  ended_at timestamptz,
  message text,
  seen_at timestamptz,
  change_ids bigint[],
  seen text[],
  about text,
  constraint delayed_decision_subject check ((request_id is null) = (change_ids is not null))
);
comment on table delayed_decision is
  'access: Decisions that wait a few seconds before they are carried out, so that they can be undone. Any process carries out those that are due.';
comment on column delayed_decision.contract_id is 'The signed contract that was reviewed, where the decision is about one.';
comment on column delayed_decision.message is 'Why it could not be carried out, until the decider has read it.';
comment on column delayed_decision.change_ids is 'Changes of the provider directory that are decided together.';
comment on column delayed_decision.seen is 'What the reviewer saw as the present value of each change, as a hash.';
comment on column delayed_decision.about is 'What the changes are about, as the reviewer sees it in the list of delayed decisions.';
create unique index delayed_decision_open on delayed_decision (request_id) where state = 'HELD';
create index delayed_decision_due on delayed_decision (due_at) where state = 'HELD';
create index delayed_decision_decider on delayed_decision (decided_by, ended_at);
create index delayed_decision_contract on delayed_decision (contract_id);

create table staff_note (
  id bigint generated always as identity primary key,
  request_id bigint references access_request on delete cascade,
  written_by bigint references account on delete set null,
  written_at timestamptz not null,
  note text not null,
  change_id bigint references practice_change on delete cascade,
  constraint staff_note_subject check (num_nonnulls(request_id, change_id) = 1)
);
comment on table staff_note is
  'access: Notes of staff about a request or a change of the provider directory. The office never sees them.';
create index staff_note_request on staff_note (request_id);
create index staff_note_change on staff_note (change_id) where change_id is not null;

-- The person who takes over when the SAA of an entity leaves, and the takeover itself.
create table saa_successor (
  id bigint generated always as identity primary key,
  entity text collate "C" not null,
  saa_grant_id bigint not null references access_grant on delete cascade,
  successor_grant_id bigint not null references access_grant on delete cascade,
  state text not null check (state in ('NAMED', 'AGREED', 'OFFERED', 'WAITING', 'STAFF', 'DONE', 'ENDED')),
  named_at timestamptz not null,
  agreed_at timestamptz,
  confirm_due_at timestamptz not null,
  reminded_at timestamptz,
  inactive_since timestamptz,
  cause text check (cause in ('LEFT', 'INACTIVE')),
  offered_at timestamptz,
  accepted_at timestamptz,
  due_at timestamptz,
  staff_reason text check (staff_reason in ('REMOVED', 'HOLD', 'OBJECTION')),
  staff_agreed_by bigint references account on delete set null,
  staff_agreed_at timestamptz,
  end_reason text check (end_reason in ('WITHDRAWN', 'DECLINED', 'NOT_CONFIRMED', 'SAA_LOST_ACCESS',
    'SUCCESSOR_LOST_ACCESS', 'SAA_RETURNED', 'NEW_SAA', 'REFUSED')),
  ended_at timestamptz,
  check (saa_grant_id <> successor_grant_id),
  check ((state = 'ENDED') = (end_reason is not null)),
  check (state <> 'WAITING' or (accepted_at is not null and due_at is not null)),
  check (state <> 'STAFF' or staff_reason is not null)
);
comment on table saa_successor is
  'access: The person whom the SAA of an entity named as successor, and the takeover when the SAA leaves or is inactive.';
comment on column saa_successor.state is
  'NAMED: the successor has not answered. AGREED: named and willing. OFFERED: may take over. WAITING: accepted, and the
objection period runs. STAFF: plan staff decide.';
comment on column saa_successor.confirm_due_at is 'The naming ends then unless the SAA confirms it before.';
comment on column saa_successor.inactive_since is 'When the SAA was suspended for inactivity. The offer follows a while later.';
comment on column saa_successor.cause is 'Why the successor may take over: the SAA left, or was suspended for inactivity.';
comment on column saa_successor.due_at is 'When access as SAA begins, unless someone objects.';
comment on column saa_successor.staff_reason is
  'Why plan staff decide: they removed or suspended the SAA, the NPI is on hold, or someone objected.';
comment on column saa_successor.staff_agreed_at is
  'When plan staff agreed. The takeover then needs the acceptance of the successor only.';
comment on column saa_successor.ended_at is
  'When it was done or ended. Null while the scheduled job still has to record and report an end that a trigger set.';
create unique index saa_successor_open on saa_successor (entity) where state not in ('DONE', 'ENDED');
create index saa_successor_saa on saa_successor (saa_grant_id);
create index saa_successor_successor on saa_successor (successor_grant_id);
create index saa_successor_unreported on saa_successor (id) where state = 'ENDED' and ended_at is null;
create index saa_successor_ended on saa_successor (ended_at) where ended_at is not null;
create index saa_successor_due on saa_successor (due_at) where state = 'WAITING';
create index saa_successor_confirm on saa_successor (confirm_due_at) where state in ('NAMED', 'AGREED');
create index saa_successor_inactive on saa_successor (inactive_since) where state = 'AGREED' and inactive_since is not null;
create index saa_successor_staff on saa_successor (id) where state in ('OFFERED', 'WAITING', 'STAFF');

create function follow_grant_of_successor() returns trigger language plpgsql as $$
declare
  by_inactivity boolean;
begin
  if new.state = 'ACTIVE' and new.role = 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'NEW_SAA'
      where entity = new.entity and state not in ('DONE', 'ENDED') and saa_grant_id <> new.id;
    update saa_successor set state = 'ENDED', end_reason = 'SAA_RETURNED'
      where saa_grant_id = new.id and state in ('OFFERED', 'WAITING', 'STAFF');
    update saa_successor set inactive_since = null
      where saa_grant_id = new.id and state = 'AGREED' and inactive_since is not null;
    return null;
  end if;
  if new.state <> 'ACTIVE' and old.state = 'ACTIVE' then
    update saa_successor set state = 'ENDED', end_reason = 'SUCCESSOR_LOST_ACCESS'
      where successor_grant_id = new.id and state not in ('DONE', 'ENDED');
  end if;
  if new.role <> 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state not in ('DONE', 'ENDED');
    return null;
  end if;
  -- An account that was not used for a long time is suspended before its grants, in the same transaction.
  by_inactivity := new.state = 'SUSPENDED' and new.suspended_as = 'SYSTEM' and exists (
    select from account a where a.id = new.account_id and a.state = 'SUSPENDED' and a.suspended_as = 'SYSTEM');
  if by_inactivity then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
  elsif new.state = 'REVOKED' or new.suspended_as = 'STAFF' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
    -- An SAA who leaves has offered it before.
    update saa_successor set state = 'STAFF', staff_reason = 'REMOVED', due_at = null, staff_agreed_at = null,
        staff_agreed_by = null
      where saa_grant_id = new.id and cause is distinct from 'LEFT'
        and state in ('AGREED', 'OFFERED', 'WAITING', 'STAFF');
  else
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and cause is distinct from 'LEFT' and state not in ('DONE', 'ENDED');
  end if;
  return null;
end $$;
comment on function follow_grant_of_successor() is
  'access: Ends the naming of a successor, or leaves it to plan staff, when the access behind it changes.';
create trigger follow_grant_of_successor after update on access_grant for each row
  when (old.state is distinct from new.state or old.role <> new.role)
  execute function follow_grant_of_successor();
create trigger follow_new_saa after insert on access_grant for each row
  when (new.state = 'ACTIVE' and new.role = 'SAA')
  execute function follow_grant_of_successor();

alter table link add column successor_id bigint references saa_successor on delete cascade;
create index link_successor on link (successor_id) where successor_id is not null;

-- Support agents see the portal as one provider account sees it.
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
