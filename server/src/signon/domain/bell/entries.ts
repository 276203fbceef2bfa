import type { BellEntry, BellPage, BellQuery, ReadAllBody, ReadEntryBody, Unread } from '@portico/core/bell/shapes'
import type { SignedIn } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import type { EventTexts } from '#platform/deps.ts'
import { MalformedField } from '#platform/http/errors.ts'
import type { Outcome } from '#platform/outcome.ts'
import { countUnread, type EntryRow, findEntries, updateAllRead, updateEntryRead } from '../../store/bell/entries.ts'

const PAGE_SIZE = 20

/** Reads one more than a page, to know whether there are older entries. */
export async function listEntries(
  { db, events, session }: SignedIn,
  { olderThan }: BellQuery,
): Promise<Outcome<BellPage>> {
  const rows = await findEntries(db, session.accountId, olderThan ?? null, PAGE_SIZE + 1)
  const entries = rows.slice(0, PAGE_SIZE).map((row) => describeEntry(events, row, session.kind))
  return { entity: { entries, hasOlder: rows.length > PAGE_SIZE } }
}

export function describeEntry(events: EventTexts, row: EntryRow, reader: AccountKind): BellEntry {
  const { says, page } = events.bellLine(row.event)
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

export async function readEntry(context: SignedIn, { entryId, on }: ReadEntryBody): Promise<Outcome<Unread>> {
  await updateEntryRead(context, { accountId: context.session.accountId, entryId, seenAt: timeOf(on, 'on') })
  return { entity: { unread: await countUnread(context.db, context.session.accountId) } }
}

export async function readAllEntries(context: SignedIn, { until }: ReadAllBody): Promise<Outcome<Unread>> {
  await updateAllRead(context, { accountId: context.session.accountId, seenAt: timeOf(until, 'until') })
  return { entity: { unread: await countUnread(context.db, context.session.accountId) } }
}

/** The page sends a time that it was given, so another one is a malformed request. */
function timeOf(text: string, field: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new MalformedField(field)
  return time
}
