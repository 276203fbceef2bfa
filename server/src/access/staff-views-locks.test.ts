import * as sentence from '@portico/core/staff-views/sentences'
import { beforeAll } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { acting, NOT_ALLOWED } from './domain/acting.ts'
import { askToUnmask, decideUnmasking } from './domain/staff-views/unmasking.ts'
import { endView, openView } from './domain/staff-views/views.ts'

const settings = testSettings()
const now = new Date('2026-03-02T15:00:00Z')
const idHash = Buffer.alloc(32, 1)
const db = await openLockDatabase(['account', 'flood_counter', 'mail_message'])
let people = 0
beforeAll(() => insertSmallPlan(db))

const insertPerson = (staffRole?: 'SUPPORT' | 'REVIEWER') => {
  people += 1
  const username = `viewer${people}`
  return insertTestAccount(db, staffRole ? { username, kind: 'internal', staffRole } : { username, grants: [{}] })
}

const as = (accountId: string, staffRole: 'SUPPORT' | 'REVIEWER') => ({
  ...testSignedIn(testContext(db, settings, { now, address: '192.0.2.1' }), { accountId, kind: 'internal', staffRole }),
})

async function insertAgent() {
  const { id } = await insertPerson('SUPPORT')
  await db
    .insertInto('account_session')
    .values({
      id_hash: idHash,
      public_id: `session${people}`,
      account_id: id,
      kind: 'internal',
      created_at: now,
      last_seen_at: now,
      ends_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  const signedIn = as(id, 'SUPPORT')
  return { id, context: { ...signedIn, session: { ...signedIn.session, idHash } } }
}

async function insertView() {
  const { context, id } = await insertAgent()
  const { publicId } = await insertPerson()
  const opened = await acting(openView)(context, { accountId: publicId, reason: 'Called' })
  if ('refusal' in opened) throw new Error(opened.refusal.message)
  const { viewId } = opened.entity
  const row = await db.selectFrom('staff_view').select('id').where('public_id', '=', viewId).executeTakeFirstOrThrow()
  return { agentId: id, context, viewId, row: { table: 'staff_view' as const, id: row.id } }
}

testLocks(db, [
  [
    'openView locks the agent, and refuses one who lost the role meanwhile',
    'row',
    async () => {
      const { id, context } = await insertAgent()
      const { publicId } = await insertPerson()
      return {
        first: updateRow({ table: 'account', id }, { staff_role: 'AUDITOR' }),
        second: async () => messageOf(await acting(openView)(context, { accountId: publicId, reason: 'Called' })),
      }
    },
    NOT_ALLOWED,
  ],
  [
    'openView locks the viewed account, and refuses one that was suspended meanwhile',
    'row',
    async () => {
      const { context } = await insertAgent()
      const { id, publicId } = await insertPerson()
      return {
        first: updateRow({ table: 'account', id }, { state: 'SUSPENDED' }),
        second: async () => messageOf(await acting(openView)(context, { accountId: publicId, reason: 'Called' })),
      }
    },
    sentence.VIEW_PERSON_UNKNOWN,
  ],
  [
    'endView locks the view, and does not end one that ended meanwhile',
    'row',
    async () => {
      const { context, viewId, row } = await insertView()
      return {
        first: updateRow(row, { ended_at: now }),
        second: async () => messageOf(await acting(endView)(context, { viewId })),
      }
    },
    sentence.VIEW_UNKNOWN,
  ],
  [
    'decideUnmasking locks the view, and refuses a request that was decided meanwhile',
    'row',
    async () => {
      const { context, viewId, row } = await insertView()
      await acting(askToUnmask)(context, { viewId, reason: 'Needed' })
      const { id } = await insertPerson('REVIEWER')
      return {
        first: updateRow(row, { unmask_decided_at: now }),
        second: async () => messageOf(await acting(decideUnmasking)(as(id, 'REVIEWER'), { viewId, approve: true })),
      }
    },
    sentence.VIEW_UNKNOWN,
  ],
])
