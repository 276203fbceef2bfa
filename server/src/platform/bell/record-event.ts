import { type Delivery, defaultDelivery } from '@portico/core/bell/kinds'
import type { BellLine } from '@portico/core/bell/lines'
import type { Context } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'
import { BELL_EVENTS, type BellEvent } from './events.ts'

type Entry = {
  event: string
  line: Pick<BellLine, 'kind' | 'permission'>
  accountId: string
  requestId?: string | null | undefined
  /** Entities of the administrator's grants that it comes with. The entry is deleted when one of these grants ends. */
  cameWith?: string[] | undefined
}

/**
 * Adds an entry to a person's bell, in the transaction of the event, and returns how this person wants to hear of it.
 * The same event again renews its unread entry, so that a flood of events is one entry.
 */
export async function recordEntry(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { event, line: { kind, permission }, accountId, requestId = null, cameWith = [] }: Entry,
): Promise<Delivery> {
  const scopes = cameWith.length > 0 ? cameWith : null
  const values = [accountId, kind, event, requestId, scopes, permission ?? null, defaultDelivery(kind), now]
  const [entry] = await runPrepared<{ delivery: Delivery }>(db, recordSql, values)
  return entry?.delivery ?? 'AT_ONCE'
}

export const recordBellEvent = (
  context: Pick<Context, 'db' | 'now'>,
  { event, ...entry }: Omit<Entry, 'event' | 'line'> & { event: BellEvent },
): Promise<Delivery> => recordEntry(context, { event, line: BELL_EVENTS[event], ...entry })

const recordSql = `
insert into bell_entry (account_id, kind, event, request_id, came_with, permission, delivery, created_at)
values ($1, $2, $3, $4, $5, $6,
  coalesce((select p.delivery from bell_preference p where p.account_id = $1 and p.kind = $2), $7), $8)
on conflict (account_id, event, request_id, banner_id) where read_at is null
do update set created_at = excluded.created_at, came_with = excluded.came_with, delivery = excluded.delivery,
  digested_at = null
returning delivery`
