import { STAFF_DECIDE } from '@portico/core/registration/texts/sentences'
import { findRequest, insertFailureToTell, passRequestToStaff } from '../../../access/access.ts'
import type { Context, InTransaction } from '../../../platform/context.ts'
import { refuse } from '../../../platform/outcome.ts'
import {
  countFailures,
  countRequestFailures,
  insertFailure,
  type ProofKind,
} from '../../store/proofs/proof-failures.ts'
import type { QuizRow } from '../../store/proofs/quizzes.ts'
import type { Registering } from '../current-registration.ts'
import { isEasier } from '../quiz/build-quiz.ts'

type Proof = { kind: ProofKind; npi: string; request_id: string | null }
/** As how many failures of the NPI it counts; of a link always as one. */
type FailedProof = Proof & { countsAs?: number }

/** Whoever failed twice on the link of a request proves nothing by it any more (behaviour 7.10). */
export async function refusedOnLink({ db, settings }: Pick<Context, 'db' | 'settings'>, requestId: string | null) {
  if (requestId === null) return undefined
  const failed = await countRequestFailures(db, requestId)
  return failed >= settings.limits.proofFailuresPerRequest ? refuse(407, STAFF_DECIDE, 'staff-decide') : undefined
}

/**
 * Whether a quiz or code can still be passed: failures elsewhere since it was shown count too (behaviour 7.10). The
 * caller has locked the failures of the NPI in the transaction that ends the proof.
 */
export async function mayStillPass(
  context: Pick<InTransaction, 'db' | 'settings'>,
  { kind, npi, request_id: requestId }: Proof,
): Promise<boolean> {
  const { db, settings } = context
  const failures = await countFailures(db, npi, kind)
  if (failures >= settings.limits.proofFailuresPerNpi) return false
  return (await refusedOnLink(context, requestId)) === undefined
}

/** What two claims are proved with. */
const AMOUNTS_OF_CLAIMS = 2

const isInVain = (amounts: string[], provedBy: string | null): boolean =>
  amounts.length > (provedBy === 'claim' ? AMOUNTS_OF_CLAIMS : 0)

/** Of whoever asked, or of whoever made the request that is decided. */
async function hasTypedInVain({ db, held }: Registering, requestId: string | null): Promise<boolean> {
  const request = requestId ? await findRequest(db, requestId) : undefined
  return request ? isInVain(request.typedAmounts, request.validatedBy) : isInVain(held.typed_amounts, held.step1_method)
}

/**
 * As how many failures of the NPI a failed quiz counts. Amounts that are typed are no longer asked for: whoever types
 * some in vain and is left with a quiz that is easier to guess, guesses half as often (behaviour 7.10). Hardly anybody
 * does, so the quiz is looked at for them alone.
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
 * Puts a failed proof down, in the transaction that ends it. Whoever failed twice on the link of a request decides no
 * longer about it: plan staff do (behaviour 7.10).
 */
export async function failProof(context: InTransaction, failed: FailedProof): Promise<void> {
  const { db, now, settings, brand } = context
  const { kind, npi, request_id: requestId, countsAs = 1 } = failed
  await insertFailure(db, { kind, npi, requestId, now })
  for (let more = 1; more < countsAs; more++) await insertFailure(db, { kind, npi, requestId: null, now })
  await insertFailureToTell(db, npi, brand.id)
  if (requestId && (await countRequestFailures(db, requestId)) >= settings.limits.proofFailuresPerRequest)
    await passRequestToStaff(context, requestId)
}
