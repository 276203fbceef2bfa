import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** The last mail of a kind to an address: whether it has yet to leave, and when it left. Callers for one address wait for each other. */
export async function findLastMail(db: Db, kind: string, to: string): Promise<{ waits: boolean; leftAt: Date | null }> {
  const address = to.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${address}`}, 0))`.execute(db)
  const last = await db
    .selectFrom('mail_message')
    .select(['sent_at', 'gave_up_at'])
    .where(sql<string>`lower(to_address)`, '=', address)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const leftAt = last?.sent_at ?? last?.gave_up_at ?? null
  return { waits: last !== undefined && leftAt === null, leftAt }
}
