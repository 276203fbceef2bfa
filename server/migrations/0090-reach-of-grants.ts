import { type Kysely, sql } from 'kysely'

/**
 * Whoever administers an organization or a group looks after every grant below it. Each grant carries the entities
 * above its own (the groups of its NPI, and the organizations of either), so that what is below one is read from an
 * index and not by naming every provider of an organization. The database itself keeps it true, whoever writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_grant add column reach text[] not null default '{}'`.execute(db)
  await sql.raw(REACH).execute(db)
  await sql`
    update access_grant set reach = reach_of(scope_kind, scope_id, group_id) where scope_kind <> 'PO' or group_id is not null;
    -- Written to the index at once: what waits in a list of its own would be read through by every question.
    create index access_grant_reach on access_grant using gin (reach) with (fastupdate = off);
    create index access_grant_reach_waiting on access_grant using gin (reach) with (fastupdate = off)
      where state = 'PENDING_APPROVAL';
    create index access_request_staff on access_request (created_at) where needs_staff;
  `.execute(db)
}

const REACH = `
  create function reach_of(asked_kind text, asked_id text, asked_group text) returns text[] language sql stable as $$
    select case
      when asked_kind = 'NPI' then array(
        select 'GROUP:' || m.group_id from group_member m where m.npi = asked_id
        union select 'PO:' || g.org_id from group_member m join provider_group g using (group_id)
          where m.npi = asked_id and g.org_id is not null
        union select 'PO:' || n.org_id from network_provider n where n.npi = asked_id and n.org_id is not null
        order by 1)
      when asked_kind = 'PO' and asked_group is null then '{}'
      else array(select 'PO:' || g.org_id from provider_group g
        where g.group_id = coalesce(asked_group, asked_id) and g.org_id is not null) end
  $$;
  create function reach_of_grant() returns trigger language plpgsql as $$
    begin
      new.reach := reach_of(new.scope_kind, new.scope_id, new.group_id);
      return new;
    end $$;
  create trigger reach_of_grant before insert on access_grant for each row execute function reach_of_grant();

  create function refresh_reach(changed text[]) returns void language sql as $$
    update access_grant g set reach = now.reach
    from (select a.id, reach_of(a.scope_kind, a.scope_id, a.group_id) as reach
      from unnest(changed) c (npi) join access_grant a on a.scope_kind = 'NPI' and a.scope_id = c.npi) now
    where g.id = now.id and g.reach <> now.reach
  $$;
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
  create trigger reach_of_moved after update on provider_group
    referencing old table as old_rows new table as new_rows for each statement execute function reach_after_change();
  create trigger reach_of_new after insert on network_provider
    referencing new table as new_rows for each statement execute function reach_after_change();
  create trigger reach_of_changed after update on network_provider
    referencing old table as old_rows new table as new_rows for each statement execute function reach_after_change();
  create trigger reach_of_new after insert on group_member
    referencing new table as new_rows for each statement execute function reach_after_change();
  create trigger reach_of_gone after delete on group_member
    referencing old table as old_rows for each statement execute function reach_after_change();`
