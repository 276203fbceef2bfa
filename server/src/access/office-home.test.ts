import * as calls from '@portico/core/access/calls'
import type { OfficeHome } from '@portico/core/access/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#platform/database/schema.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { reportRow } from '../../test/reported-changes.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'

/** Home page of an office: changes since the last visit within the user's reach. */
let site: TestApp
const START = new Date('2026-03-10T15:00:00Z')
const [npi] = north.npis.N1
const [foreign] = south.npis

beforeAll(async () => {
  site = await buildTestApp({ clock: createTestClock(START), database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  await join('homesaa', 'SAA', 'N1', ['HOME', 'ELIG', 'CLAIM', 'ROSTER'])
  await join('homeau', 'AU', 'N1', ['HOME', 'ELIG'])
  await join('foreign', 'SAA', south.group, ['HOME', 'CLAIM', 'ROSTER'])
})
afterAll(() => site?.close())

const join = (username: string, role: Role, scopeId: string, permissions: string[]) =>
  insertTestAccount(site.db, { username, grants: [{ role, scopeKind: 'PG', scopeId, permissions }] })

async function homeOf(username: string): Promise<OfficeHome> {
  const browser: TestBrowser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return (await browser.getCall<OfficeHome>(calls.officeHome.path)).entity
}

const claim = (claim_number: string, of: string, service_date: string, status: string) => ({
  claim_number,
  npi: of,
  member_id: 'N1',
  billed_amount: '10.00',
  service_date,
  status,
})

test('the first visit shows no changes, and later visits compare with the previous one', async () => {
  expect(await homeOf('homesaa')).toEqual({
    lastVisit: '',
    changes: [],
    waiting: { total: 0 },
    invitations: 0,
    claims: { months: [], statuses: [] },
    successors: { missing: 1, toConfirm: 0, toAnswer: 0, offered: 0 },
  })
  for (const username of ['homeau', 'foreign']) await homeOf(username)
  site.clock.advance(3600)
  expect(await homeOf('homesaa')).toMatchObject({ lastVisit: START.toISOString(), changes: [] })
})

test('shows requests, new access, answers and claims since the last visit, and nothing of another office', async () => {
  const before = site.clock.now()
  for (const username of ['homesaa', 'homeau', 'foreign']) await homeOf(username)
  site.clock.advance(3600)
  const now = site.clock.now()
  const requester = await insertTestAccount(site.db, { username: 'asking', grants: [] })
  const request = { scopes: [{ kind: 'PG', id: 'N1' } as const], permissions: ['HOME' as const], role: 'AU' as const }
  // A user with two requests counts once.
  for (const role of ['AU', 'AA'] as const)
    await makeRequest(site.db, testSettings(), { ...request, role, accountId: requester.id, now })
  const begun = await insertTestAccount(site.db, {
    username: 'begun1',
    firstName: 'Bea',
    lastName: 'Gunn',
    grants: [{ role: 'AU', scopeKind: 'PG', scopeId: 'N1', permissions: ['HOME'] }],
  })
  await site.db.updateTable('access_grant').set({ activated_at: now }).where('account_id', '=', begun.id).execute()
  await site.db
    .insertInto('claim')
    .values([
      { ...claim('NEW1', npi, '2026-03-01', 'PAID'), changed_at: now },
      { ...claim('NEW2', npi, '2026-03-02', 'DENIED'), changed_at: now },
      { ...claim('OLD1', npi, '2025-04-30', 'PAID'), changed_at: before },
      { ...claim('OLD2', npi, '2025-03-31', 'PAID'), changed_at: before },
      { ...claim('FAR1', foreign, '2026-03-01', 'PAID'), changed_at: now },
    ])
    .execute()
  await site.db
    .insertInto('practice_change')
    .values([
      reportRow({ account_id: begun.id, npi, details: 'New', reported_at: before, answer: 'Done', decided_at: now }),
      reportRow({ account_id: begun.id, npi, kind: 'ADDRESS', details: 'New', reported_at: before }),
    ])
    .execute()
  site.clock.advance(60)

  const home = await homeOf('homesaa')
  const changes = home.changes.map(({ what, about, count }) => [what, about, count])
  expect(changes).toHaveLength(4)
  expect(changes).toEqual(
    expect.arrayContaining([
      ['ASKED', '', 1],
      ['ACCESS_BEGAN', 'Bea Gunn', 1],
      ['REPORT_ANSWERED', expect.any(String), 1],
      ['CLAIMS', '', 2],
    ]),
  )
  expect(home.claims.months).toHaveLength(12)
  expect(home.claims.months[0]).toEqual({ month: '2025-04', claims: 1 })
  expect(home.claims.months[11]).toEqual({ month: '2026-03', claims: 2 })
  expect(home.claims.statuses).toEqual([
    { status: 'PAID', claims: 2 },
    { status: 'DENIED', claims: 1 },
  ])
  expect((await homeOf('homeau')).changes).toEqual([])
  expect((await homeOf('homeau')).claims).toEqual({ months: [], statuses: [] })
  expect((await homeOf('foreign')).changes.map(({ what, count }) => [what, count])).toEqual([['CLAIMS', 1]])
  // A change that was shown is not new at the next visit.
  site.clock.advance(60)
  expect((await homeOf('homesaa')).changes).toEqual([])
})

test('shows the same changes after weeks of absence by weekly lookup and by full scan', async () => {
  const visited = (at: Date) =>
    site.db.updateTable('account').set({ last_sign_in_at: at }).where('username_key', '=', 'homesaa').execute()
  const weeksAgo = (weeks: number) => new Date(site.clock.now().getTime() - weeks * 7 * 86_400_000)
  const requester = await insertTestAccount(site.db, { username: 'longago', grants: [] })
  const request = { scopes: [{ kind: 'NPI', id: npi } as const], permissions: ['HOME' as const], role: 'AU' as const }
  for (const weeks of [4, 9])
    await makeRequest(site.db, testSettings(), { ...request, accountId: requester.id, now: weeksAgo(weeks) })
  const lately = await insertTestAccount(site.db, { username: 'lately', grants: [] })
  await makeRequest(site.db, testSettings(), { ...request, accountId: lately.id, now: weeksAgo(1) })
  const begun = await join('beganlong', 'AU', 'N1', ['HOME'])
  await site.db
    .updateTable('access_grant')
    .set({ created_at: weeksAgo(12), activated_at: weeksAgo(6) })
    .where('account_id', '=', begun.id)
    .execute()
  const changesSince = async (at: Date) => {
    await visited(at)
    const { changes } = await homeOf('homesaa')
    const on = changes.find(({ what }) => what === 'ASKED')?.on
    return { on, count: changes.find(({ what }) => what === 'ASKED')?.count, begun: changes.map(({ about }) => about) }
  }
  const all = await changesSince(new Date('1700-01-01'))
  expect(all).toEqual(await changesSince(weeksAgo(30)))
  expect(all).toMatchObject({ count: 2, begun: expect.arrayContaining(['Robin Sample']) })
  expect(await changesSince(weeksAgo(5))).toMatchObject({
    count: 2,
    begun: expect.not.arrayContaining(['Robin Sample']),
  })
  const since = await changesSince(weeksAgo(3))
  expect(since).toMatchObject({ count: 1 })
})

test('shows the user’s decided requests and the number of unaccepted invitations', async () => {
  await homeOf('homeau')
  site.clock.advance(60)
  const account = await site.db
    .selectFrom('account')
    .select('id')
    .where('username_key', '=', 'homeau')
    .executeTakeFirstOrThrow()
  const request = {
    scopes: [{ kind: 'NPI', id: north.solo } as const],
    permissions: ['HOME' as const],
    role: 'AU' as const,
  }
  const made = await makeRequest(site.db, testSettings(), { ...request, accountId: account.id, now: site.clock.now() })
  await site.db
    .updateTable('access_request')
    .set({ state: 'REJECTED', decided_at: site.clock.now(), decided_as: 'STAFF' })
    .where('reference', '=', made.reference)
    .execute()
  site.clock.advance(60)
  expect((await homeOf('homeau')).changes).toMatchObject([{ what: 'DECIDED', state: 'REJECTED' }])

  const browser = site.openBrowser()
  await browser.signIn('homesaa', testPassword)
  const invited = { entity: 'GROUP:N1', role: 'AU', permissions: ['HOME'], firstName: 'In', lastName: 'Vited' }
  expect((await browser.postCall(calls.invite.path, { ...invited, email: 'in@vited.example' })).status).toBe(200)
  expect((await homeOf('homesaa')).invitations).toBe(1)
  expect((await homeOf('foreign')).invitations).toBe(0)
})

test('counts each request that the user can decide once', async () => {
  const grantsOf = (role: Role, ids: string[]) =>
    ids.map((scopeId) => ({ role, scopeKind: 'PG' as const, scopeId, permissions: ['HOME'] }))
  await site.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('role', '=', 'SAA').execute()
  await insertTestAccount(site.db, { username: 'bothsaa', grants: grantsOf('SAA', ['N1', 'N2']) })
  const own = await insertTestAccount(site.db, { username: 'oneaa', grants: grantsOf('AA', ['N1']) })
  const [ofSaa, ofAa] = [(await homeOf('bothsaa')).waiting.total, (await homeOf('oneaa')).waiting.total]
  const requester = await insertTestAccount(site.db, { username: 'askstwo', grants: [] })
  const createRequest = (accountId: string, role: Role, ids: string[]) =>
    makeRequest(site.db, testSettings(), {
      ...{ accountId, role, permissions: ['HOME'], now: site.clock.now() },
      scopes: ids.map((id) => ({ kind: 'PG', id })),
    })
  await createRequest(requester.id, 'AU', ['N1', 'N2'])
  await createRequest(requester.id, 'AA', ['N1'])
  await createRequest(own.id, 'AU', ['N1'])
  expect((await homeOf('bothsaa')).waiting.total).toBe(ofSaa + 3)
  // The AA decides only AU requests for N1, and not the AA's own.
  expect((await homeOf('oneaa')).waiting.total).toBe(ofAa)
  await createRequest(requester.id, 'AU', ['N1'])
  expect((await homeOf('oneaa')).waiting.total).toBe(ofAa + 1)
})

test('the office home refuses visitors and providers without access', async () => {
  const stranger = site.openBrowser()
  expect((await stranger.getCall(calls.officeHome.path)).http).toBe(401)
  await insertTestAccount(site.db, { username: 'pending1', grants: [] })
  const pending = site.openBrowser()
  await pending.signIn('pending1', testPassword)
  expect((await pending.getCall(calls.officeHome.path)).http).toBe(403)
})
