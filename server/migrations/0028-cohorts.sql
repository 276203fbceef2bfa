-- Cohorts: providers of one organization and the same groups. An access that reaches one of them by a group or an
-- organization reaches them all. Claims, cases, invoices and reports carry the cohort, so that an office of twenty
-- thousand providers reads a few ranges of an index; sums per cohort are maintained beside them. Triggers keep all of it
-- consistent, since it decides what people can see.

-- 7262, 78 guards claims and 7262, 79 cases and invoices against a change of cohorts.
select pg_advisory_xact_lock(7262, 78);

-- Deactivated providers have no cohort.
select refresh_deactivated('provider');

create table cohort (
  id int generated always as identity primary key,
  signature text collate "C" not null unique,
  org_id text collate "C",
  groups text[] collate "C" not null
);
comment on table cohort is 'plan-data: Sets of providers with the same organization and the same groups.';
comment on column cohort.signature is 'Hash of organization and groups.';
create index cohort_org on cohort (org_id);
create index cohort_groups on cohort using gin (groups);

alter table claim add column cohort_id int;
alter table sco_case add column cohort_id int;
alter table sco_invoice add column cohort_id int;
alter table roster_change add column cohort_id int;

-- Maintained sums. Rows are updated in place: fillfactor leaves room on the page.
create table claim_month (
  cohort_id int not null,
  status text not null,
  month date not null,
  claims int not null,
  billed numeric(16, 2) not null,
  paid numeric(16, 2) not null,
  primary key (cohort_id, status, month)
) with (fillfactor = 80);
comment on table claim_month is 'plan-data: Maintained sums of claims per cohort, status and month of service.';
create table claim_sum_cohort (
  cohort_id int not null,
  status text not null,
  claims int not null,
  billed numeric(16, 2) not null,
  paid numeric(16, 2) not null,
  primary key (cohort_id, status)
) with (fillfactor = 80);
comment on table claim_sum_cohort is 'plan-data: Maintained sums of claims per cohort and status.';
create table claim_sum_npi (
  npi text collate "C" not null,
  status text not null,
  claims int not null,
  billed numeric(16, 2) not null,
  paid numeric(16, 2) not null,
  primary key (npi, status)
) with (fillfactor = 80);
comment on table claim_sum_npi is 'plan-data: Maintained sums of claims per provider and status.';
create table claim_change_count (
  cohort_id int not null,
  changed_at timestamptz not null,
  claims int not null,
  primary key (cohort_id, changed_at)
) with (fillfactor = 80);
comment on table claim_change_count is
  'plan-data: Maintained count of claims per cohort and claim.changed_at: how many claims changed since a visit.';

create function set_cohorts(changed text[]) returns void language plpgsql as $$
  begin
    -- Records written at the same time would keep the cohort they found.
    perform pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79);
    create temporary table if not exists cohort_now (npi text collate "C" primary key, signature text collate "C",
      org_id text collate "C", groups text[] collate "C") on commit drop;
    truncate cohort_now;
    insert into cohort_now
      select n.npi, case when n.left_at is null and not n.deactivated and (n.org_id is not null or m.groups <> '{}')
          then md5(coalesce(n.org_id, '') || E'\x1f' || array_to_string(m.groups, E'\x1f')) end, n.org_id, m.groups
      from network_provider n cross join lateral (
        select array(select group_id from group_member where group_member.npi = n.npi order by group_id) as groups offset 0) m
      where n.npi = any(changed);
    analyze cohort_now;
    insert into cohort (signature, org_id, groups)
      select distinct on (signature) signature, org_id, groups from cohort_now s
      where signature is not null and not exists (select from cohort c where c.signature = s.signature)
      order by signature
      on conflict do nothing;
    update network_provider n set cohort_id = c.id
      from cohort_now s left join cohort c on c.signature = s.signature
      where n.npi = s.npi and n.cohort_id is distinct from c.id;
    update claim r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update sco_case r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update sco_invoice r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update practice_change r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
  end $$;
comment on function set_cohorts is 'plan-data: Assigns the current cohort to these NPIs and to their records.';

select set_cohorts(array(select npi from network_provider));
create index network_provider_cohort on network_provider (cohort_id) where cohort_id is not null;
create index network_provider_roster on network_provider (cohort_id, name, npi) include (search_name)
  where cohort_id is not null and name is not null;
create index claim_cohort on claim (cohort_id, status, service_date desc, claim_number) where cohort_id is not null;
create index sco_case_cohort on sco_case (cohort_id, opened desc, case_id desc) where cohort_id is not null;
create index sco_invoice_cohort on sco_invoice (cohort_id, period desc, invoice_number desc) where cohort_id is not null;
create index roster_change_cohort on roster_change (cohort_id, answered_at desc, id)
  where answered_at is not null and cohort_id is not null;

-- An import writes organizations first and their groups later: it defers this and settles it once at its end.
create function cohorts_after_change() returns trigger language plpgsql as $$
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
comment on function cohorts_after_change is 'plan-data: Assigns cohorts when the network changes.';
create function defer_cohorts() returns void language plpgsql as $$
  begin
    create temporary table deferred_cohort (npi text collate "C" primary key) on commit drop;
    perform set_config('portico.cohorts', 'deferred', true);
  end $$;
comment on function defer_cohorts is 'plan-data: Defers the assignment of cohorts in this transaction until assign_deferred_cohorts.';
create function assign_deferred_cohorts() returns void language plpgsql as $$
  begin
    perform set_config('portico.cohorts', '', true);
    perform set_cohorts(array(select npi from deferred_cohort));
    drop table deferred_cohort;
  end $$;
comment on function assign_deferred_cohorts is 'plan-data: Assigns the cohorts that defer_cohorts deferred.';
create trigger cohorts_of_new after insert on network_provider
  referencing new table as new_rows for each statement execute function cohorts_after_change();
create trigger cohorts_of_changed after update on network_provider
  referencing old table as old_rows new table as new_rows for each statement execute function cohorts_after_change();
create trigger cohorts_of_new after insert on group_member
  referencing new table as new_rows for each statement execute function cohorts_after_change();
create trigger cohorts_of_gone after delete on group_member
  referencing old table as old_rows for each statement execute function cohorts_after_change();

create function lock_cohorts() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(7262, 78);
    return null;
  end $$;
comment on function lock_cohorts is 'plan-data: Serializes writers of claims with changes of cohorts.';
create trigger lock_cohorts before insert or update or delete on claim
  for each statement execute function lock_cohorts();
create function lock_sco() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7262, 79);
    return null;
  end $$;
comment on function lock_sco is
  'plan-data: Serializes writers of SCO cases and invoices with changes of cohorts, not with each other or with claims.';
create trigger lock_sco before insert or update or delete on sco_case
  for each statement execute function lock_sco();
create trigger lock_sco before insert or update or delete on sco_invoice
  for each statement execute function lock_sco();

-- An import sets the cohorts of all its claims itself.
create function cohort_of_claim() returns trigger language plpgsql as $$
  begin
    new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
    return new;
  end $$;
comment on function cohort_of_claim is 'plan-data: Sets the cohort of a claim, an SCO case or an SCO invoice.';
create trigger cohort_of_claim before insert on claim
  for each row when (new.cohort_id is null) execute function cohort_of_claim();
create trigger cohort_of_moved_claim before update of npi on claim
  for each row when (new.npi is distinct from old.npi) execute function cohort_of_claim();
create trigger cohort_of_record before insert or update of npi on sco_case
  for each row execute function cohort_of_claim();
create trigger cohort_of_record before insert or update of npi on sco_invoice
  for each row execute function cohort_of_claim();
create function cohort_of_report() returns trigger language plpgsql as $$
  begin
    new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
    return new;
  end $$;
comment on function cohort_of_report is
  'provider-directory: Sets the cohort of a change. No lock, so that reporting does not wait for an import; the sweep corrects what was written meanwhile.';
create trigger cohort_of_report before insert or update of npi on practice_change
  for each row execute function cohort_of_report();

create function recompute_claim_sums(source text) returns void language plpgsql as $$
  begin
    delete from claim_sum_npi;
    delete from claim_month;
    delete from claim_sum_cohort;
    delete from claim_change_count;
    execute format($sum$
      insert into claim_sum_npi
        select npi, status, count(*), sum(billed_amount), sum(coalesce(paid_amount, 0)) from %1$I
        group by npi, status order by npi, status;
      insert into claim_month
        select cohort_id, status, date_trunc('month', service_date)::date as month, count(*), sum(billed_amount),
          sum(coalesce(paid_amount, 0))
        from %1$I where cohort_id is not null group by cohort_id, status, month order by cohort_id, status, month;
      insert into claim_change_count
        select cohort_id, changed_at, count(*) from %1$I
        where cohort_id is not null and changed_at is not null group by cohort_id, changed_at order by cohort_id, changed_at
      $sum$, source);
    insert into claim_sum_cohort
      select cohort_id, status, sum(claims), sum(billed), sum(paid) from claim_month group by 1, 2 order by 1, 2;
  end $$;
comment on function recompute_claim_sums is 'plan-data: Recomputes all maintained sums from the claims in this table.';
select recompute_claim_sums('claim');

create function add_claim_sums() returns trigger language plpgsql as $$
  declare
    changes text := case tg_op
      when 'INSERT' then 'select 1 as n, * from new_rows'
      when 'DELETE' then 'select -1 as n, * from old_rows'
      else 'select 1 as n, * from new_rows union all select -1 as n, * from old_rows' end;
    add text := 'select %1$s, sum(n), sum(n * billed_amount), sum(n * coalesce(paid_amount, 0)) from (%3$s) c
      where cohort_id is not null or %4$L
      group by %1$s having sum(n) <> 0 or sum(n * billed_amount) <> 0 or sum(n * coalesce(paid_amount, 0)) <> 0
      on conflict (%2$s) do update
      set claims = s.claims + excluded.claims, billed = s.billed + excluded.billed, paid = s.paid + excluded.paid';
  begin
    execute 'insert into claim_sum_npi as s ' || format(add, 'npi, status', 'npi, status', changes, true);
    execute 'insert into claim_sum_cohort as s '
      || format(add, 'cohort_id, status', 'cohort_id, status', changes, false);
    execute 'insert into claim_month as s ' || format(add, 'cohort_id, status, date_trunc(''month'', service_date)',
      'cohort_id, status, month', changes, false);
    return null;
  end $$;
comment on function add_claim_sums is 'plan-data: Maintains claim_sum_npi, claim_sum_cohort and claim_month.';
create trigger claim_sums_of_new after insert on claim
  referencing new table as new_rows for each statement execute function add_claim_sums();
create trigger claim_sums_of_changed after update on claim
  referencing old table as old_rows new table as new_rows for each statement execute function add_claim_sums();
create trigger claim_sums_of_gone after delete on claim
  referencing old table as old_rows for each statement execute function add_claim_sums();

create function count_claim_changes() returns trigger language plpgsql as $$
  declare
    changes text := case tg_op
      when 'INSERT' then 'select 1 as n, cohort_id, changed_at from new_rows'
      when 'DELETE' then 'select -1 as n, cohort_id, changed_at from old_rows'
      else 'select 1 as n, cohort_id, changed_at from new_rows union all select -1 as n, cohort_id, changed_at from old_rows' end;
  begin
    execute format('insert into claim_change_count as s select cohort_id, changed_at, sum(n) from (%s) c
      where cohort_id is not null and changed_at is not null
      group by cohort_id, changed_at having sum(n) <> 0 order by cohort_id, changed_at
      on conflict (cohort_id, changed_at) do update set claims = s.claims + excluded.claims', changes);
    if tg_op <> 'INSERT' then
      -- A claim changes again and again: counts of older files reach zero.
      delete from claim_change_count s using (select distinct cohort_id, changed_at from old_rows) o
        where s.cohort_id = o.cohort_id and s.changed_at = o.changed_at and s.claims = 0;
    end if;
    return null;
  end $$;
comment on function count_claim_changes is 'plan-data: Maintains claim_change_count.';
create trigger claim_changes_of_new after insert on claim
  referencing new table as new_rows for each statement execute function count_claim_changes();
create trigger claim_changes_of_changed after update on claim
  referencing old table as old_rows new table as new_rows for each statement execute function count_claim_changes();
create trigger claim_changes_of_gone after delete on claim
  referencing old table as old_rows for each statement execute function count_claim_changes();
