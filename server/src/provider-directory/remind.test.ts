import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from '#platform/database/database.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase } from '../../test/database.ts'
import { competeWithPaused } from '../../test/lock-cases.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north } from '../../test/small-plan.ts'
import { remindToVerify } from './domain/verification/remind.ts'

const loaded = new Date('2026-01-02T15:00:00Z')
const inDays = (days: number) => new Date(loaded.getTime() + days * 86_400_000)
const [first] = north.npis.N1
type Grant = { scopeKind: 'PG' | 'NPI'; scopeId: string; permissions: string[]; role?: 'SAA' | 'AU' }
const group: Grant = { scopeKind: 'PG', scopeId: 'N1', permissions: ['ROSTER'] }
let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: ReturnType<typeof connectDatabase>

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
})
beforeEach(async () => {
  await database.restore()
  await insertSmallPlan(connection.db)
  await insertSmallDirectory(connection.db, loaded)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const account = (username: string, grants: Grant[]) => insertTestAccount(connection.db, { username, grants })
const run = (days: number) => remindToVerify.run(testContext(connection.db, testSettings()), inDays(days))
const mails = () =>
  connection.db
    .selectFrom('mail_message')
    .select(['to_address', 'subject', 'body', 'message_id'])
    .where('kind', '=', 'directory.verification-due')
    .orderBy('id')
    .execute()

test('reminds the SAA once 30, 14 and 3 days before, in one mail for all providers', async () => {
  await account('saa', [group])
  await account('user', [{ ...group, role: 'AU' }])
  const sent: number[] = []
  for (const days of [59, 60, 61, 75, 76, 77, 87, 88, 90, 91]) sent.push(await run(days))
  expect(sent).toEqual([0, 1, 0, 0, 1, 0, 1, 0, 0, 0])
  const found = await mails()
  expect(found.map(({ to_address }) => to_address)).toEqual(Array(3).fill('saa@example.org'))
  expect(found[0]?.subject).toBe('Please verify your directory data by April 2, 2026')
  expect(found[0]?.body).toContain('2 entries are due within 30 days')
  expect(found[0]?.body).toContain('/thp/portal/providers/verify')
})

test('stops when everything is verified', async () => {
  await account('saa', [group])
  await connection.db
    .updateTable('practice')
    .set({ verified_at: inDays(50) })
    .execute()
  expect(await run(60)).toBe(0)
})

test('reminds people without an SAA above them, and who verified the practice before', async () => {
  await account('user', [{ ...group, role: 'AU' }])
  expect(await run(60)).toBe(1)
  await account('saa', [group])
  expect(await run(77)).toBe(1)
  const { id } = await connection.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'user')
    .executeTakeFirstOrThrow()
  const receipt = { account_id: id, scope_kind: 'PG', scope_id: 'N1', source: 'PAGE', verified_at: loaded } as const
  await connection.db.insertInto('verification').values(receipt).execute()
  expect(await run(88)).toBe(2)
})

test('sends nothing to a suspended account, without ROSTER, or for a practice that ended', async () => {
  await insertTestAccount(connection.db, { username: 'gone', state: 'SUSPENDED', grants: [group] })
  await account('other', [{ ...group, scopeId: 'N2', permissions: ['HOME'] }])
  await connection.db.updateTable('practice').set({ ends_on: '2026-02-01' }).where('npi', '=', first).execute()
  await account('solo', [{ ...group, scopeKind: 'NPI', scopeId: first }])
  expect(await run(60)).toBe(0)
})

test('two processes send one mail', async () => {
  const { id } = await account('saa', [group])
  await competeWithPaused(connection.db, {
    first: async (db) => {
      await db.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      await db
        .insertInto('verification_reminder')
        .values({ account_id: id, stage: 30, due_on: '2026-04-02', sent_at: inDays(60) })
        .execute()
    },
    second: () => run(60),
  })
  expect(await mails()).toEqual([])
})
