import type { Quiz } from '@portico/core/registration/shapes'
import type { Context, Db, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { lockFailures } from '../../store/proofs/attempts.ts'
import { insertStoredQuiz, type StoredQuiz } from '../../store/proofs/quiz-choices.ts'
import {
  findQuiz,
  insertQuiz,
  lockOpenQuiz,
  type NewQuiz,
  type QuizRow,
  updateQuizToGraded,
  updateQuizToGrading,
  updateQuizToOpen,
} from '../../store/proofs/quizzes.ts'
import { canStillPass } from '../proofs/proof-failure.ts'
import {
  type IdentityRequestResult,
  type IdentityService,
  type IdentitySubject,
  offeredQuestions,
  type QuizAnswer,
} from '../quiz/identity-service.ts'

type Around = Pick<Context, 'db' | 'now' | 'clock' | 'settings'> & { identity: IdentityService }

export type QuizTarget = IdentitySubject & {
  registrationId: Buffer
  /** access_request.id if a provider decides a request. */
  requestId?: string
}

/** A quiz that is not stored or shown yet, or the reason why there is none. */
export type QuizDraft = OfferedQuiz | Exclude<IdentityRequestResult, { kind: 'offer' }>
type OfferedQuiz = { kind: 'offer'; row: NewQuiz; toKeep?: StoredQuiz | undefined }

/** PASS and FAIL (the 406) are final, and a repeated request returns them again. PENDING can be submitted again. */
export type QuizGrade =
  | { kind: 'PASS'; transactionId: string }
  | { kind: 'FAIL' }
  | { kind: 'PENDING'; message: string }
  | { kind: 'unavailable' }
  /** The visitor left out a question, so nothing was graded. */
  | { kind: 'incomplete' }
  /** This registration has no such quiz. */
  | { kind: 'unknown' }

type Shown = Pick<QuizRow, 'quiz_id' | 'workflow' | 'questions' | 'expires_at' | 'status'>
type FinalGrade = Extract<QuizGrade, { kind: 'PASS' | 'FAIL' }>
export type OnGraded = (trx: Trx, grade: FinalGrade, quiz: QuizRow) => Promise<void>

const BEING_CHECKED = 'Your answers are being checked. Please submit them again in a moment.'
/** Longer than the timeout of the vendor adapter, so that only a grading whose process died is taken over. */
const STALE_GRADING_MS = 60_000

/** Requests a quiz from the identity service. The service may be slow, so no transaction is open during the call. */
export async function draftQuiz({ identity, clock, settings }: Around, target: QuizTarget): Promise<QuizDraft> {
  const quizId = randomId(16, 'base64url')
  const result = await identity.request(quizId, target)
  if (result.kind !== 'offer') return result
  // The time limit starts when the questions arrive.
  const now = clock.now()
  const row = {
    quiz_id: quizId,
    npi: target.npi,
    workflow: target.workflow,
    request_id: target.requestId ?? null,
    vendor: identity.vendor,
    questions: result.questions,
    issued_at: now,
    expires_at: new Date(now.getTime() + settings.lifetimes.quizPage * 1000),
    registration_id: target.registrationId,
  }
  return { kind: 'offer', row, toKeep: result.toKeep }
}

/** Stores a quiz, its choices and the attempt it consumes (behaviour 7.10). */
export async function saveQuiz(trx: Trx, { row, toKeep }: OfferedQuiz, attemptId: string): Promise<Quiz> {
  if (toKeep) await insertStoredQuiz(trx, row.npi, toKeep, row.issued_at)
  await insertQuiz(trx, row, attemptId)
  return showQuiz({ ...row, status: 'PENDING' }, row.issued_at)
}

/**
 * Grades a quiz once, regardless of repeated or parallel requests. `onGraded` runs in the transaction that ends the
 * quiz, so that its proof and the grade commit together. The function uses no connection while it waits for a vendor.
 */
export async function gradeQuizOnce(
  context: Around,
  posted: { quizId: string; registrationId: Buffer; answers: QuizAnswer[] },
  onGraded: OnGraded,
): Promise<QuizGrade> {
  const { db, now } = context
  const quiz = await findQuiz(db, posted.quizId, posted.registrationId)
  if (!quiz) return { kind: 'unknown' }
  const earlier = endedGrade(quiz)
  if (earlier) return earlier
  if (now < quiz.expires_at && !answersAll(quiz, posted.answers)) return { kind: 'incomplete' }
  const stale = new Date(now.getTime() - STALE_GRADING_MS)
  if (!isGradedHere(context, quiz) && !(await updateQuizToGrading(db, quiz.quiz_id, now, stale)))
    return repeatedGrade(db, posted)
  const grade = await scoreAnswers(context, quiz, posted.answers)
  if (grade.kind !== 'PASS' && grade.kind !== 'FAIL') {
    await updateQuizToOpen(db, quiz.quiz_id)
    return grade
  }
  return (await endQuiz(context, quiz, grade, onGraded)) ?? repeatedGrade(db, posted)
}

/** Embedded grading needs no external call, so the transaction that ends the quiz is enough to serialize requests. */
const isGradedHere = ({ identity }: Around, quiz: QuizRow): boolean =>
  identity.vendor === 'embedded' && quiz.vendor === 'embedded'

function answersAll(quiz: QuizRow, answers: QuizAnswer[]): boolean {
  const answered = new Set(answers.filter((answer) => answer.selectedChoice !== '').map((answer) => answer.id))
  return quiz.questions.every((question) => answered.has(question.id))
}

/**
 * Returns the final grade, or undefined if another process has graded the quiz. A quiz fails regardless of the answers
 * if no failure is left. If the proof cannot be written, the quiz is open again.
 */
async function endQuiz(
  context: Around,
  quiz: QuizRow,
  scored: FinalGrade,
  onGraded: OnGraded,
): Promise<FinalGrade | undefined> {
  const { db, now } = context
  try {
    return await transact(context, async (inside) => {
      await lockFailures(inside.db, quiz.npi)
      const isOpen = await lockOpenQuiz(inside.db, quiz.quiz_id)
      if (!isOpen) return undefined
      const mayPass = await canStillPass(inside, { ...quiz, kind: 'QUIZ' })
      const grade: FinalGrade = mayPass ? scored : { kind: 'FAIL' }
      const transactionId = grade.kind === 'PASS' ? grade.transactionId : null
      await updateQuizToGraded(inside.db, quiz.quiz_id, { status: grade.kind, transactionId, now })
      await onGraded(inside.db, grade, quiz)
      return grade
    })
  } catch (error) {
    await updateQuizToOpen(db, quiz.quiz_id)
    throw error
  }
}

/** A late answer fails (behaviour 7.9), and so does a quiz of a service that is no longer configured. */
async function scoreAnswers({ identity, now }: Around, quiz: QuizRow, answers: QuizAnswer[]) {
  if (now >= quiz.expires_at || quiz.vendor !== identity.vendor) return { kind: 'FAIL' } as const
  return identity.score(quiz.quiz_id, quiz.questions, answers)
}

/** The reply to a request that arrived during or after the grading of another one. */
async function repeatedGrade(db: Db, posted: { quizId: string; registrationId: Buffer }): Promise<QuizGrade> {
  const quiz = await findQuiz(db, posted.quizId, posted.registrationId)
  return (quiz && endedGrade(quiz)) ?? { kind: 'PENDING', message: BEING_CHECKED }
}

function endedGrade(quiz: QuizRow): QuizGrade | undefined {
  if (quiz.status === 'FAIL') return { kind: 'FAIL' }
  return quiz.status === 'PASS' ? { kind: 'PASS', transactionId: quiz.transaction_id ?? '' } : undefined
}

/** The quiz for the browser. A repeated request shows it with the remaining time and consumes no attempt. */
export function showQuiz(quiz: Shown, now: Date): Quiz {
  const questionList = offeredQuestions(quiz.questions)
  return {
    status: quiz.status,
    transactionId: '',
    quizId: quiz.quiz_id,
    workflow: quiz.workflow,
    noOfQuestions: questionList.length,
    statusMsg: '',
    questionList,
    secondsLeft: Math.max(0, Math.round((quiz.expires_at.getTime() - now.getTime()) / 1000)),
  }
}
