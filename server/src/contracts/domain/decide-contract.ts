import * as calls from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import type { DecideContractBody, ReturnContractBody } from '@portico/core/contracts/shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type DecisionHandlers, decideOrDelay, findRequest, NO_LONGER_ALLOWED } from '../../access/access.ts'
import {
  type ContractDecision,
  findContractDecision,
  findContractRequestId,
  lockAwaitingRequestById,
  updateContractDecided,
} from '../store/signed-contracts.ts'
import { acceptContract, type Settled } from './accept-contract.ts'
import { contractReturned } from './events.ts'
import { CONTRACT_DECIDED, CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN } from './texts.ts'

export const validateContract = (context: SignedIn, given: DecideContractBody): Promise<Outcome<true>> =>
  decide(context, given, { act: 'VALIDATE' }, (inside, contract) => validate(inside, contract))

export async function returnContract(context: SignedIn, given: ReturnContractBody): Promise<Outcome<true>> {
  const reason = given.reason.trim()
  if (reason === '') return refuse(400, RETURN_REASON_NEEDED)
  return decide(context, given, { act: 'RETURN', reason }, (inside, contract) => giveBack(inside, contract, reason))
}

type Contract = { requestId: string; contractId: string }

/** Decides now, or after a delay of `holdSeconds` (behaviour 15.14). */
async function decide(
  context: SignedIn,
  { reference, contractId, holdSeconds }: DecideContractBody,
  decision: { act: 'VALIDATE' } | { act: 'RETURN'; reason: string },
  decideNow: (inside: InTransaction, contract: Contract) => Promise<Outcome<Settled>>,
): Promise<Outcome<true>> {
  const decided = await transact(context, async (inside) => {
    // Reads without a lock: the decision takes its locks in its own order.
    const requestId = await findContractRequestId(inside.db, reference)
    if (!requestId) return refuse(404, CONTRACT_UNKNOWN)
    const contract = { requestId, contractId }
    return decideOrDelay(inside, { ...decision, ...contract, holdSeconds }, () => decideNow(inside, contract))
  })
  return 'refusal' in decided ? decided : { entity: true }
}

const validate = (context: InTransaction, contract: Contract): Promise<Outcome<Settled>> =>
  acceptContract(context, { ...contract, decidedAs: 'STAFF', decidedBy: context.actor.accountId })

async function giveBack(context: InTransaction, contract: Contract, reason: string): Promise<Outcome<Settled>> {
  const request = await lockAwaitingRequestById(context.db, contract.requestId)
  if (!request) return refuse(404, CONTRACT_UNKNOWN)
  const decision = { ...contract, state: 'RETURNED', reason, decidedBy: context.actor.accountId } as const
  if (await isRepeated(context, decision)) return { entity: { repeated: true } }
  if (request.state !== 'PENDING_CONTRACT') return refuse(407, CONTRACT_NOT_AWAITED)
  if (!(await updateContractDecided(context, decision))) return refuse(407, CONTRACT_DECIDED)
  const returned = await findRequest(context.db, request.id)
  if (!returned) return refuse(404, CONTRACT_UNKNOWN)
  await announce(context, contractReturned, { request: returned, contractId: contract.contractId, reason })
  return { entity: {} }
}

/** True if the same person already made this decision about this copy, for example before a timeout. */
async function isRepeated({ db }: InTransaction, decision: ContractDecision): Promise<boolean> {
  const earlier = await findContractDecision(db, decision)
  return (
    earlier?.state === decision.state && earlier.decided_by === decision.decidedBy && earlier.reason === decision.reason
  )
}

const { staff } = calls.validateContract.access

/** Checks that the reviewer still has a role that can decide when the delayed decision runs. */
const stillMay =
  (carryOut: DecisionHandlers['VALIDATE']): DecisionHandlers['VALIDATE'] =>
  async (context, delayed) =>
    staff.some((role) => role === context.caller.staffRole)
      ? carryOut(context, delayed)
      : refuse(407, NO_LONGER_ALLOWED)

export const contractHandlers: Pick<DecisionHandlers, 'VALIDATE' | 'RETURN'> = {
  VALIDATE: stillMay((context, delayed) => validate(context, contractOf(delayed))),
  RETURN: stillMay((context, delayed) => giveBack(context, contractOf(delayed), delayed.reason ?? '')),
}

const contractOf = ({
  request_id,
  contract_id,
}: {
  request_id: string | null
  contract_id: string | null
}): Contract => ({ requestId: request_id ?? '0', contractId: contract_id ?? '' })
