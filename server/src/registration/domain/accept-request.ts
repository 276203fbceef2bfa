import { PROOF_MISSING, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import { ALREADY_DECIDED } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import type { Held } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'
import { missingProof } from './proofs.ts'
import { findOpenRequest } from './request-link.ts'
import type { Caller } from './requester.ts'
import { hashSubmission, repeatedResult, submitOnce } from './submission.ts'

/** addSaa on a link: token and quiz PASS are all that counts; of the model only the token is read. */
export async function acceptRequest(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
): Promise<Outcome<true>> {
  const { link_id: linkId } = held
  const submissionHash = hashSubmission(deps.settings.secretKey, 'addSaaAccept', { reqId: body.reqId ?? '' })
  const settled = repeatedResult(held, submissionHash) ?? missingProof('addSaaAccept', held)
  if (settled) return settled
  const open = await findOpenRequest(deps, parts.ports, body.reqId ?? '')
  if ('refusal' in open) return open
  const { link, facts } = open.entity
  if (link.id !== linkId) return refuse(400, PROOF_MISSING, 'other-link')
  return submitOnce(deps, held, 'addSaaAccept', submissionHash, async (trx) => {
    const { requestId } = facts
    const active = await parts.ports.activateRequest(trx, {
      requestId,
      decidedAs: 'PROVIDER',
      linkId: link.id,
      now: deps.clock.now(),
      address: caller.address,
    })
    return 'refusal' in active ? settledElsewhere(active) : { entity: { requestId } }
  })
}

/** rejectRegReqId: the token alone decides; a person needs no proof to say no. */
export async function rejectRequest(
  deps: Deps,
  parts: RegistrationParts,
  held: Held | undefined,
  reqId: string,
  caller: Caller,
): Promise<Outcome<true>> {
  const submissionHash = hashSubmission(deps.settings.secretKey, 'rejectRegReqId', { rejReqId: reqId })
  const repeated = held && repeatedResult(held, submissionHash)
  if (repeated) return repeated
  const open = await findOpenRequest(deps, parts.ports, reqId)
  if ('refusal' in open) return open
  const { link, facts } = open.entity
  const decision = {
    requestId: facts.requestId,
    decidedAs: 'PROVIDER' as const,
    linkId: link.id,
    now: deps.clock.now(),
    address: caller.address,
  }
  if (held?.link_id === link.id) {
    return submitOnce(deps, held, 'rejectRegReqId', submissionHash, async (trx) => {
      const rejected = await parts.ports.rejectRequest(trx, decision)
      return 'refusal' in rejected ? settledElsewhere(rejected) : { entity: { requestId: facts.requestId } }
    })
  }
  const rejected = await legacyTransact(deps.db, (trx) => parts.ports.rejectRequest(trx, decision))
  return 'refusal' in rejected ? settledElsewhere(rejected) : { entity: true }
}

function settledElsewhere(refused: ReturnType<typeof refuse>): ReturnType<typeof refuse> {
  return refused.refusal.messageCode === ALREADY_DECIDED ? refuse(407, REQUEST_LINK_USED, 'link-used') : refused
}
