import * as calls from '@portico/core/access/calls'
import type { ActiveAgainList } from '@portico/core/access/shapes'
import * as internal from '@portico/core/internal/calls'
import type { Home } from '@portico/core/internal/shapes'
import { STEP_UP } from '@portico/core/signon/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { settleDeactivations } from './domain/people/deactivations.ts'

/** An import ended the access to two NPIs of North and one of South; a later one found one of each active again. */

const [FIRST, SECOND] = north.npis.N1
const [THIRD] = south.npis
let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  const { db } = site
  const grants = [FIRST, SECOND, THIRD].map((scopeId) => ({ role: 'AU' as const, scopeId, permissions: ['HOME'] }))
  await insertTestAccount(db, { username: 'biller', lastName: 'Biller', grants })
  await insertTestAccount(db, { username: 'chief', lastName: 'Chief', grants: [{ role: 'SAA', scopeId: FIRST }] })
  await insertTestAccount(db, { username: 'north', grants: [{ role: 'SAA', scopeKind: 'PG', scopeId: 'N1' }] })
  await insertTestAccount(db, { username: 'staff', kind: 'internal' })
  await insertTestAccount(db, { username: 'auditor', kind: 'internal', staffRole: 'AUDITOR' })
  await insertTestAccount(db, { username: 'reviewer', kind: 'internal', staffRole: 'REVIEWER' })
  await nationalFileSays(true, [FIRST, SECOND, THIRD])
  await nationalFileSays(false, [FIRST, THIRD])
  await sql`delete from mail_message`.execute(db)
  staff = await signIn('staff')
})
afterAll(() => site?.close())

/** The part of an import that follows the national file. */
async function nationalFileSays(deactivated: boolean, npis: string[]) {
  await sql`update network_provider set deactivated = ${deactivated} where npi = any(${npis}::text[])`.execute(site.db)
  await transact(systemContext(site.deps), (inside) => settleDeactivations(inside, { npis, check: () => {} }))
}

async function signIn(username: string): Promise<TestBrowser> {
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const list = async (browser: TestBrowser) => (await browser.getCall<ActiveAgainList>(calls.listActiveAgain.path)).entity
const seen = async (browser: TestBrowser) =>
  (await list(browser)).rows.map(
    ({ npi, grants }) =>
      `${npi}: ${grants.map(({ name, role, restorable }) => `${name} ${role}${restorable ? '' : ' not mine'}`).join(', ')}`,
  )
const idsOf = async (browser: TestBrowser, npis?: string[]) =>
  (await list(browser)).rows
    .filter(({ npi }) => !npis || npis.includes(npi))
    .flatMap(({ grants }) => grants.map(({ grantId }) => grantId))
const restore = (browser: TestBrowser, grantIds: string[], reason = 'Confirmed by phone.') =>
  browser.postCall<{ restored: number }>(calls.restoreAccess.path, { grantIds, reason })
const states = async () =>
  (
    await site.db
      .selectFrom('access_grant as g')
      .innerJoin('account as a', 'a.id', 'g.account_id')
      .select(['a.username', 'g.scope_id', 'g.state', 'g.role'])
      .where('g.scope_kind', '=', 'NPI')
      .orderBy('g.id')
      .execute()
  ).map(({ username, scope_id, role, state }) => `${username} ${scope_id} ${role} ${state}`)
const activeAgain = async (browser: TestBrowser) => (await browser.getCall<Home>(internal.home.path)).entity.activeAgain

test('lists NPIs that are active again, and restores chosen access with one mail a person', async () => {
  expect(await seen(staff)).toEqual([`${FIRST}: Robin Chief SAA, Robin Biller AU`, `${THIRD}: Robin Biller AU`])
  expect(await activeAgain(staff)).toBe(2)
  const done = await restore(staff, await idsOf(staff))
  expect(done.entity).toEqual({ restored: 3 })
  expect(await states()).toEqual([
    `biller ${FIRST} AU ACTIVE`,
    `biller ${SECOND} AU SUSPENDED`,
    `biller ${THIRD} AU ACTIVE`,
    `chief ${FIRST} SAA ACTIVE`,
  ])
  expect([await seen(staff), await activeAgain(staff)]).toEqual([[], 0])
  const mails = await site.db
    .selectFrom('mail_message')
    .select(['kind', 'to_address', 'body'])
    .orderBy('to_address')
    .execute()
  expect(mails.map(({ kind, to_address }) => `${kind} ${to_address}`)).toEqual([
    'grant.reactivated biller@example.org',
    'grant.reactivated chief@example.org',
  ])
  for (const text of [FIRST, THIRD, '2 providers', 'Confirmed by phone.', 'Provider Services'])
    expect(mails[0]?.body).toContain(text)
  expect(mails[0]?.body).not.toContain(SECOND)
  const acts = await site.db
    .selectFrom('audit_event')
    .select(['npi', 'details'])
    .where('action', '=', 'grant.reactivated')
    .orderBy('id')
    .execute()
  expect(acts.map(({ npi, details }) => [npi, (details as { reason: string }).reason])).toEqual(
    [FIRST, FIRST, THIRD].map((npi) => [npi, 'Confirmed by phone.']),
  )
})

test('restores all of the chosen access or nothing', async () => {
  const [own = '', other = '', third = ''] = await idsOf(staff)
  // A colleague restored one of them after the list was opened.
  expect((await restore(await signIn('staff'), [other])).entity).toEqual({ restored: 1 })
  expect(await restore(staff, [own, other, third])).toMatchObject({
    status: 407,
    entity: { message: 'This access has changed. Please reload the list.' },
  })
  expect((await states()).filter((state) => state.endsWith('ACTIVE'))).toEqual([`biller ${FIRST} AU ACTIVE`])
  await nationalFileSays(true, [THIRD])
  expect((await restore(staff, [own, third])).status).toBe(407)
  expect((await restore(staff, [own, own])).entity).toEqual({ restored: 1 })
})

test('refuses access that was suspended for another reason, and a missing reason', async () => {
  const [own = ''] = await idsOf(staff)
  expect((await restore(staff, [own], '  ')).entity).toMatchObject({ message: 'Please enter a reason.' })
  await sql`update access_grant set npi_deactivated_at = null, npi_reactivated_at = null`.execute(site.db)
  expect((await restore(staff, [own])).status).toBe(407)
  expect((await restore(staff, ['forged'])).status).toBe(404)
  expect((await restore(staff, [])).http).toBe(400)
})

test('does not offer access to a provider who left the network', async () => {
  await sql`update network_provider set left_at = now() where npi = ${THIRD}`.execute(site.db)
  const [, third] = (await list(staff)).rows
  expect(third).toMatchObject({ leftNetwork: true, grants: [{ restorable: false }] })
  expect(await restore(staff, await idsOf(staff, [THIRD]))).toMatchObject({
    status: 407,
    entity: { message: "This provider is no longer in the plan's network." },
  })
})

test('an SAA restores what is below their role within their office, and nothing else', async () => {
  const office = await signIn('north')
  expect(await seen(office)).toEqual([`${FIRST}: Robin Chief SAA not mine, Robin Biller AU`])
  const [chief = '', own = ''] = await idsOf(office)
  const [foreign = ''] = await idsOf(staff, [THIRD])
  expect((await restore(office, [own, foreign])).status).toBe(404)
  expect((await restore(office, [chief, own])).status).toBe(407)
  expect((await restore(office, [own])).entity).toEqual({ restored: 1 })
  expect((await states()).filter((state) => state.endsWith('ACTIVE'))).toEqual([`biller ${FIRST} AU ACTIVE`])
})

test('nobody restores their own access, and only administrators restore any', async () => {
  const grants = [
    { scopeKind: 'PG', scopeId: 'S1', role: 'SAA' },
    { scopeId: THIRD, role: 'AU' },
  ] as const
  await insertTestAccount(site.db, { username: 'both', lastName: 'Both', grants: [...grants] })
  for (const deactivated of [true, false]) await nationalFileSays(deactivated, [THIRD])
  const user = await signIn('both')
  expect(await seen(user)).toEqual([`${THIRD}: Robin Biller AU, Robin Both AU not mine`])
  const [other = '', own = ''] = await idsOf(user)
  expect((await restore(user, [other, own])).status).toBe(407)
  expect((await restore(user, [other])).entity).toEqual({ restored: 1 })
  const auditor = await signIn('auditor')
  expect((await list(auditor)).rows[0]?.grants.every(({ restorable }) => !restorable)).toBe(true)
  const ids = await idsOf(auditor)
  expect((await restore(auditor, ids)).http).toBe(403)
  const reviewer = await signIn('reviewer')
  expect((await reviewer.getCall(calls.listActiveAgain.path)).http).toBe(403)
  expect((await restore(reviewer, ids)).http).toBe(403)
  expect(await activeAgain(reviewer)).toBeUndefined()
})

test('two colleagues who restore the same access at once: one does, the other is refused', async () => {
  const ids = await idsOf(staff)
  const colleague = await signIn('staff')
  const outcomes = await Promise.all([restore(staff, ids), restore(colleague, [...ids].reverse())])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 407])
  const acts = await site.db.selectFrom('audit_event').select('id').where('action', '=', 'grant.reactivated').execute()
  expect(acts).toHaveLength(3)
})

test('asks for a recent proof', async () => {
  const ids = await idsOf(staff)
  site.clock.advance(11 * 60)
  expect(await restore(staff, ids)).toMatchObject({ http: 401, entity: { message: STEP_UP } })
  expect(await activeAgain(staff)).toBe(2)
})
