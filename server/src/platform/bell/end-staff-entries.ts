import { type RawBuilder, sql } from 'kysely'
import { type InTransaction, systemContext } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { ScheduledJob } from '../operations/scheduled-job.ts'
import type { StaffEvent } from './record-staff-event.ts'

/** What an event is about: `waiting` selects a row for each item that still waits. */
type Queue = { event: StaffEvent['event']; waiting(now: Date): RawBuilder<unknown> }

export const endStaffEntriesJob = (name: string, queue: Queue): ScheduledJob => ({
  name,
  run: (deps, now) => transact(systemContext(deps, now), (inside) => endStaffEntries(inside, queue)),
})

/** Deletes the unread entries of an event once nothing waits any more, for example because a colleague decided it all. */
export async function endStaffEntries(inside: Pick<InTransaction, 'db' | 'now'>, queue: Queue): Promise<number> {
  const readers = await lockReaders(inside, queue)
  if (readers.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from bell_entry
    where account_id = any(${readers}::bigint[]) and event = ${queue.event} and read_at is null
      and not exists (${queue.waiting(inside.now)})`.execute(inside.db)
  return Number(numAffectedRows ?? 0)
}

/** `recordStaffEvent` locks the same rows. So what it reports either shows as waiting here, or is reported afterwards. */
async function lockReaders(
  { db, now }: Pick<InTransaction, 'db' | 'now'>,
  { event, waiting }: Queue,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where a.kind = 'internal' and not exists (${waiting(now)}) and exists (
      select from bell_entry e where e.account_id = a.id and e.event = ${event} and e.read_at is null)
    order by a.id for no key update of a`.execute(db)
  return rows.map(({ id }) => id)
}
