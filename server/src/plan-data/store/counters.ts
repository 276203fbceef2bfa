import { type RawBuilder, sql } from 'kysely'
import { countOf, type MaintainedCounter, type Sample } from '#platform/operations/counters.ts'

/** NPIs have ten digits and start with 1 or 2. */
const npisFrom = ({ start, rows }: Sample) => sql`(
  select npi from network_provider where npi >= ${String(1_000_000_000 + Math.floor(start * 1_000_000_000))}
  order by npi limit ${rows})`

const among = (column: RawBuilder<unknown>, sample?: Sample) =>
  sample ? sql`${column} in ${npisFrom(sample)}` : sql`true`

const PROVIDER_COHORTS: MaintainedCounter = {
  name: 'cohorts of providers',
  differences: (sample) =>
    countOf(sql`
      select n.npi from network_provider n left join cohort c on c.id = n.cohort_id
      cross join lateral (
        select array(select group_id from group_member m where m.npi = n.npi order by group_id) as groups) m
      where ${among(sql`n.npi`, sample)} and c.signature is distinct from
        case when n.left_at is null and not n.deactivated and (n.org_id is not null or m.groups <> '{}')
          then md5(coalesce(n.org_id, '') || E'\x1f' || array_to_string(m.groups, E'\x1f')) end`),
  rebuild: (trx) => sql`select set_cohorts(array(select npi from network_provider))`.execute(trx),
}

const RECORDS = ['claim', 'sco_case', 'sco_invoice', 'practice_change']

const RECORD_COHORTS: MaintainedCounter = {
  name: 'cohorts of records',
  differences: (sample) =>
    countOf(
      sql.join(
        RECORDS.map(
          (table) => sql`
            select r.npi from ${sql.table(table)} r left join network_provider n on n.npi = r.npi
            where ${among(sql`r.npi`, sample)} and r.cohort_id is distinct from n.cohort_id`,
        ),
        sql` union all `,
      ),
    ),
  rebuild: PROVIDER_COHORTS.rebuild,
}

const SUMS = sql`count(*)::int as claims, sum(billed_amount) as billed, sum(coalesce(paid_amount, 0)) as paid`

/** Rows of a table of sums that differ from a recount. A missing row counts as zero: empty sums may stay. */
const differing = (table: RawBuilder<unknown>, recount: RawBuilder<unknown>, keys: RawBuilder<unknown>) => sql`
  select from ${table} kept full join ${recount} recounted using (${keys})
  where (coalesce(kept.claims, 0), coalesce(kept.billed, 0), coalesce(kept.paid, 0))
    is distinct from (coalesce(recounted.claims, 0), coalesce(recounted.billed, 0), coalesce(recounted.paid, 0))`

const sumUpClaims: MaintainedCounter['rebuild'] = async (trx) => {
  await sql`select pg_advisory_xact_lock(7262, 78)`.execute(trx)
  await sql`select recompute_claim_sums('claim')`.execute(trx)
}

const SUMS_BY_NPI: MaintainedCounter = {
  name: 'claim sums by provider',
  differences: (sample) => {
    const own = among(sql`npi`, sample)
    return countOf(
      differing(
        sql`(select * from claim_sum_npi where ${own})`,
        sql`(select npi, status, ${SUMS} from claim where ${own} group by npi, status)`,
        sql`npi, status`,
      ),
    )
  },
  rebuild: sumUpClaims,
}

const monthsFrom = ({ start, rows }: Sample) => sql`(
  select * from claim_month where cohort_id >= (select floor(max(id) * ${start}::float8) from cohort)
  order by cohort_id, status, month limit ${rows})`

/** A sample starts from the stored months, so that it reads only their claims. */
const SUMS_BY_MONTH: MaintainedCounter = {
  name: 'claim sums by cohort and month',
  differences: (sample) =>
    countOf(
      sample
        ? sql`
            select from ${monthsFrom(sample)} kept cross join lateral (
              select ${SUMS} from claim where cohort_id = kept.cohort_id and status = kept.status
                and service_date >= kept.month and service_date < kept.month + interval '1 month') recounted
            where (kept.claims, kept.billed, kept.paid)
              is distinct from (recounted.claims, coalesce(recounted.billed, 0), coalesce(recounted.paid, 0))`
        : differing(
            sql`claim_month`,
            sql`(select cohort_id, status, date_trunc('month', service_date)::date as month, ${SUMS}
              from claim where cohort_id is not null group by 1, 2, 3)`,
            sql`cohort_id, status, month`,
          ),
    ),
  rebuild: sumUpClaims,
}

const cohortsFrom = (sample?: Sample) =>
  sample
    ? sql`cohort_id in (select id from cohort where id >= (select floor(max(id) * ${sample.start}::float8) from cohort)
        order by id limit ${sample.rows})`
    : sql`true`

const SUMS_BY_COHORT: MaintainedCounter = {
  name: 'claim sums by cohort',
  differences: (sample) =>
    countOf(
      differing(
        sql`(select * from claim_sum_cohort where ${cohortsFrom(sample)})`,
        sql`(select cohort_id, status, sum(claims)::int as claims, sum(billed) as billed, sum(paid) as paid
          from claim_month where ${cohortsFrom(sample)} group by cohort_id, status)`,
        sql`cohort_id, status`,
      ),
    ),
  rebuild: sumUpClaims,
}

/** No sample: no index counts the claims of one file. */
const CLAIMS_BY_FILE: MaintainedCounter = {
  name: 'claims by cohort and file',
  differences: (sample) =>
    countOf(
      sample
        ? sql`select where false`
        : sql`
            select from claim_change_count kept full join (
              select cohort_id, changed_at, count(*)::int as claims from claim
              where cohort_id is not null and changed_at is not null group by 1, 2) recounted using (cohort_id, changed_at)
            where coalesce(kept.claims, 0) <> coalesce(recounted.claims, 0)`,
    ),
  rebuild: sumUpClaims,
}

export const planDataCounters: readonly MaintainedCounter[] = [
  PROVIDER_COHORTS,
  RECORD_COHORTS,
  SUMS_BY_NPI,
  SUMS_BY_MONTH,
  SUMS_BY_COHORT,
  CLAIMS_BY_FILE,
]
