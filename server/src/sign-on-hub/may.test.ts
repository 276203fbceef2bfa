import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { openTestClient } from '../../test/test-client.ts'

const NPI = '1234567893'
const OTHER = '1245319599'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await it.db
    .insertInto('network_provider')
    .values([{ npi: NPI }, { npi: OTHER }])
    .execute()
  await insertTestAccount(it.db, { username: 'ana', grants: [{ scopeId: NPI, permissions: ['HOME', 'CLAIM'] }] })
})
beforeEach(() => it.reset())
afterAll(() => it.close())

async function openTool(permissions = ['CLAIM', 'ELIG'], scope = 'openid access') {
  const client = await openTestClient(it, { permissions })
  const browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  const { access_token: token } = await client.signIn(browser, { scope })
  const ask = async (npi: string, permission: string, bearer = token) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return it.openBrowser().get(`/oidc/may?${new URLSearchParams({ npi, permission })}`, { headers })
  }
  const may = async (npi: string, permission: string) => (await ask(npi, permission)).json().may
  return { client, token, ask, may }
}

test('may answers whether the person may act for the NPI now', async () => {
  const { may } = await openTool()
  expect(await may(NPI, 'CLAIM')).toBe(true)
  expect(await may(NPI, 'ELIG')).toBe(false)
  expect(await may(OTHER, 'CLAIM')).toBe(false)
  // The application is not entitled to it, though the person has it.
  expect(await may(NPI, 'HOME')).toBe(false)
})

test('may is false for an unknown or deactivated NPI, a hold and suspended access', async () => {
  const { may } = await openTool()
  expect(await may('1932102084', 'CLAIM')).toBe(false)
  await it.db.insertInto('provider').values({ npi: NPI, name: 'A', deactivated: true }).execute()
  expect(await may(NPI, 'CLAIM')).toBe(false)
  await it.db.updateTable('provider').set({ deactivated: false }).execute()
  expect(await may(NPI, 'CLAIM')).toBe(true)
  const now = it.clock.now()
  const hold = { npi: NPI, token_hash: Buffer.alloc(32), event_at: now, created_at: now, expires_at: now, held_at: now }
  await it.db.insertInto('registration_hold').values(hold).execute()
  expect(await may(NPI, 'CLAIM')).toBe(false)
  await it.db.updateTable('registration_hold').set({ lifted_at: now }).execute()
  expect(await may(NPI, 'CLAIM')).toBe(true)
  await it.db.updateTable('access_grant').set({ state: 'SUSPENDED' }).execute()
  expect(await may(NPI, 'CLAIM')).toBe(false)
})

test('a grant of a group or organization covers its providers', async () => {
  await it.db.insertInto('organization').values({ org_id: 'ORG1', name: 'Org' }).execute()
  await it.db
    .insertInto('provider_group')
    .values({ group_id: 'G1', name: 'Group', kind: 'PG', org_id: 'ORG1' })
    .execute()
  await it.db.insertInto('group_member').values({ group_id: 'G1', npi: OTHER }).execute()
  const { may } = await openTool()
  await it.db.updateTable('access_grant').set({ scope_kind: 'PG', scope_id: 'G1' }).execute()
  expect(await may(OTHER, 'CLAIM')).toBe(true)
  await it.db.updateTable('access_grant').set({ scope_kind: 'PO', scope_id: 'ORG1' }).execute()
  expect(await may(OTHER, 'CLAIM')).toBe(true)
  expect(await may(NPI, 'CLAIM')).toBe(false)
})

test('may refuses malformed questions, dead tokens and tokens without the scope access', async () => {
  const { client, token, ask } = await openTool()
  expect((await ask('12345', 'CLAIM')).statusCode).toBe(400)
  expect((await ask(NPI, 'NOTHING')).statusCode).toBe(400)
  expect((await ask(NPI, 'CLAIM', 'x'.repeat(43))).statusCode).toBe(401)
  expect((await it.openBrowser().get(`/oidc/may?npi=${NPI}&permission=CLAIM`)).statusCode).toBe(401)
  await client.revoke(token)
  expect((await ask(NPI, 'CLAIM')).statusCode).toBe(401)
  const narrow = await openTool(['CLAIM'], 'openid email')
  expect((await narrow.ask(NPI, 'CLAIM')).statusCode).toBe(401)
})

test('an application can ask about one person only as often as the limit allows', async () => {
  it.deps.settings.limits.mayPerMinutePerPerson = 2
  const { ask } = await openTool()
  const codes: number[] = []
  for (let asked = 0; asked < 3; asked += 1) codes.push((await ask(NPI, 'CLAIM')).statusCode)
  expect(codes).toEqual([200, 200, 429])
})

test('one audit entry is written per token and NPI a day', async () => {
  const { may } = await openTool()
  for (const npi of [NPI, NPI, OTHER]) await may(npi, 'CLAIM')
  const entries = await it.db
    .selectFrom('audit_event')
    .select('npi')
    .where('action', '=', 'application.asked')
    .execute()
  expect(entries.map(({ npi }) => npi)).toEqual([NPI, OTHER])
})
