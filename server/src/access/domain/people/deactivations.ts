import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import * as store from '../../store/people/deactivations.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { queueActiveAgainMails, queueDeactivationMails } from '../mail/deactivation-mails.ts'

const SUSPENDED_REASON = 'The national provider file lists the NPI as deactivated.'

type Access = { active: number; suspended: number; activeAgain: number }
type Settle = {
  /** NPIs that became deactivated or active again. */
  npis: string[]
  /** Throws if that is too much. */
  check: (access: Access) => void
}

/**
 * Suspends the grants for deactivated NPIs in the transaction of the import, ends the sessions and tokens of their owners
 * and notifies everyone concerned. An NPI that is active again gets nothing back: it is reported (behaviour 22.50).
 */
export async function settleDeactivations(context: InTransaction, { npis, check }: Settle): Promise<Access> {
  const { db } = context
  // A request that is approved at the same moment sees the deactivation, or its grant is seen here.
  await lockEntities(
    db,
    (await store.findGranted(db, npis)).map((npi) => `NPI:${npi}`),
  )
  const active = await store.countActiveNpiGrants(db)
  const grants = await store.lockActiveOfDeactivated(db)
  const access = { active, suspended: grants.length, activeAgain: 0 }
  check(access)
  const deactivated = [...(await store.findDeactivatedAmong(db, npis)), ...grants.map(({ scope_id }) => scope_id)]
  const ids = grants.map(({ id }) => id)
  await narrowAccess(context, {
    accountIds: grants.map(({ account_id }) => account_id),
    take: () => store.updateDeactivated(context, ids, SUSPENDED_REASON),
    ends: 'SESSIONS',
    async record() {
      for (const grant of grants) await recordGrantAct(context, grant, 'grant.suspended', { reason: SUSPENDED_REASON })
    },
    notify: () => queueDeactivationMails(context, grants, [...new Set(deactivated)].sort()),
  })
  const activeAgain = await store.updateReactivated(context)
  for (const npi of activeAgain) await recordAudit(context, { action: 'directory.npi-active-again', npi })
  await queueActiveAgainMails(context, activeAgain)
  return { ...access, activeAgain: activeAgain.length }
}
