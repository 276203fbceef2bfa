import { BELL_CHOICES, defaultDelivery } from '@portico/core/bell/kinds'
import type { BellLine } from '@portico/core/bell/lines'
import { sql } from 'kysely'
import type { InTransaction, Trx } from '../context.ts'
import { BELL_EVENTS, type BellEvent } from './events.ts'

/** Whom an event concerns, of the plan staff whose roles have such entries. */
export type StaffReaders = {
  /** The banner of news. */
  bannerId?: string
  /** Only these accounts. */
  among?: readonly string[]
}

export type StaffEvent = StaffReaders & { event: BellEvent & `staff.${string}-waiting` }

/**
 * Adds an entry to the bells of the plan staff whose roles an event concerns. An unread entry of the same event stays as
 * it is, so that a flood of requests writes one entry each, and its transactions do not wait for each other. News comes
 * once.
 */
export async function recordStaffEntries(
  { db, now }: Pick<InTransaction, 'db' | 'now'>,
  { event, line: { kind }, bannerId, among }: StaffReaders & { event: string; line: Pick<BellLine, 'kind'> },
): Promise<void> {
  if (kind !== 'QUEUE' && kind !== 'APPROVALS' && kind !== 'NEWS') throw new Error(`${event} is not for plan staff`)
  const roles = [...(BELL_CHOICES[kind].staff ?? [])]
  const readers = await lockReaders(db, roles, among)
  await sql`
    insert into bell_entry (account_id, kind, event, banner_id, staff_roles, delivery, created_at)
    select r.id, ${kind}, ${event}, ${bannerId ?? null}::bigint, ${roles}::text[],
      coalesce(p.delivery, ${defaultDelivery(kind)}), ${now}
    from unnest(${readers}::bigint[]) with ordinality r (id, place)
    left join bell_preference p on p.account_id = r.id and p.kind = ${kind}
    where not exists (
      select from bell_entry e where e.banner_id = ${bannerId ?? null}::bigint and e.account_id = r.id)
    order by r.place
    on conflict (account_id, event, request_id, banner_id) where read_at is null do nothing`.execute(db)
}

export const recordStaffEvent = (context: Pick<InTransaction, 'db' | 'now'>, { event, ...readers }: StaffEvent) =>
  recordStaffEntries(context, { event, line: BELL_EVENTS[event], ...readers })

/** A change of a role waits, and its trigger then deletes what is written here. In a fixed order. */
async function lockReaders(db: Trx, roles: string[], among?: readonly string[]): Promise<string[]> {
  const only = among ? sql`and id = any(${[...among]}::bigint[])` : sql``
  const { rows } = await sql<{ id: string }>`
    select id from account
    where kind = 'internal' and state = 'ACTIVE' and staff_role = any(${roles}::text[]) ${only}
    order by id for share`.execute(db)
  return rows.map(({ id }) => id)
}
