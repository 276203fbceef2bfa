import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { DecideContractBody, ReturnContractBody } from '@portico/core/contracts/shapes'
import { tellContractReturned } from '../../access/access.ts'
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
import { acceptContract } from './accept-contract.ts'
import { CONTRACT_DECIDED, CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN } from './texts.ts'

export async function validateContract(context: SignedIn, given: DecideContractBody): Promise<Outcome<true>> {
  const { reference, contractId } = given
  return transact(context, async (inside) => {
    // Read without a lock: accepting locks what has to be locked, in its own order.
    const requestId = await findContractRequestId(inside.db, reference)
    if (!requestId) return refuse(404, CONTRACT_UNKNOWN)
    return acceptContract(inside, { contractId, requestId, decidedAs: 'STAFF', decidedBy: inside.session.accountId })
  })
}

export async function returnContract(context: SignedIn, given: ReturnContractBody): Promise<Outcome<true>> {
  const { reference, contractId } = given
  const reason = given.reason.trim()
  if (reason === '') return refuse(400, RETURN_REASON_NEEDED)
  return transact(context, async (inside) => {
    const request = await lockAwaitingRequest(inside.db, reference)
    if (!request) return refuse(404, CONTRACT_UNKNOWN)
    const decidedBy = inside.session.accountId
    const decision = { contractId, requestId: request.id, state: 'RETURNED', reason, decidedBy } as const
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
async function isRepeated({ db }: InTransaction, decision: ContractDecision): Promise<boolean> {
  const earlier = await findContractDecision(db, decision)
  return (
    earlier?.state === decision.state && earlier.decided_by === decision.decidedBy && earlier.reason === decision.reason
  )
}
