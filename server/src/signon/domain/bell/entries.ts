import type { BellEntry, BellPage, BellQuery, ReadEntryBody, Unread } from '@portico/core/bell/shapes'
import { BELL_EVENTS, isBellEvent } from '../../../platform/bell/events.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { AccountKind } from '../../../platform/database/schema.ts'
import type { Outcome } from '../../../platform/outcome.ts'
import { countUnread, type EntryRow, findEntries, updateAllRead, updateEntryRead } from '../../store/bell/entries.ts'

const PAGE_SIZE = 20

/** Reads one more than a page, to know whether there are older entries. */
export async function listEntries({ db, session }: SignedIn, { olderThan }: BellQuery): Promise<Outcome<BellPage>> {
  const rows = await findEntries(db, session.accountId, olderThan ?? null, PAGE_SIZE + 1)
  const entries = rows.slice(0, PAGE_SIZE).map((row) => describeEntry(row, session.kind))
  return { entity: { entries, hasOlder: rows.length > PAGE_SIZE } }
}

export function describeEntry(row: EntryRow, reader: AccountKind): BellEntry {
  // An event of another release has no words here.
  const { says, page } = BELL_EVENTS[isBellEvent(row.event) ? row.event : 'content.news']
  const subject = { reader, reference: row.reference, summary: row.summary }
  return {
    entryId: row.id,
    kind: row.kind,
    says: says(subject),
    page: page(subject),
    on: row.createdAt.toISOString(),
    read: row.isRead,
  }
}

export async function readEntry(context: SignedIn, { entryId }: ReadEntryBody): Promise<Outcome<Unread>> {
  await updateEntryRead(context, context.session.accountId, entryId)
  return { entity: { unread: await countUnread(context.db, context.session.accountId) } }
}

export async function readAllEntries(context: SignedIn): Promise<Outcome<Unread>> {
  await updateAllRead(context, context.session.accountId)
  return { entity: { unread: await countUnread(context.db, context.session.accountId) } }
}
