import { STAFF_WILL_DECIDE } from '@portico/core/registration/texts/sentences'
import type { Context, InTransaction, Trx } from '#platform/context.ts'
import { refuse } from '#platform/outcome.ts'
import { findRequest, insertFailureToReport, passRequestToStaff } from '../../../access/access.ts'
import type { ProofKind } from '../../store/proofs/attempt-limits.ts'
import type { QuizRow } from '../../store/proofs/quizzes.ts'
import { isEasier } from '../quiz/build-quiz.ts'
import { consumeFailure, findAllowance } from './attempts.ts'
import type { Registering } from './current-registration.ts'

type Proof = { kind: ProofKind; npi: string; request_id: string | null }
/** `countsAs`: how many failures of the NPI it consumes. It always consumes one failure of the link. */
type FailedProof = Proof & { countsAs?: number }

type Reading = Pick<Context, 'db' | 'now' | 'settings'>

export const failuresLeftOnLink = async (context: Reading, requestId: string): Promise<number> =>
  (await findAllowance(context, 'LINK', { requestId })).failedOnLink

/** After two failures on the link of a request, the provider can no longer use that link as proof (behaviour 7.10). */
export async function refusedOnLink(context: Reading, requestId: string | null) {
  if (requestId === null || (await failuresLeftOnLink(context, requestId)) > 0) return undefined
  return refuse(407, STAFF_WILL_DECIDE, 'staff-decide')
}

const failuresLeft = async (context: Reading, { kind, npi }: Proof): Promise<number> =>
  kind === 'QUIZ'
    ? (await findAllowance(context, kind, { npi })).failedQuizzes
    : (await findAllowance(context, kind, { npi })).failedCodes

/**
 * Whether a quiz or code can still be passed: failures elsewhere since it was shown count too (behaviour 7.10). The
 * caller has locked the failures of the NPI in the transaction that ends the proof.
 */
export async function canStillPass(inside: Reading & { db: Trx }, proof: Proof): Promise<boolean> {
  if ((await failuresLeft(inside, proof)) <= 0) return false
  return (await refusedOnLink(inside, proof.request_id)) === undefined
}

/** Number of amounts that prove two claims. */
const AMOUNTS_OF_CLAIMS = 2

const isInVain = (amounts: string[], provedBy: string | null): boolean =>
  amounts.length > (provedBy === 'claim' ? AMOUNTS_OF_CLAIMS : 0)

/** Amounts typed in this registration, or in the registration that made the request. */
async function hasTypedInVain({ db, registration }: Registering, requestId: string | null): Promise<boolean> {
  const request = requestId ? await findRequest(db, requestId) : undefined
  return request
    ? isInVain(request.typedAmounts, request.validatedBy)
    : isInVain(registration.typed_amounts, registration.step1_method)
}

/**
 * How many failures of the NPI a failed quiz counts as. A quiz never asks about amounts that the visitor typed. If the
 * visitor typed wrong amounts and the remaining quiz is easier to guess, its failure counts as two (behaviour 7.10).
 */
export async function countsAs(
  context: Registering,
  requestId: string | null,
  findQuiz: () => Promise<Pick<QuizRow, 'questions'> | undefined>,
): Promise<number> {
  const quiz = (await hasTypedInVain(context, requestId)) ? await findQuiz() : undefined
  return quiz && isEasier(quiz.questions) ? 2 : 1
}

/**
 * Consumes a failure in the transaction that ends the quiz or code. After two failures on the link of a request, plan
 * staff decide the request (behaviour 7.10).
 */
export async function failProof(inside: InTransaction, failed: FailedProof): Promise<void> {
  const { kind, npi, request_id: requestId, countsAs = 1 } = failed
  await consumeFailure(inside, { kind, npi, requestId })
  for (let more = 1; more < countsAs; more++) await consumeFailure(inside, { kind, npi, requestId: null })
  await insertFailureToReport(inside.db, { of: 'PROOF', npi, brand: inside.brand.id, now: inside.now })
  if (requestId && (await failuresLeftOnLink(inside, requestId)) <= 0) await passRequestToStaff(inside, requestId)
}
