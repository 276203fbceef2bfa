import type { Kysely, Selectable } from 'kysely'
import type { Trx } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Database } from '#platform/database/schema.ts'

export const QUIZ_COLUMNS = [
  'quiz_id',
  'npi',
  'workflow',
  'request_id',
  'vendor',
  'questions',
  'issued_at',
  'expires_at',
  'status',
  'transaction_id',
  'attempt_id',
] as const

/**
 * A question as stored in quiz.questions. `right` and `planOnly` are the key and stay on the server. A vendor that
 * grades by itself gives no key.
 */
export type StoredQuestion = {
  id: string
  text: string
  choices: { id: string; text: string }[]
  right?: string
  planOnly?: boolean
}

export type QuizRow = Pick<Selectable<Database['quiz']>, (typeof QUIZ_COLUMNS)[number]> & {
  questions: StoredQuestion[]
}

export type NewQuiz = Omit<QuizRow, 'status' | 'transaction_id' | 'attempt_id'> & { registration_id: Buffer }

export async function insertQuiz(db: Kysely<Database>, quiz: NewQuiz, attemptId: string): Promise<void> {
  const values = [
    ...[quiz.quiz_id, quiz.npi, quiz.workflow, quiz.request_id, quiz.vendor, JSON.stringify(quiz.questions)],
    ...[quiz.issued_at, quiz.expires_at, quiz.registration_id, attemptId],
  ]
  await runPrepared(db, insertSql, values)
}

const insertSql = `
insert into quiz (quiz_id, npi, workflow, request_id, vendor, questions, issued_at, expires_at, registration_id, status,
  attempt_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', $10)`

type Asked = { registrationId: Buffer; npi: string; workflow: 'SELF' | 'REQUEST'; now: Date }

/** The quiz that this registration can still answer. */
export async function findOpenQuiz(db: Kysely<Database>, asked: Asked): Promise<QuizRow | undefined> {
  const values = [asked.registrationId, asked.npi, asked.workflow, asked.now]
  const [row] = await runPrepared<QuizRow>(db, openSql, values)
  return row
}

const openSql = `
select ${QUIZ_COLUMNS.join(', ')} from quiz
where registration_id = $1 and npi = $2 and workflow = $3 and status = 'PENDING' and expires_at > $4
order by id desc limit 1`

/** A quiz belongs to one registration; another registration finds nothing. */
export function findQuiz(db: Kysely<Database>, quizId: string, registrationId: Buffer): Promise<QuizRow | undefined> {
  return db
    .selectFrom('quiz')
    .select(QUIZ_COLUMNS)
    .where('quiz_id', '=', quizId)
    .where('registration_id', '=', registrationId)
    .$castTo<QuizRow>()
    .executeTakeFirst()
}

/**
 * Claims the right to grade: exactly one of several parallel callers gets true. A grading claimed before `staleBefore`
 * died with its process, so the next caller can claim it.
 */
export async function updateQuizToGrading(
  db: Kysely<Database>,
  quizId: string,
  now: Date,
  staleBefore: Date,
): Promise<boolean> {
  const taken = await db
    .updateTable('quiz')
    .set({ graded_at: now })
    .where('quiz_id', '=', quizId)
    .where('status', '=', 'PENDING')
    .where((where) => where.or([where('graded_at', 'is', null), where('graded_at', '<', staleBefore)]))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Leaves the quiz open for another submission (PENDING, or the vendor is unavailable). */
export async function updateQuizToOpen(db: Kysely<Database>, quizId: string): Promise<void> {
  await db
    .updateTable('quiz')
    .set({ graded_at: null })
    .where('quiz_id', '=', quizId)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Locks the quiz until the transaction ends; false if it has been graded already. */
export async function lockOpenQuiz(trx: Trx, quizId: string): Promise<boolean> {
  const rows = await runPrepared<{ status: string }>(trx, lockSql, [quizId])
  return rows[0]?.status === 'PENDING'
}

const lockSql = 'select status from quiz where quiz_id = $1 for no key update'

/** The caller must have locked the quiz. */
export async function updateQuizToGraded(
  trx: Trx,
  quizId: string,
  { status, transactionId, now }: { status: 'PASS' | 'FAIL'; transactionId: string | null; now: Date },
): Promise<void> {
  const values = [quizId, status, transactionId, now]
  await runPrepared(trx, endSql, values)
}

const endSql = 'update quiz set status = $2, transaction_id = $3, graded_at = $4 where quiz_id = $1'

/** Open quizzes of other registrations: each may still fail. */
export async function countOtherOpenQuizzes(
  db: Kysely<Database>,
  { npi, registrationId, now }: { npi: string; registrationId: Buffer; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('quiz')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('npi', '=', npi)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .where('registration_id', '!=', registrationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
