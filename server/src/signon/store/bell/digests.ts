import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import type { EntryRow } from './entries.ts'

/** Accounts with entries from before a time that wait for a digest. */
export async function findDigestAccounts(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.account_id as id from bell_entry e join account a on a.id = e.account_id
    where e.delivery = 'DIGEST' and e.digested_at is null and e.created_at < ${before} and a.state = 'ACTIVE'
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type DigestReader = {
  id: string
  publicId: string
  kind: AccountKind
  email: string
  brand: string
  firstName: string
  lastName: string
}

/** Locks the reader, so that two processes send one digest. Undefined if the account was suspended or closed. */
export async function lockDigestReader(trx: Trx, accountId: string): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select a.id, a.public_id as "publicId", a.kind, a.email, a.brand, a.first_name as "firstName",
      a.last_name as "lastName"
    from account a where a.id = ${accountId} and a.state = 'ACTIVE' for no key update`.execute(trx)
  return rows[0]
}

/** True if this digest is already queued. */
export async function isDigestQueued(trx: Trx, messageId: string): Promise<boolean> {
  const found = await trx.selectFrom('mail_message').select('id').where('message_id', '=', messageId).executeTakeFirst()
  return found !== undefined
}

export type DigestEntry = Pick<EntryRow, 'event' | 'reference' | 'summary'>

/** Takes up what waits, and returns what is still unread, newest first. */
export async function takeDigestEntries(
  trx: Trx,
  accountId: string,
  { before, now }: { before: Date; now: Date },
): Promise<DigestEntry[]> {
  const { rows } = await sql<DigestEntry>`
    with taken as (
      update bell_entry set digested_at = ${now}
      where account_id = ${accountId} and delivery = 'DIGEST' and digested_at is null and created_at < ${before}
      returning id, event, request_id, banner_id, created_at, read_at)
    select t.event, r.reference, b.summary
    from taken t left join access_request r on r.id = t.request_id left join banner b on b.id = t.banner_id
    where t.read_at is null order by t.created_at desc, t.id desc`.execute(trx)
  return rows
}
