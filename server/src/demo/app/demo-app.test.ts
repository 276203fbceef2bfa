import type { DemoAppState, DemoMayReply } from '@portico/core/demo-book'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { createRunningClock } from '../../../test/clock.ts'
import { DEMO_PASSWORD } from '../seed/demo-access.ts'
import { registerDemoClients } from './demo-clients.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ settings: { demo: true }, clock: createRunningClock() })
  await registerDemoClients(it.deps)
})
afterAll(() => it.close())

/** Follows redirects to the first reply without one. */
async function open(browser: TestBrowser, path: string) {
  let address = path
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await browser.get(address)
    const { location } = response.headers
    if (typeof location !== 'string') return { address, response }
    const next = new URL(location, 'http://localhost')
    address = next.pathname + next.search
  }
  throw new Error('Too many redirects')
}

const state = async (browser: TestBrowser, app = 'app'): Promise<DemoAppState> =>
  (await browser.get(`/demo/${app}/state.json`)).json()
const ask = async (browser: TestBrowser, query: string): Promise<DemoMayReply> =>
  (await browser.get(`/demo/app/may.json?${query}`)).json()

async function signInToApp(username: string): Promise<TestBrowser> {
  const browser = it.openBrowser()
  await browser.signIn(username, DEMO_PASSWORD)
  expect((await open(browser, '/demo/app/sign-in')).address).toBe('/demo/app')
  return browser
}

test('a visitor who is not signed in to the portal is led to its login and back', async () => {
  const browser = it.openBrowser()
  expect(await state(browser)).toEqual({ signedIn: false, problem: null })
  const { address } = await open(browser, '/demo/app/sign-in')
  expect(address).toMatch(/^\/thp\/portal\/providers\/login\?TARGET=%2Foidc%2Finteraction%2F/)
  await browser.signIn('demosaa', DEMO_PASSWORD)
  const target = new URLSearchParams(address.split('?')[1]).get('TARGET') ?? ''
  expect((await open(browser, target)).address).toBe('/demo/app')
  expect(await state(browser)).toMatchObject({ signedIn: true, name: 'Sandra Ashgrove' })
})

test('shows who the user is, the offices with their roles, and how they signed in', async () => {
  const browser = await signInToApp('demosaa')
  expect(await state(browser)).toMatchObject({
    name: 'Sandra Ashgrove',
    email: expect.stringContaining('@'),
    access: [{ level: 'PG', role: 'SAA', name: 'Tidewater Family Practice' }],
    signedInBy: 'password',
    claims: { roles: ['SAA'], sub: expect.any(String) },
  })
})

test('a second application signs the same user in without a login, with another subject and fewer claims', async () => {
  const browser = await signInToApp('demosaa')
  expect((await open(browser, '/demo/app2/sign-in')).address).toBe('/demo/app2')
  const [first, second] = [await state(browser), await state(browser, 'app2')]
  if (!first.signedIn || !second.signedIn) throw new Error('Not signed in')
  expect(second).toMatchObject({ name: 'Sandra Ashgrove', email: null })
  expect(second.claims.sub).not.toBe(first.claims.sub)
  expect(second.access[0]?.permissions).toEqual(['HOME'])
})

test('asks the portal whether the user may act for an NPI', async () => {
  const browser = await signInToApp('demosaa')
  expect(await ask(browser, 'npi=1400000026&permission=CLAIM')).toEqual({ may: true })
  expect(await ask(browser, 'npi=1100000011&permission=CLAIM')).toEqual({ may: false })
  expect(await ask(browser, 'npi=12&permission=CLAIM')).toEqual({ error: 'malformed_npi' })
  expect(await ask(it.openBrowser(), 'npi=1400000026&permission=CLAIM')).toEqual({ error: 'invalid_token' })
})

test('refreshes its tokens', async () => {
  const browser = await signInToApp('demomember')
  const refreshed = await browser.post('/demo/app/refresh')
  expect(refreshed.json()).toMatchObject({ signedIn: true, isMember: true })
  expect(await state(browser)).toMatchObject({ signedIn: true })
})

test('renews an access token that has expired, once for calls at the same time', async () => {
  const browser = await signInToApp('demoaa')
  await it.db.deleteFrom('hub_record').where('model', '=', 'AccessToken').execute()
  const both = await Promise.all([state(browser), state(browser)])
  expect(both).toEqual([expect.objectContaining({ signedIn: true }), expect.objectContaining({ signedIn: true })])
})

test('signs the user out when the portal ends their session', async () => {
  const browser = await signInToApp('demostaff')
  expect(await state(browser)).toMatchObject({ staffRoles: ['ADMINISTRATOR'] })
  await browser.get('/thp/portal/internal/logout')
  expect(await state(browser)).toEqual({ signedIn: false, problem: 'invalid_grant' })
  expect(await ask(browser, 'npi=1400000026&permission=CLAIM')).toEqual({ error: 'invalid_token' })
})

test('signing out leads to the confirmation of the portal', async () => {
  const browser = await signInToApp('demoau')
  const { address, response } = await open(browser, '/demo/app/sign-out')
  expect(address).toMatch(/^\/oidc\/session\/end\?/)
  expect(response.body).toContain('You will be signed out of the portal and all its applications.')
  expect(await state(browser)).toEqual({ signedIn: false, problem: null })
})

test('a callback that this browser did not start signs nobody in', async () => {
  const browser = it.openBrowser()
  await open(browser, '/demo/app/callback?code=abc&state=def')
  expect(await state(browser)).toEqual({ signedIn: false, problem: 'sign_in_failed' })
})

test('registering again keeps one client per application and brand', async () => {
  await registerDemoClients(it.deps)
  const clients = await it.db.selectFrom('hub_client').select('client_id').orderBy('client_id').execute()
  expect(clients.map(({ client_id }) => client_id)).toEqual([
    'demo-bayside-app',
    'demo-bayside-app2',
    'demo-harborview-app',
    'demo-harborview-app2',
  ])
})
