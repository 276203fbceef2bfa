import { sql } from 'kysely'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import type { Db } from '#platform/context.ts'

/** The last mail of a kind to an address: whether it is queued, and when it was sent or failed permanently. */
export async function findLastMail(
  db: Db,
  kind: MailKind,
  to: string,
): Promise<{ waits: boolean; leftAt: Date | null }> {
  const address = to.toLowerCase()
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
