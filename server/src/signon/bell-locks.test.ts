import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { endStaffEntries } from '#platform/bell/end-staff-entries.ts'
import { recordBellEvent } from '#platform/bell/record-event.ts'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { Db, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { type LockCase, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { readAllEntries, readEntry } from './domain/bell/entries.ts'
import { updateEntryRead } from './store/bell/entries.ts'

const shownAt = new Date('2026-03-02T15:00:00Z')
const now = new Date('2026-03-02T15:05:00Z')
const settings = testSettings()
const db = await openLockDatabase(['account'])
let accountId: string
let entryId: string

beforeEach(async () => {
  accountId = (await insertTestAccount(db, { username: 'reviewer', kind: 'internal', staffRole: 'REVIEWER' })).id
  await happen(db, shownAt)
  entryId = (await db.selectFrom('bell_entry').select('id').executeTakeFirstOrThrow()).id
})

const happen = (on: Db, at = now) => recordBellEvent({ db: on, now: at }, { event: 'grant.changed', accountId })
const signedIn = () => testSignedIn(testContext(db, settings, { now }), { accountId, kind: 'internal' })
const states = async () => {
  const rows = await db.selectFrom('bell_entry').select('read_at').orderBy('id').execute()
  return rows.map(({ read_at }) => (read_at ? 'read' : 'unread'))
}
const staffEvent = (trx: Trx) => recordStaffEvent({ db: trx, now }, { event: 'staff.requests-waiting' })
const changeRole = (on: Db) => updateRow({ table: 'account', id: accountId }, { staff_role: 'AUDITOR' })(on)

const cases: LockCase[] = [
  [
    'an entry that is renewed while it is marked as read stays unread',
    'row',
    async () => ({
      first: happen,
      second: () => readEntry(signedIn(), { entryId, on: shownAt.toISOString() }).then(states),
    }),
    ['unread'],
  ],
  [
    'an entry that is renewed while all are marked as read stays unread',
    'row',
    async () => ({
      first: happen,
      second: () => readAllEntries(signedIn(), { until: shownAt.toISOString() }).then(states),
    }),
    ['unread'],
  ],
  [
    'an event that happens while its entry is marked as read becomes a second one',
    'row',
    async () => ({
      first: (trx) => updateEntryRead({ db: trx, now }, { accountId, entryId, seenAt: shownAt }),
      second: () => happen(db).then(states),
    }),
    ['read', 'unread'],
  ],
  [
    'recordStaffEvent locks its readers, and writes nothing for a role that ends meanwhile',
    'row',
    async () => ({ first: changeRole, second: () => transact({ db }, ({ db: trx }) => staffEvent(trx)).then(states) }),
    ['unread'],
  ],
  [
    'a change of a role waits for an entry that is being written, and deletes it',
    'row',
    async () => ({ first: staffEvent, second: () => changeRole(db).then(states) }),
    ['unread'],
  ],
  [
    'endStaffEntries locks the readers, and keeps the entry of what is reported meanwhile',
    'row',
    async () => {
      await transact({ db }, ({ db: trx }) => staffEvent(trx))
      const waiting = () => sql`select from account where state = 'INVITED'`
      return {
        first: async (trx) => {
          await insertTestAccount(trx, { username: 'asking', state: 'INVITED' })
          await staffEvent(trx)
        },
        second: () =>
          transact({ db }, ({ db: trx }) =>
            endStaffEntries({ db: trx, now }, { event: 'staff.requests-waiting', waiting }),
          ).then(states),
      }
    },
    ['unread', 'unread'],
  ],
]
testLocks(db, cases)
