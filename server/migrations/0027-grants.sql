-- Grants: who invited, since when a role, which entities lie above a grant, and which requests are left to staff.

alter table access_request add column invited_by bigint references account on delete set null;
comment on column access_request.invited_by is 'The administrator who sent the invitation.';
alter table access_request add column receipt_email text, add column email_confirmed_at timestamptz;
comment on column access_request.receipt_email is
  'Address that the receipt of an AA or AU request went to. Its link confirms this address, and no later one.';
update access_request r set invited_by = e.actor_account_id
from audit_event e join account a on a.id = e.actor_account_id
where e.request_id = r.id and e.action = 'account.invited' and r.path = 'INVITATION';

alter table access_grant
  add column role_since timestamptz,
  add column reach text[] not null default '{}';
comment on column access_grant.role_since is 'When the grant got its role, where it started with another one.';
comment on column access_grant.reach is
  'Entities above this one: the groups of its NPI and the organizations of both. Maintained by triggers. An administrator of any of them administers this grant.';
update access_grant g set role_since = changed.at
from (
  select subject_account_id, details ->> 'entity' as entity, max(at) as at from audit_event
  where action in ('grant.handed-over', 'grant.saa-replaced') group by 1, 2
) changed
where changed.subject_account_id = g.account_id and changed.entity = g.entity
  and g.state in ('ACTIVE', 'SUSPENDED') and g.activated_at < changed.at;

alter table access_grant
  add column missing_since timestamptz,
  add column missing_notice_at timestamptz;
comment on column access_grant.missing_since is
  'When a network snapshot without its provider suspended the grant. Its return within 30 days restores it.';
comment on column access_grant.missing_notice_at is 'When the owner is due to be notified of that. Null once notified.';
create index access_grant_missing on access_grant (missing_since) where missing_since is not null;
alter table account
  add column missing_since timestamptz,
  add column missing_notice_at timestamptz;
comment on column account.missing_since is
  'When a snapshot of members without this one suspended the account. A return within 30 days restores it.';
comment on column account.missing_notice_at is 'When the owner is due to be notified of that. Null once notified.';
create index account_missing on account (missing_since) where missing_since is not null;

create function reach_of(of_kind text, of_id text, of_group text) returns text[] language sql stable as $$
  select case
    when of_kind = 'NPI' then array(
      select 'GROUP:' || m.group_id from group_member m where m.npi = of_id
      union select 'PO:' || g.org_id from group_member m join provider_group g using (group_id)
        where m.npi = of_id and g.org_id is not null
      union select 'PO:' || n.org_id from network_provider n where n.npi = of_id and n.org_id is not null
      order by 1)
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
create table staff_request_candidate (request_id bigint primary key);
comment on table staff_request_candidate is
  'access: Pending requests that may have no SAA left to decide them, so that staff must. Candidates only: readers check each one.';

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
