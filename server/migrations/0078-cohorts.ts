import { type Kysely, sql } from 'kysely'

/**
 * Providers of one organization and the same groups are a cohort: whoever's access reaches one of them by a group or
 * an organization reaches them all. Claims carry the cohort, so that the list of an office of twenty thousand
 * providers is read from a few ranges of an index, and what it adds up to is kept beside it. The database itself
 * keeps all of it true, whoever writes: it decides what people see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cohort (
      id int generated always as identity primary key,
      -- Organization and groups in one text of bounded length.
      signature text collate "C" not null unique,
      org_id text collate "C",
      groups text[] collate "C" not null
    );
    create index cohort_org on cohort (org_id);
    create index cohort_groups on cohort using gin (groups);

    -- Null for who left the network, and for who is in no group and no organization.
    alter table network_provider add column cohort_id int;
    alter table claim add column cohort_id int;

    -- What the claims of a cohort add up to by month, those of a cohort and of a provider altogether. Rows are
    -- changed where they stand, so pages have room.
    create table claim_month (
      cohort_id int not null, status text not null, month date not null,
      claims int not null, billed numeric(16, 2) not null, paid numeric(16, 2) not null,
      primary key (cohort_id, status, month)
    ) with (fillfactor = 80);
    create table claim_sum_cohort (
      cohort_id int not null, status text not null,
      claims int not null, billed numeric(16, 2) not null, paid numeric(16, 2) not null,
      primary key (cohort_id, status)
    ) with (fillfactor = 80);
    create table claim_sum_npi (
      npi text collate "C" not null, status text not null,
      claims int not null, billed numeric(16, 2) not null, paid numeric(16, 2) not null,
      primary key (npi, status)
    ) with (fillfactor = 80);
  `.execute(db)
  await sql.raw(NETWORK).execute(db)
  await sql.raw(CLAIMS).execute(db)
  await sql`
    select set_cohorts(array(select npi from network_provider));
    create index claim_cohort on claim (cohort_id, status, service_date desc, claim_number)
      where cohort_id is not null;
    create index network_provider_cohort on network_provider (cohort_id) where cohort_id is not null;
    insert into claim_sum_npi
      select npi, status, count(*), sum(billed_amount), sum(coalesce(paid_amount, 0)) from claim group by npi, status;
    insert into claim_month
      select cohort_id, status, date_trunc('month', service_date)::date, count(*), sum(billed_amount),
        sum(coalesce(paid_amount, 0))
      from claim where cohort_id is not null group by 1, 2, 3;
    insert into claim_sum_cohort
      select cohort_id, status, sum(claims), sum(billed), sum(paid) from claim_month group by 1, 2;
  `.execute(db)
  await sql.raw(SUMS).execute(db)
}

/** Whose groups or organization changed gets the cohort that fits now, and so do their claims. */
const NETWORK = `
  create function set_cohorts(changed text[]) returns void language plpgsql as $$
    begin
      -- Claims written at the same time would keep the cohort they found.
      perform pg_advisory_xact_lock(7262, 78);
      create temporary table if not exists cohort_now (npi text collate "C" primary key, signature text collate "C",
        org_id text collate "C", groups text[] collate "C") on commit drop;
      truncate cohort_now;
      insert into cohort_now
        select n.npi, case when n.left_at is null and (n.org_id is not null or m.groups <> '{}')
            then md5(coalesce(n.org_id, '') || E'\\x1f' || array_to_string(m.groups, E'\\x1f')) end, n.org_id, m.groups
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
    end $$;

  -- An import writes organizations first and groups after them: it puts this off, and settles it once at its end.
  create function cohorts_after_change() returns trigger language plpgsql as $$
    declare changed text[];
    begin
      if tg_table_name = 'network_provider' and tg_op = 'UPDATE' then
        changed := array(select npi from (select npi, org_id, left_at is null from new_rows
          except select npi, org_id, left_at is null from old_rows) c);
      elsif tg_op = 'DELETE' then
        changed := array(select distinct npi from old_rows);
      else
        changed := array(select distinct npi from new_rows);
      end if;
      if changed = '{}' then return null; end if;
      if coalesce(current_setting('portico.cohorts', true), '') = 'later' then
        insert into cohort_later select unnest(changed) on conflict do nothing;
      else
        perform set_cohorts(changed);
      end if;
      return null;
    end $$;
  create function put_off_cohorts() returns void language plpgsql as $$
    begin
      create temporary table cohort_later (npi text collate "C" primary key) on commit drop;
      perform set_config('portico.cohorts', 'later', true);
    end $$;
  create function settle_cohorts() returns void language plpgsql as $$
    begin
      perform set_config('portico.cohorts', '', true);
      perform set_cohorts(array(select npi from cohort_later));
      drop table cohort_later;
    end $$;

  create trigger cohorts_of_new after insert on network_provider
    referencing new table as new_rows for each statement execute function cohorts_after_change();
  create trigger cohorts_of_changed after update on network_provider
    referencing old table as old_rows new table as new_rows for each statement execute function cohorts_after_change();
  create trigger cohorts_of_new after insert on group_member
    referencing new table as new_rows for each statement execute function cohorts_after_change();
  create trigger cohorts_of_gone after delete on group_member
    referencing old table as old_rows for each statement execute function cohorts_after_change();`

const CLAIMS = `
  create function lock_cohorts() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7262, 78);
      return null;
    end $$;
  create trigger lock_cohorts before insert or update or delete on claim
    for each statement execute function lock_cohorts();
  create function cohort_of_claim() returns trigger language plpgsql as $$
    begin
      new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
      return new;
    end $$;
  create trigger cohort_of_claim before insert or update of npi on claim
    for each row execute function cohort_of_claim();`

const SUMS = `
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
  create trigger claim_sums_of_new after insert on claim
    referencing new table as new_rows for each statement execute function add_claim_sums();
  create trigger claim_sums_of_changed after update on claim
    referencing old table as old_rows new table as new_rows for each statement execute function add_claim_sums();
  create trigger claim_sums_of_gone after delete on claim
    referencing old table as old_rows for each statement execute function add_claim_sums();`
