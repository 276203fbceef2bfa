import { QUIZ_PENDING } from '@portico/core/constants'
import { ANSWER_ALL_QUESTIONS, GENERIC } from '@portico/core/forms/messages'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import type { Quiz, QuizAnswers, QuizScore, ReqIdQuery } from '@portico/core/registration/shapes'
import { ANSWERS_INCORRECT, IDENTITY_NOT_CONFIRMED } from '@portico/core/registration/texts/messages'
import { PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { passRequestToStaff } from '../../../access/access.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Context, InTransaction } from '../../../platform/context.ts'
import { openTransaction } from '../../../platform/database/transaction.ts'
import { networkOf } from '../../../platform/limits/limits.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { type Attempt, insertAttemptRow, lockAttempts } from '../../store/proofs/identity-attempts.ts'
import { countRequestFailures } from '../../store/proofs/proof-failures.ts'
import { findProofStanding, findQuizStanding, type QuizStanding } from '../../store/proofs/quiz-allowance.ts'
import { countOtherOpenQuizzes, findQuiz, type QuizRow } from '../../store/proofs/quizzes.ts'
import { npiOf, type Registering } from '../current-registration.ts'
import { codeLimit, quizLimit } from '../proofs/attempt-limits.ts'
import { codeAddressOf, findCodeAddress, maskPlanAddress } from '../proofs/identity-ways.ts'
import { answerPassed, passProof } from '../proofs/pass-proof.ts'
import { countsAs, failProof } from '../proofs/proof-failure.ts'
import { missingProof, otherNpi, VISITOR } from '../proofs/proofs.ts'
import { findRequestToProve, refusedOnHeldLink } from '../request-link.ts'
import { chooseIdentity } from './choose-identity.ts'
import { draftQuiz, gradeQuizOnce, keepQuiz, type QuizTarget, showQuiz } from './quiz-session.ts'

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
  const before = asks ? await findStanding(context, target) : undefined
  const email = held.half_proof === 'CODE' ? undefined : await findCodeTo(context, target, before)
  const needsBoth = settings.identityProof === 'both' && held.half_proof === null
  if (needsBoth && !email) return 'cannot-ask'
  const codeTo = email && { codeTo: maskPlanAddress(email) }
  const offered = before ? await offerQuiz(context, target, before.quiz) : 'cannot-ask'
  if (offered !== 'cannot-ask') {
    if ('refusal' in offered) return offered
    const { quiz } = offered.entity
    const left = quiz.noOfQuestions > 0 && { quizzesLeft: await countQuizzesLeft(context, target, offered.entity) }
    return { entity: { ...quiz, ...left, ...codeTo } }
  }
  if (!codeTo || needsBoth) return 'cannot-ask'
  return { entity: { ...emptyQuiz(target, QUIZ_PENDING, ''), ...codeTo } }
}

type Standing = Awaited<ReturnType<typeof findProofStanding>>

const findStanding = (context: Registering, target: QuizTarget): Promise<Standing> => {
  const { now, settings } = context
  const { since: codesSince } = codeLimit(settings.limits, now)
  return findProofStanding(context, { ...target, now }, quizLimit(settings.limits, now), codesSince)
}

const findCodeTo = async (context: Registering, { npi }: QuizTarget, before: Standing | undefined) =>
  before ? codeAddressOf(context, before.code) : findCodeAddress(context, npi)

/** With how many there are for today, itself among them, and how many have failed. */
type Offered = { quiz: Quiz; today: number; failures: number }

/**
 * An open quiz is shown again, also to somebody who asks twice at once; a new one is counted in the transaction that
 * keeps it (behaviour 7.10), so that none is counted and not shown.
 */
async function offerQuiz(
  context: Registering,
  target: QuizTarget,
  before: QuizStanding,
): Promise<Outcome<Offered> | 'cannot-ask'> {
  const { db, now, address, settings } = context
  const attempt: Attempt = { kind: 'QUIZ', npi: target.npi, address: networkOf(address), now }
  const open = showOpen(context, before)
  if (open) return open
  // Looked at before a vendor is asked; what counts is looked at again below.
  if (before.left <= 0 || (await isUsedUp(context, target, before))) return 'cannot-ask'
  const draft = await draftQuiz({ ...context, identity: chooseIdentity(context) }, target)
  if (draft.kind === 'not-enough') return 'cannot-ask'
  if (draft.kind === 'unavailable') return refuse(400, GENERIC, 'identity-service')
  return openTransaction(db, async (trx) => {
    const inside = { ...context, db: trx }
    await lockAttempts(trx, attempt)
    const standing = await findQuizStanding(inside, { ...target, now }, quizLimit(settings.limits, now))
    const { left, failures } = standing
    const meanwhile = showOpen(context, standing)
    if (meanwhile) return meanwhile
    if (left <= 0 || (await isUsedUp(inside, target, { failures }))) return 'cannot-ask'
    const counted = { today: left, failures }
    if (draft.kind === 'offer') return { entity: { ...counted, quiz: await keepQuiz(trx, draft, attempt) } }
    await insertAttemptRow(trx, attempt)
    return { entity: { ...counted, quiz: emptyQuiz(target, draft.status, draft.message) } }
  })
}

/** Told to whoever has one open, so that nobody learns by it what they could not try: with this one, which is open. */
async function countQuizzesLeft(
  context: Registering,
  target: QuizTarget,
  { quiz, today, failures }: Offered,
): Promise<number> {
  const { db, settings } = context
  const { proofFailuresPerNpi, proofFailuresPerRequest } = settings.limits
  const findShown = () => findQuiz(db, quiz.quizId, target.registrationId)
  const mayFail = proofFailuresPerNpi - failures
  const inAll = Math.ceil(mayFail / (await countsAs(context, target.requestId ?? null, findShown)))
  const byLink = target.requestId ? proofFailuresPerRequest - (await countRequestFailures(db, target.requestId)) : inAll
  return Math.max(1, Math.min(today, inAll, byLink))
}

/**
 * Failures never grow old; a quiz that somebody else has open may become one. Where nothing has failed yet, any number
 * may be open beside each other: each is graded against what failed by then, so that they are no more guesses together.
 */
async function isUsedUp(
  { db, now, settings }: Registering,
  target: QuizTarget,
  { failures }: Pick<QuizStanding, 'failures'>,
): Promise<boolean> {
  const open = failures === 0 ? 0 : await countOtherOpenQuizzes(db, { ...target, now })
  return failures + open >= settings.limits.proofFailuresPerNpi
}

/** Not where it could only fail: too much failed elsewhere since it was shown. */
function showOpen({ now, settings }: Pick<Context, 'now' | 'settings'>, { open, failures, left }: QuizStanding) {
  if (!open || failures >= settings.limits.proofFailuresPerNpi) return undefined
  return { entity: { quiz: showQuiz(open, now), today: 1 + left, failures } }
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
  let isWhole: boolean | undefined
  const grade = await gradeQuizOnce(
    { ...context, identity: chooseIdentity(context) },
    { quizId: posted.quizId, registrationId: held.id_hash, answers },
    async (db, ended, quiz) => {
      const inside = { ...context, db }
      if (ended.kind === 'FAIL') return failQuiz(inside, quiz)
      isWhole = await passProof(inside, { ...quiz, kind: 'QUIZ', transactionId: ended.transactionId })
    },
  )
  if (grade.kind === 'PASS') return { entity: await answerPassed(context, { ...grade, kind: 'QUIZ', isWhole }) }
  if (grade.kind === 'PENDING' || grade.kind === 'incomplete') {
    const statusMsg = grade.kind === 'PENDING' ? grade.message : ANSWER_ALL_QUESTIONS
    return { entity: { status: QUIZ_PENDING, transactionId: '', statusMsg } }
  }
  if (grade.kind === 'FAIL') return refuse(406, ANSWERS_INCORRECT, 'quiz-failed')
  return grade.kind === 'unknown' ? refuse(400, PROOF_MISSING, 'other-quiz') : refuse(400, GENERIC, 'identity-service')
}

async function failQuiz(inside: InTransaction<Registering>, quiz: QuizRow): Promise<void> {
  const { npi, request_id: requestId } = quiz
  await recordAudit(inside, { actor: VISITOR, action: 'quiz.failed', npi, requestId })
  await failProof(inside, { kind: 'QUIZ', ...quiz, countsAs: await countsAs(inside, requestId, async () => quiz) })
}
