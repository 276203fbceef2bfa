import { sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'

/** Replaced values, which a report 'This was not me' restores (behaviour 11.26). */

export type QuestionAnswer = { question: string; answerHash: string }
type FormerValues = { EMAIL: string; QUESTIONS: QuestionAnswer[]; EMAIL_FACTOR: string | null }
type Kind = keyof FormerValues

/** Call this before the value is replaced. */
export async function insertFormerValue<Of extends Kind>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: string,
  kind: Of,
  value: FormerValues[Of],
): Promise<void> {
  await sql`
    insert into former_account_value (account_id, kind, value, replaced_at)
    values (${accountId}, ${kind}, ${JSON.stringify(value)}::jsonb, ${now})`.execute(db)
}

/** The value just before `at`; undefined if it is still the current one. */
export async function findValueBefore<Of extends Kind>(
  db: Db,
  accountId: string,
  kind: Of,
  at: Date,
): Promise<{ value: FormerValues[Of] } | undefined> {
  const { rows } = await sql<{ value: FormerValues[Of] }>`
    select value from former_account_value
    where account_id = ${accountId} and kind = ${kind} and replaced_at >= ${at}
    order by replaced_at, id limit 1`.execute(db)
  return rows[0]
}

export type FormerAddress = { email: string; until: Date }

/** Replaced email addresses since then, latest first. */
export async function findFormerAddresses(db: Db, accountId: string, since: Date): Promise<FormerAddress[]> {
  const { rows } = await sql<FormerAddress>`
    select value #>> '{}' as email, replaced_at as until from former_account_value
    where account_id = ${accountId} and kind = 'EMAIL' and replaced_at >= ${since}
    order by replaced_at desc, id desc`.execute(db)
  return rows
}
