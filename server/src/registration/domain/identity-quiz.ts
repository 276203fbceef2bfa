import { QUIZ_PASS, QUIZ_PENDING } from '@portico/core/constants'
import { ANSWER_ALL_QUESTIONS, ANSWERS_INCORRECT, GENERIC, IDENTITY_NOT_CONFIRMED } from '@portico/core/forms/messages'
import { PROOF_MISSING } from '@portico/core/forms/sentences'
import type { QuizAnswers, QuizEntity, QuizScore, RegistrationBody } from '@portico/core/registration/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findReachedLimit, insertAttempt, lockAttempts } from '../store/identity-attempts.ts'
import { updateRegistration } from '../store/registrations.ts'
import { quizLimits } from './attempt-limits.ts'
import type { Held } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'
import { missingProof, otherNpi } from './proofs.ts'
import type { IdentityService } from './quiz/identity-service.ts'
import { draftQuiz, findOpenQuiz, gradeQuizOnce, keepQuiz, type QuizTarget } from './quiz/quiz-session.ts'
import { findOpenRequest } from './request-link.ts'

/** quizRequest: the quiz of a provider who registers themselves. */
export async function requestQuiz(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  address: string,
): Promise<Outcome<QuizEntity>> {
  const refused = missingProof('quizRequest', held) ?? otherNpi(held, body.npiId)
  if (refused) return refused
  const npi = held.npi as string
  const outcome = await offerQuiz(
    deps,
    parts.identity,
    { registrationId: held.id_hash, npi, workflow: 'SELF' },
    address,
  )
  return outcome === 'cannot-ask' ? refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz') : outcome
}

/** quizForReqId: the quiz of a provider who was asked to accept a request. Who cannot be quizzed is left to plan staff. */
export async function requestQuizForLink(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  reqId: string,
  address: string,
): Promise<Outcome<QuizEntity>> {
  const refused = missingProof('quizForReqId', held)
  if (refused) return refused
  const open = await findOpenRequest(deps, parts.ports, reqId)
  if ('refusal' in open) return open
  if (open.entity.link.id !== held.link_id) return refuse(400, PROOF_MISSING, 'other-link')
  const { requestId, needsStaff } = open.entity.facts
  const target: QuizTarget = { registrationId: held.id_hash, npi: held.npi as string, workflow: 'REQUEST', requestId }
  const outcome = await offerQuiz(deps, parts.identity, target, address)
  if (outcome !== 'cannot-ask') return outcome
  if (!needsStaff) {
    const now = deps.clock.now()
    await deps.db.transaction().execute((trx) => parts.ports.passRequestToStaff(trx, { requestId, now }))
  }
  return refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz')
}

/**
 * An open quiz is shown again, also to somebody who asks twice at once; a new one is counted in the transaction that
 * keeps it (behaviour 7.10), so that none is counted and not shown.
 */
async function offerQuiz(
  deps: Deps,
  identity: IdentityService,
  target: QuizTarget,
  address: string,
): Promise<Outcome<QuizEntity> | 'cannot-ask'> {
  const open = await findOpenOutcome(deps, target)
  if (open) return open
  const now = deps.clock.now()
  const attempt = { kind: 'QUIZ' as const, npi: target.npi, address: networkOf(address), now }
  const limits = quizLimits(deps.settings.limits, now)
  // Looked at before a vendor is asked; what counts is looked at again below.
  if (await findReachedLimit(deps.db, attempt, limits)) return (await findOpenOutcome(deps, target)) ?? 'cannot-ask'
  const draft = await draftQuiz(deps, identity, target)
  if (draft.kind === 'not-enough') return 'cannot-ask'
  if (draft.kind === 'unavailable') return refuse(400, GENERIC, 'identity-service')
  return deps.db.transaction().execute(async (trx) => {
    await lockAttempts(trx, attempt)
    const meanwhile = await findOpenOutcome({ ...deps, db: trx }, target)
    if (meanwhile) return meanwhile
    const counted = await insertAttempt(trx, attempt, limits)
    if ('reached' in counted) return 'cannot-ask'
    return {
      entity:
        draft.kind === 'offer' ? await keepQuiz(trx, draft.row) : declinedQuiz(target, draft.status, draft.message),
    }
  })
}

async function findOpenOutcome(deps: Pick<Deps, 'db' | 'clock'>, target: QuizTarget) {
  const open = await findOpenQuiz(deps, target)
  return open && { entity: open }
}

/** The first status is not PENDING: the page goes home with the message (behaviour 4.19). */
function declinedQuiz({ workflow }: QuizTarget, status: string, statusMsg: string): QuizEntity {
  return { status, statusMsg, workflow, transactionId: '', quizId: '', noOfQuestions: 0, questionList: [] }
}

/** quizScore: only a quiz of this very registration, graded once. */
export async function scoreQuiz(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  posted: QuizAnswers,
  address: string,
): Promise<Outcome<QuizScore>> {
  const answers = posted.questionList.map(({ id, selectedChoice }) => ({ id, selectedChoice }))
  const grade = await gradeQuizOnce(
    deps,
    parts.identity,
    { quizId: posted.quizId, registrationId: held.id_hash, answers },
    async (trx, ended, quiz) => {
      const at = deps.clock.now()
      const action = ended.kind === 'PASS' ? 'quiz.passed' : 'quiz.failed'
      await legacyRecordAudit(trx, {
        at,
        actorKind: 'visitor',
        action,
        npi: quiz.npi,
        requestId: quiz.request_id,
        address,
      })
      if (ended.kind !== 'PASS') return
      await updateRegistration(trx, held.id_hash, { quiz_transaction_id: ended.transactionId, quiz_at: at })
    },
  )
  if (grade.kind === 'PASS') {
    return { entity: { status: QUIZ_PASS, transactionId: grade.transactionId, statusMsg: '' } }
  }
  if (grade.kind === 'PENDING' || grade.kind === 'incomplete') {
    const statusMsg = grade.kind === 'PENDING' ? grade.message : ANSWER_ALL_QUESTIONS
    return { entity: { status: QUIZ_PENDING, transactionId: '', statusMsg } }
  }
  if (grade.kind === 'FAIL') return refuse(406, ANSWERS_INCORRECT, 'quiz-failed')
  return grade.kind === 'unknown' ? refuse(400, PROOF_MISSING, 'other-quiz') : refuse(400, GENERIC, 'identity-service')
}
