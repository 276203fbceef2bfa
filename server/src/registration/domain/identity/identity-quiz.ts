import { QUIZ_PENDING } from '@portico/core/constants'
import { ANSWER_ALL_QUESTIONS, GENERIC } from '@portico/core/forms/messages'
import type { QuizRequestBody } from '@portico/core/registration/model-shapes'
import type { LinkQuizQuery, Quiz, QuizAnswers, QuizScore } from '@portico/core/registration/shapes'
import { ANSWERS_INCORRECT, IDENTITY_NOT_CONFIRMED } from '@portico/core/registration/texts/messages'
import { PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { passRequestToStaff } from '../../../access/access.ts'
import { lockAttempts } from '../../store/proofs/attempts.ts'
import { countOtherOpenQuizzes, findOpenQuiz, findQuiz, type QuizRow } from '../../store/proofs/quizzes.ts'
import { consumeAttempt, findAllowance, refundUnanswered } from '../proofs/attempts.ts'
import { npiOf, type Registering } from '../proofs/current-registration.ts'
import { findCodeAddress, maskPlanAddress } from '../proofs/identity-ways.ts'
import { answerPassed, passProof } from '../proofs/pass-proof.ts'
import { countsAs, failProof, failuresLeftOnLink } from '../proofs/proof-failure.ts'
import { missingProof, otherNpi, VISITOR } from '../proofs/proofs.ts'
import { findRequestToProve, refusedOnCurrentLink } from '../proofs/request-link.ts'
import { chooseIdentity } from '../quiz/choose-identity.ts'
import { draftQuiz, gradeQuizOnce, type QuizTarget, saveQuiz, showQuiz } from './quiz-session.ts'

/** quizRequest: the quiz of a provider who registers themselves. */
export async function requestQuiz(context: Registering, body: QuizRequestBody): Promise<Outcome<Quiz>> {
  const { registration } = context
  const refused = missingProof('quizRequest', registration) ?? otherNpi(registration, body.npiId)
  if (refused) return refused
  const outcome = await offerProofs(context, targetOf(registration), body)
  return outcome === 'cannot-ask' ? refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz') : outcome
}

/** quizForReqId: the quiz of a provider who decides a request. Plan staff decide if no quiz is possible. */
export async function requestQuizForLink(context: Registering, query: LinkQuizQuery): Promise<Outcome<Quiz>> {
  const { registration } = context
  const refused = missingProof('quizForReqId', registration)
  if (refused) return refused
  const open = await findRequestToProve(context, query.reqId)
  if ('refusal' in open) return open
  const { requestId, needsStaff } = open.entity.facts
  const outcome = await offerProofs(context, targetOf(registration, open.entity.facts), query)
  if (outcome !== 'cannot-ask') return outcome
  if (!needsStaff) await transact(context, (inside) => passRequestToStaff(inside, requestId))
  return refuse(404, IDENTITY_NOT_CONFIRMED, 'no-quiz')
}

type LinkFacts = { requestId: string; typedAmounts: string[] }

/** The quiz of a registration, or of the request that its link opened. */
function targetOf(registration: Registering['registration'], link?: LinkFacts): QuizTarget {
  const subject = { registrationId: registration.id_hash, npi: npiOf(registration) }
  if (!link) return { ...subject, workflow: 'SELF', typedAmounts: registration.typed_amounts }
  return { ...subject, workflow: 'REQUEST', typedAmounts: link.typedAmounts, requestId: link.requestId }
}

/**
 * With setting both, a code is worth nothing without questions. Returns whether the plan can ask them or already has.
 * Only a vendor's quiz is opened for this, because only the vendor knows.
 */
export async function canAskQuestions(context: Registering, link?: LinkFacts): Promise<Outcome<boolean>> {
  const { settings, registration } = context
  if (settings.identityProof !== 'both' || registration.first_proof !== null) return { entity: true }
  const target = targetOf(registration, link)
  if (!(await findCodeAddress(context, target.npi))) return { entity: false }
  if (!isByVendor(context)) return { entity: (await checkAsking(context, target)) !== 'cannot-ask' }
  const offered = await offerQuiz(context, target)
  if ('refusal' in offered) return offered
  return { entity: offered.entity !== 'cannot-ask' && offered.entity.quiz.noOfQuestions > 0 }
}

const isByVendor = (context: Registering): boolean => chooseIdentity(context).vendor === 'http'

/** The proofs that the plan allows and this provider can give: the questions, a code, or both. */
async function offerProofs(
  context: Registering,
  target: QuizTarget,
  { codeFirst = false }: { codeFirst?: boolean },
): Promise<Outcome<Quiz> | 'cannot-ask'> {
  const { settings, registration } = context
  const asks = settings.identityProof !== 'code' && registration.first_proof !== 'QUIZ'
  const email = registration.first_proof === 'CODE' ? undefined : await findCodeAddress(context, target.npi)
  const needsBoth = settings.identityProof === 'both' && registration.first_proof === null
  if (needsBoth && !email) return 'cannot-ask'
  const codeTo = email && { codeTo: maskPlanAddress(email), ...(needsBoth && { bothNeeded: true }) }
  // With both, the code would open a vendor's quiz before the visitor does.
  const isLater = codeFirst && codeTo && asks && !(needsBoth && isByVendor(context))
  if (isLater && (await checkAsking(context, target)) === 'later')
    return { entity: { ...emptyQuiz(target, QUIZ_PENDING, ''), ...codeTo, questionsLater: true } }
  const offered = asks ? await offerQuiz(context, target) : NO_QUIZ
  if ('refusal' in offered) return offered
  if (offered.entity !== 'cannot-ask') {
    const { quiz } = offered.entity
    const left = quiz.noOfQuestions > 0 && { quizzesLeft: await countQuizzesLeft(context, target, offered.entity) }
    return { entity: { ...quiz, ...left, ...codeTo } }
  }
  if (!codeTo || needsBoth) return 'cannot-ask'
  return { entity: { ...emptyQuiz(target, QUIZ_PENDING, ''), ...codeTo } }
}

/** `today`: quizzes of today, including this one. `mayFail`: failures that are left. */
type QuizAllowance = { today: number; mayFail: number }
type Offered = QuizAllowance & { quiz: Quiz }

const NO_QUIZ = { entity: 'cannot-ask' } as const

/**
 * Shows an open quiz again, also to parallel requests. A new quiz consumes an attempt in the transaction that stores it
 * (behaviour 7.10).
 */
async function offerQuiz(context: Registering, target: QuizTarget): Promise<Outcome<Offered | 'cannot-ask'>> {
  await refundUnanswered(context, target.registrationId)
  // Checked before the identity service is called, and again below with the attempts locked.
  const before = await checkQuiz(context, target)
  if (before === 'cannot-ask' || 'quiz' in before) return { entity: before }
  const draft = await draftQuiz({ ...context, identity: chooseIdentity(context) }, target)
  if (draft.kind === 'not-enough') return NO_QUIZ
  if (draft.kind === 'unavailable') return refuse(400, GENERIC, 'identity-service')
  const subject = { npi: target.npi, address: networkOf(context.address) }
  return transact(context, async (inside) => {
    await lockAttempts(inside.db, 'QUIZ', subject)
    const checked = await checkQuiz(inside, target)
    if (checked === 'cannot-ask' || 'quiz' in checked) return { entity: checked }
    const consumed = await consumeAttempt(inside, 'QUIZ', subject)
    if ('reached' in consumed) return NO_QUIZ
    const quiz =
      draft.kind === 'offer'
        ? await saveQuiz(inside.db, draft, consumed.attemptId)
        : emptyQuiz(target, draft.status, draft.message)
    return { entity: { ...checked, quiz } }
  })
}

/** The open quiz, unless it could only fail; otherwise the allowance for a new one. */
async function checkQuiz(context: Registering, target: QuizTarget): Promise<Offered | QuizAllowance | 'cannot-ask'> {
  const { db, now } = context
  const open = await findOpenQuiz(db, { ...target, now })
  const { quizzesPerDay: today, failedQuizzes: mayFail } = await findAllowance(context, 'QUIZ', target)
  if (mayFail <= 0) return 'cannot-ask'
  if (open) return { quiz: showQuiz(open, now), today: 1 + today, mayFail }
  if (today <= 0) return 'cannot-ask'
  return (await leavesAFailure(context, target, mayFail)) ? { today, mayFail } : 'cannot-ask'
}

/**
 * An open quiz of another registration may still fail, so it counts as a failure. While nothing has failed, any number
 * can be open: each is graded against the failures so far, so together they allow no more guesses.
 */
async function leavesAFailure({ db, now, settings }: Registering, target: QuizTarget, mayFail: number) {
  if (mayFail === settings.limits.proofFailuresPerNpi) return true
  return (await countOtherOpenQuizzes(db, { ...target, now })) < mayFail
}

/**
 * Whether a quiz is open or could be opened now. Nothing is stored: its time starts, and it counts, once it is
 * requested. A vendor is not called, because it may charge for each quiz.
 */
async function checkAsking(context: Registering, target: QuizTarget): Promise<'open' | 'later' | 'cannot-ask'> {
  await refundUnanswered(context, target.registrationId)
  const checked = await checkQuiz(context, target)
  if (checked === 'cannot-ask') return checked
  if ('quiz' in checked) return 'open'
  const isPossible =
    isByVendor(context) || (await draftQuiz({ ...context, identity: chooseIdentity(context) }, target)).kind === 'offer'
  return isPossible ? 'later' : 'cannot-ask'
}

/** Shown only with an open quiz, and counts it, so that the number reveals nothing about an NPI. */
async function countQuizzesLeft(
  context: Registering,
  target: QuizTarget,
  { quiz, today, mayFail }: Offered,
): Promise<number> {
  const findShown = () => findQuiz(context.db, quiz.quizId, target.registrationId)
  const inAll = Math.ceil(mayFail / (await countsAs(context, target.requestId ?? null, findShown)))
  const byLink = target.requestId ? await failuresLeftOnLink(context, target.requestId) : inAll
  return Math.max(1, Math.min(today, inAll, byLink))
}

/** A quiz without questions. The page shows the message on home if the first status is not PENDING (behaviour 4.19). */
function emptyQuiz({ workflow }: QuizTarget, status: string, statusMsg: string): Quiz {
  return { status, statusMsg, workflow, transactionId: '', quizId: '', noOfQuestions: 0, questionList: [] }
}

/** quizScore: accepts only a quiz of this registration and grades it once. */
export async function scoreQuiz(context: Registering, posted: QuizAnswers): Promise<Outcome<QuizScore>> {
  const { registration } = context
  const refused = await refusedOnCurrentLink(context)
  if (refused) return refused
  const answers = posted.questionList.map(({ id, selectedChoice }) => ({ id, selectedChoice }))
  let isComplete: boolean | undefined
  const grade = await gradeQuizOnce(
    { ...context, identity: chooseIdentity(context) },
    { quizId: posted.quizId, registrationId: registration.id_hash, answers },
    async (db, ended, quiz) => {
      const inside = { ...context, db }
      if (ended.kind === 'FAIL') return failQuiz(inside, quiz)
      isComplete = await passProof(inside, { ...quiz, kind: 'QUIZ', transactionId: ended.transactionId })
    },
  )
  if (grade.kind === 'PASS') return { entity: await answerPassed(context, { ...grade, kind: 'QUIZ', isComplete }) }
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
