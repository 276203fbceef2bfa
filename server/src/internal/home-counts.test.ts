import * as calls from '@portico/core/internal/calls'
import type { Home } from '@portico/core/internal/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'
import { cleanUp } from '../../test/jobs.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'
import { deleteAttempt, insertAttempt, lockAttempts } from '../registration/store/proofs/attempts.ts'

/** The maintained counters of the console's home must equal a full count. */
let site: TestApp
let staff: TestBrowser
let requesterId: string
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  requesterId = (await insertTestAccount(site.db, { username: 'asking', grants: [] })).id
  staff = site.openBrowser()
  await staff.signIn('staff', testPassword)
})
afterAll(() => site.close())

const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)
const home = async (days: '7' | '30' | '90' = '30') => (await staff.getCall<Home>(calls.home.path, { days })).entity

async function expectTrueFunnel(submitted: number, active: number): Promise<void> {
  for (const days of ['7', '30', '90'] as const) {
    const since = new Date(site.clock.now().getTime() - Number(days) * 86_400_000)
    const { rows } = await sql`
      select count(*)::int as submitted, count(*) filter (where state = 'ACTIVE')::int as active
      from access_request where created_at >= ${since} and path <> 'INVITATION'`.execute(site.db)
    expect((await home(days)).funnel).toMatchObject(rows[0] ?? {})
  }
  expect((await home('90')).funnel).toMatchObject({ submitted, active })
}

const createRequest = (now: Date, path: 'APPROVAL' | 'INVITATION' = 'APPROVAL') =>
  makeRequest(site.db, testSettings(), {
    ...{ accountId: requesterId, role: 'AU', now, path },
    scopes: [{ kind: 'PG', id: 'N1' }],
  })
const daysAgo = (days: number) => new Date(site.clock.now().getTime() - days * 86_400_000)
const set = (what: string, { reference }: { reference: string }) =>
  change(`update access_request set ${what} where reference = '${reference}'`)

test('counts created, decided, changed and deleted requests to the millisecond', async () => {
  await expectTrueFunnel(0, 0)
  const moment = 1 / 86_400_000
  const made = []
  // Covers the start of each period and the day around it.
  for (const days of [0, 7 - moment, 7 + moment, 7, 30 - 0.2, 30 + 0.2, 30.9, 90, 90 + moment, 90.9])
    made.push(await createRequest(daysAgo(days)))
  await createRequest(daysAgo(1), 'INVITATION')
  await expectTrueFunnel(8, 0)
  const [first, second, third] = made
  if (!first || !second || !third) throw new Error('They were made.')
  await set("state = 'ACTIVE'", first)
  await set("state = 'ACTIVE'", second)
  await set("state = 'REJECTED'", third)
  await expectTrueFunnel(8, 2)
  await set("state = 'REVOKED'", second)
  await set("reason = 'Seen'", first)
  await expectTrueFunnel(8, 1)
  await set("created_at = created_at - interval '100 days'", first)
  await expectTrueFunnel(7, 0)
  await set("path = 'INVITATION'", second)
  await expectTrueFunnel(6, 0)
  await change(`delete from access_grant where request_id in (
    select id from access_request where reference = '${third.reference}')`)
  await change('delete from mail_message')
  await change('delete from link')
  await change(`delete from access_request where reference = '${third.reference}'`)
  await expectTrueFunnel(5, 0)
})

const attempt = (npi: string, now: Date, kind: 'STEP1' | 'QUIZ') =>
  site.db.transaction().execute(async (trx) => {
    const subject = { npi, address: '198.51.100.7' }
    await lockAttempts(trx, kind, subject)
    return insertAttempt(trx, { ...subject, kind, now })
  })

test('counts locked providers correctly after new, deleted and expired attempts', async () => {
  const locked = async () => (await home()).lockedProviders
  const [one, other] = north.npis.N1
  const tryFor = (npi: string, times: number, kind: 'STEP1' | 'QUIZ' = 'STEP1') =>
    Promise.all(Array.from({ length: times }, () => attempt(npi, site.clock.now(), kind)))
  for (const npi of [...north.npis.N2, north.solo, ...south.npis]) await tryFor(npi, 1)
  await tryFor(one, 19)
  expect(await locked()).toBe(0)
  // Twenty parallel attempts count as twenty.
  const [given] = await tryFor(other, 20)
  expect(await locked()).toBe(1)
  const [last] = await tryFor(one, 1)
  expect(await locked()).toBe(2)
  // An attempt is deleted and made again.
  await deleteAttempt(site.db, given ?? '')
  expect(await locked()).toBe(1)
  await tryFor(other, 1)
  await deleteAttempt(site.db, last ?? '')
  expect(await locked()).toBe(1)
  await tryFor(one, 2, 'QUIZ')
  expect(await locked()).toBe(2)
  // Two quizzes a day reach the limit; so do twenty step1 attempts in thirty days.
  site.clock.advance(25 * 3600)
  await staff.signIn('staff', testPassword)
  expect(await locked()).toBe(1)
  site.clock.advance(30 * 86_400)
  await staff.signIn('staff', testPassword)
  expect(await locked()).toBe(0)
  await tryFor(other, 19)
  expect(await locked()).toBe(0)
  await sweep(site.deps, site.clock.now(), cleanUp)
  await tryFor(other, 1)
  expect(await locked()).toBe(1)
})

test('ignores failed proofs from before an unlock and counts later ones from zero', async () => {
  const locked = async () => (await home()).lockedProviders
  const before = await locked()
  const fail = (npi: string, times: number) =>
    change(`insert into proof_failure (kind, npi, at) select 'QUIZ', '${npi}', now() from generate_series(1, ${times})`)
  await fail(north.solo, 3)
  expect(await locked()).toBe(before)
  await fail(north.solo, 1)
  expect(await locked()).toBe((before ?? 0) + 1)
  await staff.postCall(calls.unlockProvider.path, { npi: north.solo })
  expect(await locked()).toBe(before)
  await fail(north.solo, 3)
  expect(await locked()).toBe(before)
  await fail(north.solo, 1)
  expect(await locked()).toBe((before ?? 0) + 1)
})
