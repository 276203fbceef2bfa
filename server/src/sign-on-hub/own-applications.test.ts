import * as calls from '@portico/core/sign-on-hub/calls'
import type { ApplicationTiles, ConnectedApplication } from '@portico/core/sign-on-hub/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addTestClient, follow, openTestClient } from '../../test/test-client.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{ permissions: ['HOME', 'CLAIM'] }] })
})
beforeEach(() => it.reset())
afterAll(() => it.close())

async function signIn(user = 'ana', host = 'localhost') {
  const browser = it.openBrowser({ host })
  await browser.signIn(user, testPassword)
  return browser
}

const readConnected = async (browser: TestBrowser) =>
  (await browser.getCall<ConnectedApplication[]>(calls.connectedApplications.path)).entity
const namesOf = async (browser: TestBrowser) =>
  (await browser.getCall<ApplicationTiles>(calls.applicationTiles.path)).entity.map(({ name }) => name)
const send = (browser: TestBrowser, { path }: { path: string }, clientId: string) =>
  browser.postCall<{ message: string }>(path, { clientId })
const findLogouts = () => it.db.selectFrom('hub_logout').select(['client_id', 'account_id']).execute()
const findActions = async () =>
  (await it.db.selectFrom('audit_event').select('action').execute()).map(({ action }) => action as string)

/** Signs in to an application that asks for consent. */
async function allow(browser: TestBrowser, logoutUri: string | null = null) {
  const client = await openTestClient(it, { name: 'Partner', asksConsent: true, logoutUri })
  const begin = async () => {
    const { url, checks } = await client.begin({ scope: 'openid email' })
    return { page: new URL(await follow(browser, url.href)), checks }
  }
  const { page, checks } = await begin()
  const answered = await browser.post(`${page.pathname}/consent`, { allow: true })
  const tokens = await client.finish(new URL(await follow(browser, answered.json().location)), checks)
  return { client, begin, tokens }
}

describe('connected applications', () => {
  test('lists what a person signed in to, with what is shared with that kind of person', async () => {
    const client = await openTestClient(it)
    const browser = await signIn()
    expect(await readConnected(browser)).toEqual([])
    await client.signIn(browser)
    const [found, ...more] = await readConnected(browser)
    expect(more).toEqual([])
    expect(found).toMatchObject({ clientId: client.clientId, name: 'Claims tool', signedIn: true, allowedOn: '' })
    expect(found?.shared).toEqual([
      'Your name',
      'Your email address',
      expect.stringMatching(/^The providers, groups and organizations/),
    ])
    expect(found?.lastUsed).toMatch(/^\d{4}-/)
  })

  test('signing out of one ends its tokens, notifies it and leaves the others', async () => {
    const client = await openTestClient(it, { logoutUri: 'http://127.0.0.1:9/logout' })
    const other = await openTestClient(it, { name: 'Other' })
    const browser = await signIn()
    const tokens = await client.signIn(browser)
    const others = await other.signIn(browser)
    expect((await send(browser, calls.signOutOfApplication, client.clientId)).status).toBe(200)
    expect((await client.introspect(tokens.access_token)).active).toBe(false)
    await expect(client.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await other.introspect(others.access_token)).active).toBe(true)
    expect(await findLogouts()).toMatchObject([{ client_id: client.clientId }])
    expect((await readConnected(browser)).map(({ name }) => name)).toEqual(['Other'])
    expect(await findActions()).toContain('application.signed-out')
    expect((await client.signIn(browser)).access_token).toBeTruthy()
  })

  test('shows only what was allowed; withdrawing ends the tokens and asks for consent again', async () => {
    const browser = await signIn()
    const { client, begin, tokens } = await allow(browser, 'http://127.0.0.1:9/logout')
    expect(await readConnected(browser)).toMatchObject([
      { name: 'Partner', shared: ['Your email address'], signedIn: true, allowedOn: expect.stringMatching(/^\d{4}-/) },
    ])
    expect((await send(browser, calls.withdrawConsent, client.clientId)).status).toBe(200)
    expect((await client.introspect(tokens.access_token)).active).toBe(false)
    expect(await findLogouts()).toMatchObject([{ client_id: client.clientId }])
    expect(await readConnected(browser)).toEqual([])
    expect(await findActions()).toContain('application.withdrawn')
    expect((await begin()).page.pathname).toMatch(/^\/oidc\/interaction\//)
  })

  test('an allowed application stays listed after the session ended', async () => {
    const browser = await signIn()
    await allow(browser)
    await browser.postCall('/rest/sec/common/logout')
    expect(await readConnected(await signIn())).toMatchObject([{ name: 'Partner', signedIn: false, lastUsed: '' }])
  })

  test('refuses applications of others, unknown ones and those without what is to be ended', async () => {
    await insertTestAccount(it.db, { username: 'eve', grants: [{ role: 'AU' }] })
    const client = await openTestClient(it)
    const ana = await signIn()
    const tokens = await client.signIn(ana)
    const eve = await signIn('eve')
    for (const call of [calls.signOutOfApplication, calls.withdrawConsent]) {
      expect((await send(eve, call, client.clientId)).status).toBe(404)
      expect((await send(eve, call, 'unknown')).status).toBe(404)
    }
    expect((await send(ana, calls.withdrawConsent, client.clientId)).status).toBe(404)
    expect((await client.introspect(tokens.access_token)).active).toBe(true)
  })

  test('needs the second factor of a half-signed session', async () => {
    const browser = await signIn()
    await it.db.updateTable('account_session').set({ factor_due: 'PROVE' }).execute()
    for (const { path } of [calls.connectedApplications, calls.applicationTiles])
      expect((await browser.getCall(path)).http).toBe(403)
    for (const call of [calls.signOutOfApplication, calls.withdrawConsent])
      expect((await send(browser, call, 'x')).http).toBe(403)
  })
})

describe('tiles', () => {
  const tile = (name: string, input: Parameters<typeof addTestClient>[1] = {}) =>
    addTestClient(it, { name, tileUri: 'https://tool.example.org/', ...input })

  test('shows the applications of the brand and kind with a tile, by name', async () => {
    await insertTestAccount(it.db, { username: 'meg', kind: 'member' })
    await insertTestAccount(it.db, { username: 'stan', kind: 'internal', staffRole: 'REVIEWER' })
    await tile('Zeta')
    await tile('Alpha', { kinds: ['provider'] })
    await tile('Without a tile', { tileUri: null })
    await tile('Other brand', { brand: 'bayside' })
    const { clientId } = await tile('Disabled')
    await it.db.updateTable('hub_client').set({ disabled_at: new Date() }).where('client_id', '=', clientId).execute()
    expect(await namesOf(await signIn())).toEqual(['Alpha', 'Zeta'])
    expect(await namesOf(await signIn('meg'))).toEqual(['Zeta'])
    expect(await namesOf(await signIn('stan'))).toEqual(['Zeta'])
    expect(await namesOf(await signIn('ana', 'partner.localhost'))).toEqual(['Other brand'])
  })

  test('needs the permission of the tile, by an active grant', async () => {
    await tile('Claims', { tilePermission: 'CLAIM' })
    await tile('Roster', { tilePermission: 'ROSTER' })
    expect(await namesOf(await signIn())).toEqual(['Claims'])
    await insertTestAccount(it.db, {
      username: 'eve',
      grants: [
        { permissions: ['CLAIM'], state: 'SUSPENDED' },
        { permissions: ['HOME'], scopeId: '1100000029' },
      ],
    })
    expect(await namesOf(await signIn('eve'))).toEqual([])
  })

  test('a waiting person sees only applications that allow empty access', async () => {
    await insertTestAccount(it.db, { username: 'waiting', grants: [{ state: 'PENDING_APPROVAL' }] })
    await tile('Strict')
    await tile('Lenient', { allowsEmptyAccess: true })
    expect(await namesOf(await signIn('waiting'))).toEqual(['Lenient'])
  })
})
