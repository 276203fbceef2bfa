import type { Transaction } from 'kysely'
import { recordEntry } from '#platform/bell/record-event.ts'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { Database } from '#platform/database/schema.ts'
import { events } from '../../events.ts'

type DemoEntry = { username: string; event: string; hoursAgo: number; cameWith?: string[]; isRead?: true }

const HOUR_MS = 3_600_000
const TIDEWATER = ['GROUP:PG1002']

/** What has happened to the demo accounts, so that the bell shows something at once. */
const ENTRIES: readonly DemoEntry[] = [
  { username: 'demosaa', event: 'account.new-device', hoursAgo: 70, isRead: true },
  { username: 'demosaa', event: 'directory.verification-due', hoursAgo: 52 },
  { username: 'demosaa', event: 'grant.confirm-reminder', hoursAgo: 26, cameWith: TIDEWATER },
  { username: 'demosaa', event: 'mail.failed', hoursAgo: 3 },
  { username: 'demoaa', event: 'roster.answered', hoursAgo: 30 },
  { username: 'demoau', event: 'grant.changed', hoursAgo: 20 },
  { username: 'demomember', event: 'account.new-device', hoursAgo: 45 },
  { username: 'demostaff', event: 'account.new-device', hoursAgo: 28, isRead: true },
]

export async function seedBell(trx: Transaction<Database>, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  for (const { username, event, hoursAgo, cameWith, isRead } of ENTRIES) {
    const { id } = await trx
      .selectFrom('account')
      .select('id')
      .where('public_id', '=', username)
      .executeTakeFirstOrThrow()
    const entry = { event, line: events.bellLine(event), accountId: id, cameWith }
    await recordEntry({ db: trx, now: before(hoursAgo) }, entry)
    if (isRead)
      await trx
        .updateTable('bell_entry')
        .set({ read_at: before(hoursAgo - 1) })
        .where('account_id', '=', id)
        .where('event', '=', event)
        .execute()
  }
  await recordStaffEvent({ db: trx, now: before(5) }, { event: 'staff.requests-waiting' })
  await recordStaffEvent({ db: trx, now: before(2) }, { event: 'staff.contracts-waiting' })
}
