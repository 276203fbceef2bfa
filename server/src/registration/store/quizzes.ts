import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../platform/schema.ts'

const columns = [
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
 * A question as quiz.questions keeps it. `right` and `planOnly` are the key: they stay on the server. A vendor that
 * grades by itself gives no key.
 */
export type StoredQuestion = {
  id: string
  text: string
  choices: { id: string; text: string }[]
  right?: string
  planOnly?: boolean
}

export type QuizRow = Pick<Selectable<Database['quiz']>, (typeof columns)[number]> & { questions: StoredQuestion[] }

export async function insertQuiz(
  db: Kysely<Database>,
  quiz: Omit<QuizRow, 'status' | 'transaction_id'> & { registration_id: Buffer },
): Promise<void> {
  await db
    .insertInto('quiz')
    .values({ ...quiz, questions: JSON.stringify(quiz.questions), status: 'PENDING' })
    .execute()
}

/** A quiz belongs to the registration it was made for; another registration finds nothing. */
export function findQuiz(db: Kysely<Database>, quizId: string, registrationId: Buffer): Promise<QuizRow | undefined> {
  return db
    .selectFrom('quiz')
    .select(columns)
    .where('quiz_id', '=', quizId)
    .where('registration_id', '=', registrationId)
    .$castTo<QuizRow>()
    .executeTakeFirst()
}

/** The quiz this registration has open for the NPI, so that asking again shows the same questions. */
export function findOpenQuizRow(
  db: Kysely<Database>,
  of: { registrationId: Buffer; npi: string; workflow: 'SELF' | 'REQUEST'; now: Date },
): Promise<QuizRow | undefined> {
  return db
    .selectFrom('quiz')
    .select(columns)
    .where('registration_id', '=', of.registrationId)
    .where('npi', '=', of.npi)
    .where('workflow', '=', of.workflow)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', of.now)
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<QuizRow>()
    .executeTakeFirst()
}

/**
 * Takes the right to grade: one caller gets true however many ask at once. `staleBefore` gives a grading that died
 * with its process back to the next caller.
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

/** Leaves the quiz open for another submission (PENDING, or the vendor is away). */
export async function updateQuizToOpen(db: Kysely<Database>, quizId: string): Promise<void> {
  await db
    .updateTable('quiz')
    .set({ graded_at: null })
    .where('quiz_id', '=', quizId)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Ends the quiz. False when it had been ended already. */
export async function updateQuizToGraded(
  db: Kysely<Database>,
  quizId: string,
  result: { status: 'PASS' | 'FAIL'; transactionId: string | null; now: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('quiz')
    .set({ status: result.status, transaction_id: result.transactionId, graded_at: result.now })
    .where('quiz_id', '=', quizId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

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

/** What this registration was asked and never answered is no attempt once it is asked anew. */
export async function deleteUnansweredAttempts(db: Kysely<Database>, registrationId: Buffer, now: Date): Promise<void> {
  await db
    .deleteFrom('identity_attempt')
    .where(
      'id',
      'in',
      db
        .selectFrom('quiz')
        .select('attempt_id')
        .where('registration_id', '=', registrationId)
        .where('status', '=', 'PENDING')
        .where('expires_at', '<=', now)
        .where('attempt_id', 'is not', null)
        .$castTo<{ attempt_id: string }>(),
    )
    .execute()
}
