import { QUIZ_PASS, QUIZ_PENDING } from '@portico/core/constants'
import type { QuizAnswers, QuizEntity, QuizScore, RegistrationBody } from '@portico/core/registration/api'
import {
  ANSWER_ALL_QUESTIONS,
  ANSWERS_INCORRECT,
  GENERIC,
  IDENTITY_NOT_CONFIRMED,
} from '@portico/core/registration/messages'
import { PROOF_MISSING } from '@portico/core/registration/sentences'
import { recordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { deleteAttempt, insertAttempt } from '../store/identity-attempts.ts'
import { updateRegistration } from '../store/registrations.ts'
import { quizLimits } from './attempt-limits.ts'
import type { Held } from './held-registration.ts'
import type { RegistrationParts } from './parts.ts'
import { missingProof, otherNpi } from './proofs.ts'
import type { IdentityService } from './quiz/identity-service.ts'
import { findOpenQuiz, gradeQuizOnce, issueQuiz, type QuizTarget } from './quiz/quiz-session.ts'
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
  if (outcome !== 'cannot-ask') return outcome
  await updateRegistration(deps.db, held.id_hash, { quiz_unavailable_at: deps.clock.now() })
  return refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz')
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

/** An open quiz is shown again; a new one is counted first (readings section 9) and given back if it cannot be made. */
async function offerQuiz(
  deps: Deps,
  identity: IdentityService,
  target: QuizTarget,
  address: string,
): Promise<Outcome<QuizEntity> | 'cannot-ask'> {
  const open = await findOpenQuiz(deps, target)
  if (open) return { entity: open }
  const now = deps.clock.now()
  const counted = await insertAttempt(
    deps.db,
    { kind: 'QUIZ', npi: target.npi, address, now },
    quizLimits(deps.settings.limits, now),
  )
  if ('reached' in counted) return 'cannot-ask'
  const issued = await issueQuiz(deps, identity, target)
  if (issued.kind === 'offer') return { entity: issued.quiz }
  if (issued.kind === 'declined') return { entity: declinedQuiz(target, issued.status, issued.message) }
  await deleteAttempt(deps.db, counted.attemptId)
  return issued.kind === 'not-enough' ? 'cannot-ask' : refuse(400, GENERIC, 'identity-service')
}

/** The first status is not PENDING: the page goes home with the message (spec section 4 point 9). */
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
      await recordAudit(trx, { at, actorKind: 'visitor', action, npi: quiz.npi, requestId: quiz.request_id, address })
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
