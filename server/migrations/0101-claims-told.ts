import { type Kysely, sql } from 'kysely'

/**
 * How many claims of a cohort a file said something new of, for each moment that a file came: whoever comes back is told
 * a number, and an office of twenty thousand providers has as many claims to count for it as a file has told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whoever writes claims waits until what they add up to is counted here.
    select pg_advisory_xact_lock(7262, 78);
    create table claim_told (
      cohort_id int not null, told_at timestamptz not null, claims int not null,
      primary key (cohort_id, told_at)
    ) with (fillfactor = 80);
    insert into claim_told
      select cohort_id, told_at, count(*) from claim where cohort_id is not null and told_at is not null group by 1, 2;
  `.execute(db)
  await sql.raw(TOLD).execute(db)
}

const TOLD = `
  create function count_claims_told() returns trigger language plpgsql as $$
    declare
      changes text := case tg_op
        when 'INSERT' then 'select 1 as n, cohort_id, told_at from new_rows'
        when 'DELETE' then 'select -1 as n, cohort_id, told_at from old_rows'
        else 'select 1 as n, cohort_id, told_at from new_rows union all select -1 as n, cohort_id, told_at from old_rows' end;
    begin
      execute format('insert into claim_told as s select cohort_id, told_at, sum(n) from (%s) c
        where cohort_id is not null and told_at is not null
        group by cohort_id, told_at having sum(n) <> 0 order by cohort_id, told_at
        on conflict (cohort_id, told_at) do update set claims = s.claims + excluded.claims', changes);
      if tg_op <> 'INSERT' then
        -- A claim is told of again and again: what was told of it before is no longer the newest.
        delete from claim_told s using (select distinct cohort_id, told_at from old_rows) o
          where s.cohort_id = o.cohort_id and s.told_at = o.told_at and s.claims = 0;
      end if;
      return null;
    end $$;
  create trigger claims_told_of_new after insert on claim
    referencing new table as new_rows for each statement execute function count_claims_told();
  create trigger claims_told_of_changed after update on claim
    referencing old table as old_rows new table as new_rows for each statement execute function count_claims_told();
  create trigger claims_told_of_gone after delete on claim
    referencing old table as old_rows for each statement execute function count_claims_told();

  -- For claims that are the only ones: what is left of those before them adds up to nothing.
  create or replace function sum_up_claims(source text) returns void language plpgsql as $$
    begin
      delete from claim_sum_npi;
      delete from claim_month;
      delete from claim_sum_cohort;
      delete from claim_told;
      execute format($sum$
        insert into claim_sum_npi
          select npi, status, count(*), sum(billed_amount), sum(coalesce(paid_amount, 0)) from %1$I
          group by npi, status order by npi, status;
        insert into claim_month
          select cohort_id, status, date_trunc('month', service_date)::date as month, count(*), sum(billed_amount),
            sum(coalesce(paid_amount, 0))
          from %1$I where cohort_id is not null group by cohort_id, status, month order by cohort_id, status, month;
        insert into claim_told
          select cohort_id, told_at, count(*) from %1$I
          where cohort_id is not null and told_at is not null group by cohort_id, told_at order by cohort_id, told_at
        $sum$, source);
      insert into claim_sum_cohort
        select cohort_id, status, sum(claims), sum(billed), sum(paid) from claim_month group by 1, 2 order by 1, 2;
    end $$;`
