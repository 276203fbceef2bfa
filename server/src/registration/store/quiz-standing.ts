import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { AttemptLimit } from './identity-attempts.ts'
import { QUIZ_COLUMNS, type QuizRow } from './quizzes.ts'

/** Whether a registration has a quiz open, how many of the NPI have failed, and how many more today's limit has room for. */
export type QuizStanding = { open: QuizRow | undefined; failures: number; left: number }

type Of = { registrationId: Buffer; npi: string; workflow: 'SELF' | 'REQUEST'; now: Date }
type Row = { failures: number; used: number } & (QuizRow | { quiz_id: null })

/**
 * At once, whatever it then comes to. Asking again shows the same questions; where none are open, what this registration
 * was asked and never answered is no attempt any more.
 */
export async function findQuizStanding(
  db: Kysely<Database>,
  { registrationId, npi, workflow, now }: Of,
  { max, since }: AttemptLimit,
): Promise<QuizStanding> {
  const { rows } = await sql<Row>`
    with open as (
      select ${sql.join(QUIZ_COLUMNS.map((column) => sql.ref(column)))} from quiz
      where registration_id = ${registrationId} and npi = ${npi} and workflow = ${workflow}
        and status = 'PENDING' and expires_at > ${now}
      order by id desc limit 1),
    unanswered as (
      delete from identity_attempt where not exists (select from open) and id in (
        select attempt_id from quiz where registration_id = ${registrationId} and status = 'PENDING'
          and expires_at <= ${now} and attempt_id is not null)
      returning id)
    select ${sql.join(QUIZ_COLUMNS.map((column) => sql.ref(`open.${column}`)))},
      (select count(*)::int from proof_failure where npi = ${npi} and kind = 'QUIZ' and forgotten_at is null) as failures,
      (select count(*)::int from identity_attempt where kind = 'QUIZ' and npi = ${npi} and at > ${since}
        and id not in (select id from unanswered)) as used
    from (select) here left join open on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A standing of nobody')
  return { open: row.quiz_id === null ? undefined : row, failures: row.failures, left: max - row.used }
}
