import { QUIZ_PASS, QUIZ_PENDING } from '@portico/core/constants'
import type { QuizScore } from '@portico/core/registration/shapes'
import { CODE_TOO, QUESTIONS_TOO } from '@portico/core/registration/texts/sentences'
import type { InTransaction } from '../../../platform/context.ts'
import type { ProofKind } from '../../store/proofs/proof-failures.ts'
import { type PassedProof, updateProofPassed } from '../../store/proofs/proof-passed.ts'
import { findRegistration } from '../../store/registrations.ts'
import type { Registering } from '../current-registration.ts'

type Passed = {
  kind: ProofKind
  npi: string
  request_id: string | null
  attempt_id: string | null
  transactionId: string
}

const ACTS = { QUIZ: 'quiz.passed', CODE: 'identity.code-passed' } as const

/**
 * What a passed quiz or code is worth, in the transaction that ends it: the proof of the identity, or the half of it
 * where the plan asks for both. It was no attempt. What failed before is forgotten by the whole proof alone: whoever can
 * give one half again and again would otherwise guess at the other for ever. True where it was the whole.
 */
export async function passProof(context: InTransaction<Registering>, passed: Passed): Promise<boolean> {
  const alone = (is: boolean): PassedProof['proves'] => (is ? 'alone' : 'half')
  const proves = {
    quiz: alone(passed.kind === 'QUIZ'),
    code: alone(passed.kind === 'CODE'),
    either: alone(true),
    both: 'with-the-other' as const,
  }[context.settings.identityProof]
  const { kind, npi, request_id: requestId, attempt_id: attemptId, transactionId } = passed
  const registrationId = context.held.id_hash
  const proof = { kind, act: ACTS[kind], registrationId, npi, requestId, attemptId, transactionId, proves }
  return updateProofPassed(context, proof)
}

/** The answer to a passed quiz or code: PASS, or PENDING as long as the plan asks for the other one too. */
export async function answerPassed(
  { db, held }: Registering,
  { kind, transactionId, isWhole }: Pick<Passed, 'kind' | 'transactionId'> & { isWhole?: boolean | undefined },
): Promise<QuizScore> {
  // Passed before: the other half may have come since.
  if (isWhole ?? (await findRegistration(db, held.id_hash))?.quiz_at)
    return { status: QUIZ_PASS, transactionId, statusMsg: '' }
  return { status: QUIZ_PENDING, transactionId: '', statusMsg: kind === 'QUIZ' ? CODE_TOO : QUESTIONS_TOO }
}
