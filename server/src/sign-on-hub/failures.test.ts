import type { Application } from '@portico/core/sign-on-hub/application-shapes'
import { openApplication } from '@portico/core/sign-on-hub/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { connectTestClient, follow, openTestClient, type TestClient } from '../../test/test-client.ts'
import { recordFailure } from './domain/record-failure.ts'
import { hubJobs } from './scheduled-jobs.ts'

let it: TestApp
let staff: TestBrowser
let office: TestBrowser
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  await insertTestAccount(it.db, { username: 'wanda', grants: [{ state: 'PENDING_APPROVAL' }] })
  await insertTestAccount(it.db, { username: 'staff', kind: 'internal' })
  staff = await signIn('staff')
  office = await signIn('ana')
})
afterAll(() => it.close())

async function signIn(username: string) {
  const browser = it.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const failures = async (clientId: string) =>
  (await staff.getCall<Application>(openApplication.path, { clientId })).entity.failures

async function start(client: TestClient, parameters: Record<string, string>, browser = office) {
  const { url } = await client.begin(parameters)
  await follow(browser, url.href)
}

async function startWithout(client: TestClient, name: string) {
  const { url } = await client.begin()
  url.searchParams.delete(name)
  await follow(office, url.href)
}

/** Every sign-in fails; its promise is not. */
const ended = (work: Promise<unknown>) =>
  work.then(
    () => {},
    () => {},
  )

const CASES: Record<string, (client: TestClient) => Promise<unknown>> = {
  redirect: (client) => start(client, { redirect_uri: 'https://tool.example.org/callback/' }),
  scope: (client) => start(client, { scope: 'openid staff' }),
  pkce: (client) => startWithout(client, 'code_challenge'),
  request: (client) => startWithout(client, 'response_type'),
  client: async ({ clientId }) =>
    ended((await connectTestClient(it, { clientId, clientSecret: 'wrong' })).signIn(office)),
  verifier: async (client) => {
    const { url, checks } = await client.begin()
    const callback = new URL(await follow(office, url.href))
    await ended(client.finish(callback, { ...checks, pkceCodeVerifier: 'x'.repeat(43) }))
  },
  codeUsed: async (client) => {
    const { url, checks } = await client.begin()
    const callback = new URL(await follow(office, url.href))
    await client.finish(callback, checks)
    await ended(client.finish(callback, checks))
  },
  codeExpired: async (client) => {
    const { url, checks } = await client.begin()
    const callback = new URL(await follow(office, url.href))
    // The library reads the system's clock.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    await ended(client.finish(callback, checks))
    later.mockRestore()
  },
  refreshUsed: async (client) => {
    const { refresh_token: token = '' } = await client.signIn(office)
    await client.refresh(token)
    await ended(client.refresh(token))
  },
  grant: (client) => ended(client.refresh('unknown-refresh-token')),
  token: async ({ clientId, clientSecret }) => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    await it.openBrowser().postForm('/oidc/token', { grant_type: 'password' }, { headers: { authorization } })
  },
  denied: async (client) => {
    await it.db.updateTable('hub_client').set({ asks_consent: true }).where('client_id', '=', client.clientId).execute()
    const { url } = await client.begin()
    const page = new URL(await follow(office, url.href))
    const answered = await office.post(`${page.pathname}/consent`, { allow: false })
    await follow(office, answered.json().location)
  },
  kind: async (client) => start(client, {}, await signIn('staff')),
  waiting: async (client) => start(client, {}, await signIn('wanda')),
  disabled: async (client) => {
    await it.db
      .updateTable('hub_client')
      .set({ disabled_at: it.clock.now() })
      .where('client_id', '=', client.clientId)
      .execute()
    await start(client, {})
  },
}

test.each(Object.entries(CASES))('a failed sign-in is listed with its reason: %s', async (reason, fail) => {
  const client = await openTestClient(it, { kinds: ['provider'], scopes: ['profile', 'email', 'access'] })
  await fail(client)
  expect(await failures(client.clientId)).toEqual([{ reason, count: 1, at: expect.stringMatching(/:00\.000Z$/) }])
})

test('a question without a page that needs one is not a failure', async () => {
  const client = await openTestClient(it)
  await start(client, { prompt: 'none' }, it.openBrowser())
  expect(await failures(client.clientId)).toEqual([])
})

test('an unknown client ID, or one of another brand, is not recorded', async () => {
  const client = await openTestClient(it)
  const { url } = await client.begin()
  const path = url.pathname + url.search
  await it.openBrowser().get(path.replace(client.clientId, 'unknown'))
  await it.openBrowser({ host: 'partner.localhost' }).get(path)
  expect(await failures(client.clientId)).toEqual([])
  const { rows } = await sql`select from hub_failure where client_id = 'unknown'`.execute(it.db)
  expect(rows).toEqual([])
})

test('a flood of equal failures is one row with a count', async () => {
  const client = await openTestClient(it)
  const context = systemContext(it.deps, new Date('2026-03-02T15:00:30Z'))
  const failure = { clientId: client.clientId, brand: 'harborview', reason: 'client' as const }
  await Promise.all(Array.from({ length: 40 }, () => recordFailure(context, failure)))
  expect(await failures(client.clientId)).toEqual([{ reason: 'client', count: 40, at: '2026-03-02T15:00:00.000Z' }])
})

test('an application keeps its newest fifty failures, for ninety days', async () => {
  const client = await openTestClient(it)
  const start = new Date('2026-03-02T15:00:00Z').getTime()
  for (let minute = 0; minute < 60; minute += 1)
    await recordFailure(systemContext(it.deps, new Date(start + minute * 60_000)), {
      clientId: client.clientId,
      brand: 'harborview',
      reason: 'client',
    })
  const listed = await failures(client.clientId)
  expect([listed.length, listed[0]?.at, listed.at(-1)?.at]).toEqual([
    50,
    '2026-03-02T15:59:00.000Z',
    '2026-03-02T15:10:00.000Z',
  ])
  const job = hubJobs.jobs?.find(({ name }) => name === 'expire-application-statistics')
  await job?.run(it.deps, new Date('2026-05-31T15:30:00Z'))
  expect((await failures(client.clientId)).at(-1)?.at).toBe('2026-03-02T15:30:00.000Z')
})

test('a failure holds nothing from the request', async () => {
  const client = await openTestClient(it)
  await start(client, { redirect_uri: 'https://evil.example/?email=ana@example.org', state: 'secret-state' })
  const { rows } = await sql<{ text: string }>`
    select f::text as text from hub_failure f where client_id = ${client.clientId}`.execute(it.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/evil|ana|secret/)
})

test('sign-ins and failures are counted for the operator', async () => {
  const client = await openTestClient(it)
  await client.signIn(office)
  const text = await it.deps.metrics.registry.metrics()
  expect(text).toMatch(/portico_application_sign_ins_total\{outcome="done"\} [1-9]/)
  expect(text).toMatch(/portico_application_sign_ins_total\{outcome="redirect"\} [1-9]/)
  expect(text).toMatch(/portico_application_tokens_total\{grant="code"\} [1-9]/)
})
