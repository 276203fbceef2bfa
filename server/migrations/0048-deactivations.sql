-- Deactivated NPIs end access, and each kind of file has its last import.

alter table network_provider add column deactivated boolean not null default false;
comment on column network_provider.deactivated is
  'The national file says so. Groups and organizations then no longer reach the provider.';

-- Only one condition changes: the rest of the function belongs to the migrations before.
do $$
  declare
    before text := pg_get_functiondef('set_cohorts(text[])'::regprocedure);
    after text := replace(before, 'n.left_at is null and (', 'n.left_at is null and not n.deactivated and (');
  begin
    if after = before then raise 'set_cohorts has another condition'; end if;
    execute after;
  end $$;

create or replace function cohorts_after_change() returns trigger language plpgsql as $$
  declare changed text[];
  begin
    if tg_table_name = 'network_provider' and tg_op = 'UPDATE' then
      changed := array(select npi from (select npi, org_id, left_at is null, deactivated from new_rows
        except select npi, org_id, left_at is null, deactivated from old_rows) c);
    elsif tg_op = 'DELETE' then
      changed := array(select distinct npi from old_rows);
    else
      changed := array(select distinct npi from new_rows);
    end if;
    if changed = '{}' then return null; end if;
    if coalesce(current_setting('portico.cohorts', true), '') = 'deferred' then
      insert into deferred_cohort select unnest(changed) on conflict do nothing;
    else
      perform set_cohorts(changed);
    end if;
    return null;
  end $$;

create function refresh_deactivated(providers text, among text[] default null) returns text[] language plpgsql as $$
  declare changed text[];
  begin
    execute format($refresh$
      with changed as (
        update network_provider n set deactivated = not n.deactivated
        from (
          select m.npi from network_provider m left join %I p on p.npi = m.npi
          where ($1 is null or m.npi = any($1))
            and m.deactivated <> coalesce(p.deactivated or (p.deactivation_date is not null
              and (p.reactivation_date is null or p.reactivation_date < p.deactivation_date)), false)) differs
        where n.npi = differs.npi returning n.npi)
      select coalesce(array_agg(npi order by npi), '{}') from changed $refresh$, providers) into changed using among;
    return changed;
  end $$;
comment on function refresh_deactivated is
  'directory: Updates network_provider.deactivated from the directory, for all or these NPIs. Returns those that changed.';
select refresh_deactivated('provider');

alter table access_grant
  add column npi_deactivated_at timestamptz,
  add column npi_reactivated_at timestamptz;
comment on column access_grant.npi_deactivated_at is
  'When an import suspended the grant because its NPI is deactivated. Null once the grant is active again.';
comment on column access_grant.npi_reactivated_at is
  'When an import found the NPI active again. Staff or an administrator of the office restore the grant.';
create index access_grant_deactivated on access_grant (npi_deactivated_at) where npi_deactivated_at is not null;

create table last_import (
  kind text primary key,
  file text not null,
  row_count int not null,
  changed_count int not null,
  rejected_count int not null,
  imported_at timestamptz not null
);
comment on table last_import is 'directory: The last completed import of each kind of file.';
comment on column last_import.changed_count is 'Rows that were new or different.';
