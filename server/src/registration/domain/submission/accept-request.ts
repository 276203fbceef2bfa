import { REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import type { ReqIdQuery } from '@portico/core/registration/shapes'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { olderKey } from '#platform/keys/secret-key.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import * as access from '../../../access/access.ts'
import type { Visitor } from '../proofs/current-registration.ts'
import { refusedOnLink } from '../proofs/proof-failure.ts'
import { findOpenRequest, type OpenRequest } from '../proofs/request-link.ts'
import { hashSubmission, known, repeatedResult, type Submission, submitOnce } from './submission.ts'

/** addSaa on a link: requires only the token and a passed quiz, unless two proofs have failed on that link since. */
export function acceptRequest(submission: Submission): Promise<Outcome<true>> {
  const request = known(submission, 'request')
  return submitOnce(
    submission,
    async (inside) =>
      (await refusedOnLink(inside, request.facts.requestId)) ?? decide(inside, request, access.approveRequest),
  )
}

/** rejectRegReqId: requires only the token. A rejection needs no proof of identity. */
export async function denyRequest(context: Visitor, { reqId }: ReqIdQuery): Promise<Outcome<true>> {
  const { registration, settings } = context
  const hash = hashSubmission(olderKey(settings), 'rejectRegReqId', { rejReqId: reqId })
  const repeated = registration && repeatedResult(registration, hash)
  if (repeated) return repeated
  const open = await findOpenRequest(context, reqId)
  if ('refusal' in open) return open
  const reject = (inside: InTransaction) => decide(inside, open.entity, access.denyRequest)
  if (registration?.link_id === open.entity.link.id)
    return submitOnce({ context: { ...context, registration }, kind: 'rejectRegReqId', hash }, reject)
  const rejected = await transact(context, reject)
  return 'refusal' in rejected ? rejected : { entity: true }
}

/** Decides a request by its link and ends the link. */
async function decide(
  context: InTransaction,
  { link, facts: { requestId } }: OpenRequest,
  decideRequest: typeof access.denyRequest,
): Promise<Outcome<{ requestId: string }>> {
  const decided = await decideRequest(context, { requestId, decidedAs: 'PROVIDER', linkId: link.id })
  if (!('refusal' in decided)) return { entity: { requestId } }
  const isOver = decided.refusal.messageCode === access.ALREADY_DECIDED
  return isOver ? refuse(407, REQUEST_LINK_USED, 'link-used') : decided
}
