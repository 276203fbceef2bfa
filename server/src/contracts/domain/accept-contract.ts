import { STATUS } from '@portico/core/constants'
import type { InTransaction } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { approveRequest, findRequest, type RequestDecision } from '../../access/access.ts'
import { findContractDecision, updateContractDecided } from '../store/signed-contracts.ts'
import { contractValidated } from './events.ts'
import { countersign } from './signing/signed-document.ts'
import { CONTRACT_DECIDED, CONTRACT_UNKNOWN } from './texts.ts'

export type Acceptance = {
  contractId: string
  requestId: string
  /** `SYSTEM` if the contract validates without plan staff. */
  decidedAs: Extract<RequestDecision['decidedAs'], 'STAFF' | 'SYSTEM'>
  decidedBy: string | null
}

/** `repeated`: the same person already made this decision, so the call changed nothing. */
export type Settled = { repeated?: true }

/**
 * Validates the contract and activates its request in one transaction: contract state, countersignature, grants,
 * replaced SAA, mail and audit. Lock order: entities, then the request (approveRequest), then the contract.
 */
export async function acceptContract(context: InTransaction, acceptance: Acceptance): Promise<Outcome<Settled>> {
  const { contractId, requestId, decidedAs, decidedBy } = acceptance
  const activated = await approveRequest(context, { requestId, decidedAs })
  if ('refusal' in activated) return activated
  const decision = { contractId, requestId, state: 'VALIDATED', reason: null, decidedBy } as const
  if (activated.entity.repeated) {
    const earlier = await findContractDecision(context.db, decision)
    const isSame = earlier?.state === 'VALIDATED' && earlier.decided_by === decidedBy
    return isSame ? { entity: { repeated: true } } : refuse(STATUS.pageMessage, CONTRACT_DECIDED)
  }
  if (!(await updateContractDecided(context, decision))) return refuse(STATUS.pageMessage, CONTRACT_DECIDED)
  const request = await findRequest(context.db, requestId)
  if (!request) return refuse(STATUS.notFound, CONTRACT_UNKNOWN)
  const fileHash = await countersign(context, request, contractId)
  // Without plan staff, only a file that is still the signed one becomes valid.
  if (decidedAs === 'SYSTEM' && fileHash === undefined)
    return refuse(STATUS.pageMessage, CONTRACT_DECIDED, 'file-changed')
  await announce(context, contractValidated, {
    subjectAccountId: activated.entity.accountId,
    requestId,
    details: { contractId, ...(fileHash === undefined ? {} : { fileHash }) },
  })
  return { entity: {} }
}
