import type { AuditAct } from '@portico/core/internal/audit-acts'
import { RETURN_REASON_NEEDED } from '@portico/core/internal/limits'
import type { Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import type { ContractPorts } from '../ports.ts'
import { findContractDecision, lockAwaitingRequest, updateContractDecided } from '../store/signed-contracts.ts'
import { CONTRACT_DECIDED, CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN } from './texts.ts'

export type ContractDecision = {
  reference: string
  contractId: string
  staff: { accountId: string; address: string }
}

/**
 * Validation brings the request to life: the contract's state, the grants, the former SAA, mails and audit are one
 * transaction. Locks are taken as everywhere: entities, then the request (activateRequest), then the contract.
 */
export async function validateContract(
  deps: Deps,
  ports: ContractPorts,
  decision: ContractDecision,
): Promise<Outcome<true>> {
  const now = deps.clock.now()
  const { accountId, address } = decision.staff
  return legacyTransact(deps.db, async (trx) => {
    const asked = await findRequestId(trx, decision.reference)
    if (!asked) return refuse(404, CONTRACT_UNKNOWN)
    const activated = await ports.activateRequest(trx, {
      requestId: asked,
      decidedAs: 'STAFF',
      decidedBy: accountId,
      now,
      address,
    })
    if ('refusal' in activated) return activated
    if (activated.entity.repeated)
      return (await isRepeated(trx, decision, asked, 'VALIDATED', null)) ? done : refuse(407, CONTRACT_DECIDED)
    const decided = await updateContractDecided(trx, {
      ...decision,
      requestId: asked,
      state: 'VALIDATED',
      by: accountId,
      reason: null,
      now,
    })
    if (!decided) return refuse(407, CONTRACT_DECIDED)
    await recordDecision(trx, decision, asked, activated.entity.accountId, 'contract.validated', now)
    return done
  })
}

export async function returnContract(
  deps: Deps,
  ports: ContractPorts,
  decision: ContractDecision & { reason: string },
): Promise<Outcome<true>> {
  const now = deps.clock.now()
  const reason = decision.reason.trim()
  if (reason === '') return refuse(400, RETURN_REASON_NEEDED)
  return legacyTransact(deps.db, async (trx) => {
    const request = await lockAwaitingRequest(trx, decision.reference)
    if (!request) return refuse(404, CONTRACT_UNKNOWN)
    if (await isRepeated(trx, decision, request.id, 'RETURNED', reason)) return done
    if (request.state !== 'PENDING_CONTRACT') return refuse(407, CONTRACT_NOT_AWAITED)
    const decided = await updateContractDecided(trx, {
      contractId: decision.contractId,
      requestId: request.id,
      state: 'RETURNED',
      by: decision.staff.accountId,
      reason,
      now,
    })
    if (!decided) return refuse(407, CONTRACT_DECIDED)
    await ports.tellContractReturned(trx, { requestId: request.id, reason, now })
    await recordDecision(trx, decision, request.id, request.account_id, 'contract.returned', now, { reason })
    return done
  })
}

const done = { entity: true as const }

/** The same person sends the same decision about the same copy again, as after a time-out: it stands, once. */
async function isRepeated(
  trx: Trx,
  { contractId, staff }: ContractDecision,
  requestId: string,
  state: 'VALIDATED' | 'RETURNED',
  reason: string | null,
): Promise<boolean> {
  const earlier = await findContractDecision(trx, contractId, requestId)
  return earlier?.state === state && earlier.decided_by === staff.accountId && earlier.reason === reason
}

/** Read without a lock: activateRequest locks what has to be locked, in its own order. */
async function findRequestId(trx: Trx, reference: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('access_request')
    .select('id')
    .where('reference', '=', reference)
    .where('path', '=', 'CONTRACT')
    .executeTakeFirst()
  return found?.id
}

async function recordDecision(
  trx: Trx,
  decision: ContractDecision,
  requestId: string,
  subjectAccountId: string,
  action: AuditAct,
  now: Date,
  details: Record<string, unknown> = {},
): Promise<void> {
  await legacyRecordAudit(trx, {
    at: now,
    actorKind: 'internal',
    actorAccountId: decision.staff.accountId,
    action,
    subjectAccountId,
    requestId,
    address: decision.staff.address,
    details: { contractId: decision.contractId, ...details },
  })
}
