import { QUIZ_PENDING } from '@portico/core/constants'
import { ANSWER_ALL_QUESTIONS, GENERIC } from '@portico/core/forms/messages'
import { ANSWERS_INCORRECT, IDENTITY_NOT_CONFIRMED } from '@portico/core/registration/messages'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import { PROOF_MISSING } from '@portico/core/registration/sentences'
import type { Quiz, QuizAnswers, QuizScore, ReqIdQuery } from '@portico/core/registration/shapes'
import { passRequestToStaff } from '../../access/access.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import {
  type Attempt,
  countAttemptsLeft,
  findReachedLimit,
  insertLockedAttempt,
  lockAttempts,
} from '../store/identity-attempts.ts'
import { countFailures, countRequestFailures } from '../store/proof-failures.ts'
import { countOtherOpenQuizzes, deleteUnansweredAttempts, findQuiz } from '../store/quizzes.ts'
import { quizLimits } from './attempt-limits.ts'
import { npiOf, type Registering } from './held-registration.ts'
import { findCodeAddress, maskPlanAddress } from './identity-ways.ts'
import { answerPassed, passProof } from './pass-proof.ts'
import { countsAs, failProof } from './proof-failure.ts'
import { missingProof, otherNpi, VISITOR } from './proofs.ts'
import { chooseIdentity } from './quiz/choose-identity.ts'
import { draftQuiz, findOpenQuiz, gradeQuizOnce, keepQuiz, type QuizTarget } from './quiz/quiz-session.ts'
import { findRequestToProve, refusedOnHeldLink } from './request-link.ts'

/** quizRequest: the quiz of a provider who registers themselves. */
export async function requestQuiz(context: Registering, body: RegistrationBody): Promise<Outcome<Quiz>> {
  const { held } = context
  const refused = missingProof('quizRequest', held) ?? otherNpi(held, body.npiId)
  if (refused) return refused
  const target: QuizTarget = {
    registrationId: held.id_hash,
    npi: npiOf(held),
    workflow: 'SELF',
    typedAmounts: held.typed_amounts,
  }
  const outcome = await offerProofs(context, target)
  return outcome === 'cannot-ask' ? refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz') : outcome
}

/** quizForReqId: the quiz of a provider who was asked to accept a request. Who cannot be quizzed is left to plan staff. */
export async function requestQuizForLink(context: Registering, { reqId }: ReqIdQuery): Promise<Outcome<Quiz>> {
  const { held } = context
  const refused = missingProof('quizForReqId', held)
  if (refused) return refused
  const open = await findRequestToProve(context, reqId)
  if ('refusal' in open) return open
  const { requestId, needsStaff, typedAmounts } = open.entity.facts
  const subject = { npi: npiOf(held), workflow: 'REQUEST', typedAmounts } as const
  const target: QuizTarget = { ...subject, registrationId: held.id_hash, requestId }
  const outcome = await offerProofs(context, target)
  if (outcome !== 'cannot-ask') return outcome
  if (!needsStaff) await context.db.transaction().execute((db) => passRequestToStaff({ ...context, db }, requestId))
  return refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz')
}

/** The ways to prove an identity that the plan allows and this provider has: the questions, a code, or both. */
async function offerProofs(context: Registering, target: QuizTarget): Promise<Outcome<Quiz> | 'cannot-ask'> {
  const { settings, held } = context
  const asks = settings.identityProof !== 'code' && held.half_proof !== 'QUIZ'
  const email = held.half_proof === 'CODE' ? undefined : await findCodeAddress(context, target.npi)
  const needsBoth = settings.identityProof === 'both' && held.half_proof === null
  if (needsBoth && !email) return 'cannot-ask'
  const codeTo = email && { codeTo: maskPlanAddress(email) }
  const quiz = asks ? await offerQuiz(context, target) : 'cannot-ask'
  if (quiz !== 'cannot-ask') {
    if ('refusal' in quiz) return quiz
    const left = quiz.entity.noOfQuestions > 0 && {
      quizzesLeft: await countQuizzesLeft(context, target, quiz.entity.quizId),
    }
    return { entity: { ...quiz.entity, ...left, ...codeTo } }
  }
  if (!codeTo || needsBoth) return 'cannot-ask'
  return { entity: { ...emptyQuiz(target, QUIZ_PENDING, ''), ...codeTo } }
}

/**
 * An open quiz is shown again, also to somebody who asks twice at once; a new one is counted in the transaction that
 * keeps it (behaviour 7.10), so that none is counted and not shown.
 */
async function offerQuiz(context: Registering, target: QuizTarget): Promise<Outcome<Quiz> | 'cannot-ask'> {
  const { db, now, address, settings } = context
  const open = await findOpenOutcome(context, target)
  if (open) return open
  const attempt: Attempt = { kind: 'QUIZ', npi: target.npi, address: networkOf(address), now }
  const limits = quizLimits(settings.limits, now)
  await deleteUnansweredAttempts(db, target.registrationId, now)
  // Looked at before a vendor is asked; what counts is looked at again below.
  if ((await isUsedUp(context, target)) || (await findReachedLimit(db, attempt, limits)))
    return (await findOpenOutcome(context, target)) ?? 'cannot-ask'
  const draft = await draftQuiz({ ...context, identity: chooseIdentity(context) }, target)
  if (draft.kind === 'not-enough') return 'cannot-ask'
  if (draft.kind === 'unavailable') return refuse(400, GENERIC, 'identity-service')
  return db.transaction().execute(async (trx) => {
    await lockAttempts(trx, attempt)
    const meanwhile = await findOpenOutcome({ ...context, db: trx }, target)
    if (meanwhile) return meanwhile
    if (await isUsedUp({ ...context, db: trx }, target)) return 'cannot-ask'
    const counted = await insertLockedAttempt(trx, attempt, limits)
    if ('reached' in counted) return 'cannot-ask'
    return {
      entity:
        draft.kind === 'offer'
          ? await keepQuiz(trx, draft.row, counted.attemptId)
          : emptyQuiz(target, draft.status, draft.message),
    }
  })
}

/** Told to whoever has one open, so that nobody learns by it what they could not try: with this one, which is open. */
async function countQuizzesLeft(context: Registering, target: QuizTarget, quizId: string): Promise<number> {
  const { db, now, settings } = context
  const attempt: Attempt = { kind: 'QUIZ', npi: target.npi, address: networkOf(context.address), now }
  const { proofFailuresPerNpi, proofFailuresPerRequest } = settings.limits
  const today = 1 + (await countAttemptsLeft(db, attempt, quizLimits(settings.limits, now)))
  const mayFail = proofFailuresPerNpi - (await countFailures(db, target.npi, 'QUIZ'))
  const findShown = () => findQuiz(db, quizId, target.registrationId)
  const inAll = Math.ceil(mayFail / (await countsAs(context, target.requestId ?? null, findShown)))
  const byLink = target.requestId ? proofFailuresPerRequest - (await countRequestFailures(db, target.requestId)) : inAll
  return Math.max(1, Math.min(today, inAll, byLink))
}

/**
 * Failures never grow old; a quiz that somebody else has open may become one. Where nothing has failed yet, any number
 * may be open beside each other: each is graded against what failed by then, so that they are no more guesses together.
 */
async function isUsedUp({ db, now, settings }: Registering, target: QuizTarget): Promise<boolean> {
  const failed = await countFailures(db, target.npi, 'QUIZ')
  const open = failed === 0 ? 0 : await countOtherOpenQuizzes(db, { ...target, now })
  return failed + open >= settings.limits.proofFailuresPerNpi
}

/** Not where it could only fail: too much failed elsewhere since it was shown. */
async function findOpenOutcome({ db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>, target: QuizTarget) {
  const open = await findOpenQuiz({ db, now }, target)
  if (!open || (await countFailures(db, target.npi, 'QUIZ')) >= settings.limits.proofFailuresPerNpi) return undefined
  return { entity: open }
}

/** Without questions. A first status other than PENDING leads home with the message (behaviour 4.19). */
function emptyQuiz({ workflow }: QuizTarget, status: string, statusMsg: string): Quiz {
  return { status, statusMsg, workflow, transactionId: '', quizId: '', noOfQuestions: 0, questionList: [] }
}

/** quizScore: only a quiz of this very registration, graded once. */
export async function scoreQuiz(context: Registering, posted: QuizAnswers): Promise<Outcome<QuizScore>> {
  const { held } = context
  const refused = await refusedOnHeldLink(context)
  if (refused) return refused
  const answers = posted.questionList.map(({ id, selectedChoice }) => ({ id, selectedChoice }))
  const grade = await gradeQuizOnce(
    { ...context, identity: chooseIdentity(context) },
    { quizId: posted.quizId, registrationId: held.id_hash, answers },
    async (db, ended, quiz) => {
      const action = ended.kind === 'PASS' ? 'quiz.passed' : 'quiz.failed'
      await recordAudit({ ...context, db }, { actor: VISITOR, action, npi: quiz.npi, requestId: quiz.request_id })
      const inside = { ...context, db }
      if (ended.kind !== 'PASS')
        return failProof(inside, {
          kind: 'QUIZ',
          ...quiz,
          countsAs: await countsAs(inside, quiz.request_id, async () => quiz),
        })
      await passProof({ ...context, db }, { ...quiz, kind: 'QUIZ', transactionId: ended.transactionId })
    },
  )
  if (grade.kind === 'PASS') return { entity: await answerPassed(context, { ...grade, kind: 'QUIZ' }) }
  if (grade.kind === 'PENDING' || grade.kind === 'incomplete') {
    const statusMsg = grade.kind === 'PENDING' ? grade.message : ANSWER_ALL_QUESTIONS
    return { entity: { status: QUIZ_PENDING, transactionId: '', statusMsg } }
  }
  if (grade.kind === 'FAIL') return refuse(406, ANSWERS_INCORRECT, 'quiz-failed')
  return grade.kind === 'unknown' ? refuse(400, PROOF_MISSING, 'other-quiz') : refuse(400, GENERIC, 'identity-service')
}
