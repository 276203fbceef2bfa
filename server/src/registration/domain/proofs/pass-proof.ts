import { QUIZ_PASS, QUIZ_PENDING } from '@portico/core/constants'
import type { QuizScore } from '@portico/core/registration/shapes'
import { CODE_ALSO_NEEDED, QUESTIONS_ALSO_NEEDED } from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import type { ProofKind } from '../../store/proofs/attempt-limits.ts'
import { findRegistration, lockRegistration, updateRegistration } from '../../store/registrations.ts'
import { refundAttempt, refundFailures } from './attempts.ts'
import type { Registering } from './current-registration.ts'
import { VISITOR } from './proofs.ts'

type Passed = {
  kind: ProofKind
  npi: string
  request_id: string | null
  attempt_id: string | null
  transactionId: string
}

const ACTS = { QUIZ: 'quiz.passed', CODE: 'identity.code-passed' } as const

/**
 * Records a passed quiz or code in the transaction that ends it, and returns whether the proof is complete. A passed
 * proof consumes no attempt. Only the complete proof gives failures back: otherwise a visitor who can repeat one half
 * could guess at the other half without limit.
 */
export async function passProof(inside: InTransaction<Registering>, passed: Passed): Promise<boolean> {
  const { db, now } = inside
  const { kind, npi, request_id: requestId, attempt_id: attemptId, transactionId } = passed
  const registration = await lockRegistration(db, inside.registration.id_hash)
  const isComplete = completesProof(inside, kind, registration.first_proof)
  const proved = isComplete ? { quiz_transaction_id: transactionId, quiz_at: now } : { first_proof: kind }
  await updateRegistration(db, registration.id_hash, proved)
  if (attemptId) await refundAttempt(inside, attemptId)
  if (isComplete) await refundFailures(inside, npi)
  await recordAudit(inside, { actor: VISITOR, action: ACTS[kind], npi, requestId })
  return isComplete
}

/** A quiz or code is complete alone, unless the plan requires both. */
function completesProof({ settings }: Registering, kind: ProofKind, halfProof: ProofKind | null): boolean {
  const { identityProof } = settings
  if (identityProof === 'both') return halfProof !== null && halfProof !== kind
  return identityProof === 'either' || identityProof === (kind === 'QUIZ' ? 'quiz' : 'code')
}

/** The reply to a passed quiz or code: PASS, or PENDING as long as the plan requires the other one too. */
export async function answerPassed(
  { db, registration }: Registering,
  { kind, transactionId, isComplete }: Pick<Passed, 'kind' | 'transactionId'> & { isComplete?: boolean | undefined },
): Promise<QuizScore> {
  // The proof passed earlier: the other half may have passed since.
  if (isComplete ?? (await findRegistration(db, registration.id_hash))?.quiz_at)
    return { status: QUIZ_PASS, transactionId, statusMsg: '' }
  return {
    status: QUIZ_PENDING,
    transactionId: '',
    statusMsg: kind === 'QUIZ' ? CODE_ALSO_NEEDED : QUESTIONS_ALSO_NEEDED,
  }
}
