import { sql } from 'kysely'
import { defineKeyedKind } from '../merging/keyed-kind.ts'
import type { Trx } from '../staging/import-kind.ts'

/**
 * A statement of its own before the one that reads cohorts: changes of cohorts have then ended, or wait for this
 * import.
 */
async function lockCohorts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7262, 78)`.execute(trx)
}

async function sumUpClaims(trx: Trx): Promise<void> {
  await sql`select recompute_claim_sums('claim_next')`.execute(trx)
}

export const claims = defineKeyedKind(
  'claim',
  {
    claim_number: 'required',
    npi: 'npi',
    member_id: 'memberId',
    billed_amount: 'amount',
    paid_amount: 'optionalAmount',
    service_date: 'day',
    status: 'required',
    denial_reason: 'optional',
    member_owes: 'optionalAmount',
  },
  {
    stampedIn: 'changed_at',
    taken: { column: 'cohort_id', from: 'network_provider', by: 'npi' },
    before: lockCohorts,
    settleFilled: sumUpClaims,
  },
)
