-- Two rules that stood in several statements are functions, which PostgreSQL inlines.

create function covering_entities(of_npi text) returns setof text language sql stable as $$
  select 'NPI:' || of_npi
  union all select 'PO:' || n.org_id from network_provider n where n.npi = of_npi and n.org_id is not null
  union all select 'GROUP:' || m.group_id from group_member m where m.npi = of_npi
  union all select 'PO:' || g.org_id from group_member m join provider_group g using (group_id)
    where m.npi = of_npi and g.org_id is not null
$$;
comment on function covering_entities is
  'directory: Entities whose access covers an NPI: the NPI, its organization, its groups and their organizations. May repeat one.';

create or replace function reach_of(of_kind text, of_id text, of_group text) returns text[] language sql stable as $$
  select case
    when of_kind = 'NPI' then array(
      select distinct e from covering_entities(of_id) e where e <> 'NPI:' || of_id order by 1)
    when of_kind = 'PO' and of_group is null then '{}'
    else array(select 'PO:' || g.org_id from provider_group g
      where g.group_id = coalesce(of_group, of_id) and g.org_id is not null) end
$$;

create function is_deactivated(stated boolean, deactivated_on date, reactivated_on date) returns boolean
language sql immutable as $$
  select stated or (deactivated_on is not null and (reactivated_on is null or reactivated_on < deactivated_on))
$$;
comment on function is_deactivated is
  'directory: True if an NPI is deactivated: as the national file states (version 3), or by its dates.';

create or replace function refresh_deactivated(providers text, among text[] default null) returns text[]
language plpgsql as $$
  declare changed text[];
  begin
    execute format($refresh$
      with changed as (
        update network_provider n set deactivated = not n.deactivated
        from (
          select m.npi from network_provider m left join %I p on p.npi = m.npi
          where ($1 is null or m.npi = any($1))
            and m.deactivated <> coalesce(is_deactivated(p.deactivated, p.deactivation_date, p.reactivation_date), false)
        ) differs
        where n.npi = differs.npi returning n.npi)
      select coalesce(array_agg(npi order by npi), '{}') from changed $refresh$, providers) into changed using among;
    return changed;
  end $$;
