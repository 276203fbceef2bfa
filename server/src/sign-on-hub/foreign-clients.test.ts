import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { APACHE_MODULE, apacheAddresses, startApache } from '../../test/foreign-clients/apache.ts'
import { NetworkBrowser } from '../../test/foreign-clients/network-browser.ts'
import { findFreePort } from '../../test/free-port.ts'
import { addTestClient } from '../../test/test-client.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { deliverLogouts } from './domain/logouts/deliver-logouts.ts'

const AUTHLIB = '/usr/lib/python3/dist-packages/authlib'
const REQUESTS = '/usr/lib/python3/dist-packages/requests'
const areInstalled = process.getuid?.() === 0 && [APACHE_MODULE, AUTHLIB, REQUESTS].every((path) => existsSync(path))
if (!areInstalled)
  console.info('Foreign OpenID clients are not tested here: `npm run soak -- foreign-clients` installs and runs them.')

/** Clients that others wrote, against the portal on a loopback port. */
describe.runIf(areInstalled)('foreign clients', () => {
  let it: TestApp
  let portal: string
  beforeAll(async () => {
    const port = await findFreePort()
    portal = `http://localhost:${port}`
    const publicUrls = { harborview: portal, bayside: 'http://partner.localhost' }
    it = await buildTestApp({ settings: { publicUrls }, clock: createRunningClock() })
    await it.app.listen({ host: '127.0.0.1', port })
  })
  afterAll(() => it.close())

  test('Apache mod_auth_openidc signs in, refuses a wrong claim, refreshes and signs out both ways', async () => {
    const port = await findFreePort()
    const { redirect, logout, signedOut } = apacheAddresses(port)
    const client = await addTestClient(it, { redirectUris: [redirect], logoutUri: logout, postLogoutUris: [signedOut] })
    const stop = await startApache({ ...client, issuer: `${portal}/oidc`, port })
    try {
      const page = `${signedOut}protected/`
      const browser = new NetworkBrowser()
      const login = await browser.open(page)
      expect(login.url.pathname).toBe(PROVIDER_PATHS.login)
      expect(await browser.signIn(login, 'demosaa', DEMO_PASSWORD)).toMatchObject({
        url: { href: page },
        body: expect.stringContaining('name=Sandra Ashgrove'),
      })
      expect(await browser.visit(`${page}staff/`)).toMatchObject({ status: 401, location: null })

      const tokenOf = async () => /token=(\S+)</.exec((await browser.visit(`${page}fresh/`)).body)?.[1]
      const first = await tokenOf()
      expect(first).toMatch(/^[\w-]{40,}$/)
      expect(await tokenOf()).not.toBe(first)

      const confirmation = await browser.open(`${redirect}?logout=${encodeURIComponent(signedOut)}`)
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(confirmation.body) ?? []
      const left = await browser.open(`${portal}/oidc/session/end/confirm`, { xsrf, logout: 'yes' })
      expect(left).toMatchObject({ url: { href: signedOut }, body: expect.stringContaining('You are signed out.') })
      expect((await browser.open(page)).url.pathname).toBe(PROVIDER_PATHS.login)

      await browser.signIn(await browser.open(page), 'demosaa', DEMO_PASSWORD)
      expect((await browser.visit(page)).status).toBe(200)
      await browser.open(portal + PROVIDER_PATHS.logout)
      expect(await deliverLogouts(it.deps)).toBe(1)
      expect((await browser.visit(page)).status).toBe(302)
    } finally {
      await stop()
    }
  })

  test('Authlib signs in, refuses wrong claims, refreshes, asks may and revokes', async () => {
    const redirect = 'http://localhost:9/callback'
    const client = await addTestClient(it, { redirectUris: [redirect] })
    const USER = { USER: 'demosaa', PASSWORD: DEMO_PASSWORD, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: 'portico' }
    const found = await runAuthlib({
      ...client,
      issuer: `${portal}/oidc`,
      redirect,
      signOn: portal + SIGN_ON_PATH,
      form: USER,
      may: { npi: '1400000026', permission: 'CLAIM' },
    })
    expect(found).toEqual({
      name: 'Sandra Ashgrove',
      wrongIssuer: 'invalid_claim',
      wrongAudience: 'invalid_claim',
      wrongNonce: 'invalid_claim',
      renewed: true,
      may: { may: true },
      activeBefore: true,
      activeAfter: false,
      refreshAfter: 'invalid_grant',
    })
  })
})

async function runAuthlib(settings: object): Promise<unknown> {
  const program = fileURLToPath(new URL('../../test/foreign-clients/authlib-client.py', import.meta.url))
  const child = spawn('/usr/bin/python3', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(settings))
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  return JSON.parse(output)
}
