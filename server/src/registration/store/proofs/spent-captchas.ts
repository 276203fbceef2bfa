import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

/**
 * Returns true for the first use of an answer and false for later ones. A parallel second use waits for the first
 * transaction. The statement also deletes expired rows, so that the table stays small.
 */
export async function insertSpentCaptcha(
  db: Kysely<Database>,
  challenge: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  await sql`
    delete from captcha_spent where challenge in (
      select challenge from captcha_spent where expires_at < ${now} limit 100 for update skip locked)`.execute(db)
  const inserted = await db
    .insertInto('captcha_spent')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
