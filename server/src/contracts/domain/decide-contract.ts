import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { DecideContractBody, ReturnContractBody } from '@portico/core/contracts/shapes'
import { activateRequest, tellContractReturned } from '../../access/access.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { InTransaction, SignedIn } from '../../platform/context.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { transact } from '../../platform/transaction.ts'
import {
  type ContractDecision,
  findContractDecision,
  findContractRequestId,
  lockAwaitingRequest,
  updateContractDecided,
} from '../store/signed-contracts.ts'
import { CONTRACT_DECIDED, CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN } from './texts.ts'

/**
 * Validation brings the request to life: the contract's state, the grants, the former SAA, mails and audit are one
 * transaction. Locks are taken as everywhere: entities, then the request (activateRequest), then the contract.
 */
export async function validateContract(context: SignedIn, given: DecideContractBody): Promise<Outcome<true>> {
  const { reference, contractId } = given
  return transact(context, async (inside) => {
    // Read without a lock: activateRequest locks what has to be locked, in its own order.
    const requestId = await findContractRequestId(inside.db, reference)
    if (!requestId) return refuse(404, CONTRACT_UNKNOWN)
    const activated = await activateRequest(inside, { requestId, decidedAs: 'STAFF' })
    if ('refusal' in activated) return activated
    const decision = { contractId, requestId, state: 'VALIDATED', reason: null } as const
    if (activated.entity.repeated) return (await isRepeated(inside, decision)) ? done : refuse(407, CONTRACT_DECIDED)
    if (!(await updateContractDecided(inside, decision))) return refuse(407, CONTRACT_DECIDED)
    await recordAudit(inside, {
      action: 'contract.validated',
      subjectAccountId: activated.entity.accountId,
      requestId,
      details: { contractId },
    })
    return done
  })
}

export async function returnContract(context: SignedIn, given: ReturnContractBody): Promise<Outcome<true>> {
  const { reference, contractId } = given
  const reason = given.reason.trim()
  if (reason === '') return refuse(400, RETURN_REASON_NEEDED)
  return transact(context, async (inside) => {
    const request = await lockAwaitingRequest(inside.db, reference)
    if (!request) return refuse(404, CONTRACT_UNKNOWN)
    const decision = { contractId, requestId: request.id, state: 'RETURNED', reason } as const
    if (await isRepeated(inside, decision)) return done
    if (request.state !== 'PENDING_CONTRACT') return refuse(407, CONTRACT_NOT_AWAITED)
    if (!(await updateContractDecided(inside, decision))) return refuse(407, CONTRACT_DECIDED)
    await tellContractReturned(inside, { requestId: request.id, reason })
    await recordAudit(inside, {
      action: 'contract.returned',
      subjectAccountId: request.account_id,
      requestId: request.id,
      details: { contractId, reason },
    })
    return done
  })
}

const done = { entity: true as const }

/** The same person sends the same decision about the same copy again, as after a time-out: it stands, once. */
async function isRepeated({ db, session }: InTransaction<SignedIn>, decision: ContractDecision): Promise<boolean> {
  const earlier = await findContractDecision(db, decision)
  return (
    earlier?.state === decision.state && earlier.decided_by === session.accountId && earlier.reason === decision.reason
  )
}
