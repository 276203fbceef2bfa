import { UNREAD_MAX } from '@portico/core/bell/kinds'
import type { Context, Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Tables } from '#platform/database/tables.ts'

export type EntryRow = {
  id: string
  kind: Tables['bell_entry']['kind']
  event: string
  createdAt: Date
  isRead: boolean
  reference: string | null
  summary: string | null
}

/** The newest entries of an account, or those before one of its entries. */
export const findEntries = (db: Db, accountId: string, olderThan: string | null, limit: number): Promise<EntryRow[]> =>
  runPrepared(db, findSql, [accountId, olderThan, limit])

const findSql = `
select e.id, e.kind, e.event, e.created_at as "createdAt", e.read_at is not null as "isRead", r.reference, b.summary
from bell_entry e left join access_request r on r.id = e.request_id left join banner b on b.id = e.banner_id
where e.account_id = $1 and ($2::bigint is null
  or (e.created_at, e.id) < (select o.created_at, o.id from bell_entry o where o.id = $2 and o.account_id = $1))
order by e.created_at desc, e.id desc limit $3`

/** Reads the index of unread entries only, and stops at a hundred: the cost does not grow with history. */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const values = [accountId, UNREAD_MAX]
  const [row] = await runPrepared<{ unread: number }>(db, countSql, values)
  return row?.unread ?? 0
}

const countSql = `
select count(*)::int as unread
from (select from bell_entry where account_id = $1 and read_at is null limit $2) e`

type Seen = { accountId: string; seenAt: Date }

/** Another account's entry is left alone, like an unknown one, and so is an entry that was renewed since it was seen. */
export async function updateEntryRead(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { accountId, entryId, seenAt }: Seen & { entryId: string },
): Promise<void> {
  await seenEntries(db, { accountId, seenAt }).set({ read_at: now }).where('id', '=', entryId).execute()
}

export async function updateAllRead({ db, now }: Pick<Context, 'db' | 'now'>, seen: Seen): Promise<void> {
  await seenEntries(db, seen).set({ read_at: now }).execute()
}

const seenEntries = (db: Db, { accountId, seenAt }: Seen) =>
  db
    .updateTable('bell_entry')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', seenAt)
