import { QUIZ_PASS, QUIZ_PENDING } from '@portico/core/constants'
import { CODE_TOO, QUESTIONS_TOO } from '@portico/core/registration/sentences'
import type { QuizScore } from '@portico/core/registration/shapes'
import type { InTransaction } from '../../platform/context.ts'
import { deleteAttempt } from '../store/identity-attempts.ts'
import { type ProofKind, updateFailuresForgotten } from '../store/proof-failures.ts'
import { findRegistration, findRegistrationForUpdate, updateRegistration } from '../store/registrations.ts'
import type { Registering } from './held-registration.ts'

type Passed = { kind: ProofKind; npi: string; attempt_id: string | null; transactionId: string }

/**
 * What a passed quiz or code is worth, in the transaction that ends it: the proof of the identity, or the half of it
 * where the plan asks for both. It was no attempt. What failed before is forgotten by the whole proof alone: whoever can
 * give one half again and again would otherwise guess at the other for ever.
 */
export async function passProof(context: InTransaction<Registering>, passed: Passed): Promise<void> {
  const { db, now, settings } = context
  const held = await findRegistrationForUpdate(db, context.held.id_hash)
  const isOther = held.half_proof !== null && held.half_proof !== passed.kind
  const isWhole = { quiz: passed.kind === 'QUIZ', code: passed.kind === 'CODE', either: true, both: isOther }[
    settings.identityProof
  ]
  const proof = { quiz_transaction_id: passed.transactionId, quiz_at: now }
  await updateRegistration(db, held.id_hash, isWhole ? proof : { half_proof: passed.kind })
  if (passed.attempt_id) await deleteAttempt(db, passed.attempt_id)
  if (isWhole) await updateFailuresForgotten(db, passed.npi, now)
}

/** The answer to a passed quiz or code: PASS, or PENDING as long as the plan asks for the other one too. */
export async function answerPassed(
  { db, held }: Registering,
  { kind, transactionId }: Pick<Passed, 'kind' | 'transactionId'>,
): Promise<QuizScore> {
  const isWhole = (await findRegistration(db, held.id_hash))?.quiz_at
  if (isWhole) return { status: QUIZ_PASS, transactionId, statusMsg: '' }
  return { status: QUIZ_PENDING, transactionId: '', statusMsg: kind === 'QUIZ' ? CODE_TOO : QUESTIONS_TOO }
}
