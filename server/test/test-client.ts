import * as oidc from 'openid-client'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { injectFetch } from '../src/demo/app/inject-fetch.ts'
import { addClient, type ClientInput } from '../src/sign-on-hub/sign-on-hub.ts'
import type { TestBrowser } from './browser.ts'
import type { TestApp } from './build-test-app.ts'
import { testContext } from './context.ts'
import { insertTestHubKeys } from './hub-keys.ts'

export const REDIRECT = 'https://tool.example.org/callback'

/** An application that signs people in through the portal, by the library openid-client. */
export type TestClient = Awaited<ReturnType<typeof openTestClient>>

type Portal = Pick<TestApp, 'db'> & { deps: Pick<TestApp['deps'], 'settings'>; clock: Pick<TestApp['clock'], 'now'> }

/** Registers an application. Everything can be left out. */
export async function addTestClient(test: Portal, input: Partial<ClientInput> = {}) {
  const whole: ClientInput = {
    name: 'Claims tool',
    brand: 'harborview',
    redirectUris: [REDIRECT],
    logoutUri: null,
    postLogoutUris: [],
    tileUri: null,
    tilePermission: null,
    jwks: null,
    kinds: ['provider', 'internal', 'member'],
    scopes: ['profile', 'email', 'access', 'staff', 'member'],
    permissions: ['CLAIM', 'HOME'],
    asksConsent: false,
    allowsEmptyAccess: false,
    ...input,
  }
  const context = { ...testContext(test.db, test.deps.settings), now: test.clock.now() }
  const added = await transact(context, (inside) => addClient(inside as InTransaction, whole))
  if ('refusal' in added) throw new Error(added.refusal.message)
  const { clientId, clientSecret } = added.entity
  return { clientId, clientSecret: clientSecret ?? '' }
}

/** Registers an application and discovers the issuer, whose requests go to the app without a network. */
export async function openTestClient(test: TestApp, input: Partial<ClientInput> & { origin?: string } = {}) {
  const { origin = 'http://localhost', ...registered } = input
  await insertTestHubKeys(test)
  const { clientId, clientSecret } = await addTestClient(test, registered)
  return connectTestClient(test, { clientId, clientSecret, origin, redirect: registered.redirectUris?.[0] ?? REDIRECT })
}

type Registered = {
  clientId: string
  clientSecret: string
  origin?: string
  redirect?: string
  /** Instead of the secret. */
  privateKey?: oidc.CryptoKey
}

export async function connectTestClient(test: TestApp, registered: Registered) {
  const { clientId, clientSecret, origin = 'http://localhost', redirect = REDIRECT, privateKey } = registered
  const config = await oidc.discovery(
    new URL(`${origin}/oidc`),
    clientId,
    { client_secret: clientSecret },
    privateKey ? oidc.PrivateKeyJwt(privateKey) : oidc.ClientSecretBasic(clientSecret),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: injectFetch(test.app) },
  )

  /** Begins a sign-in; returns the address to open and what checks the reply. */
  async function begin(parameters: Record<string, string> = {}) {
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid profile email access',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    })
    return { url, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } }
  }

  const finish = (callback: URL, checks: Awaited<ReturnType<typeof begin>>['checks']) =>
    oidc.authorizationCodeGrant(config, callback, checks)

  return {
    clientId,
    clientSecret,
    config,
    begin,
    finish,
    /** A whole sign-in of a person whose browser is already signed in to the portal. */
    async signIn(browser: TestBrowser, parameters: Record<string, string> = {}) {
      const { url, checks } = await begin(parameters)
      return finish(new URL(await follow(browser, url.href)), checks)
    },
    refresh: (token: string) => oidc.refreshTokenGrant(config, token),
    userInfo: (accessToken: string, sub: string) => oidc.fetchUserInfo(config, accessToken, sub),
    introspect: (token: string) => oidc.tokenIntrospection(config, token),
    revoke: (token: string) => oidc.tokenRevocation(config, token),
  }
}

/** Follows redirects within the portal and returns the first address elsewhere, or of a page. */
export async function follow(browser: TestBrowser, address: string): Promise<string> {
  const origin = new URL(address).origin
  let next = new URL(address)
  for (let steps = 0; steps < 10; steps += 1) {
    if (next.origin !== origin) return next.href
    const response = await browser.get(next.pathname + next.search)
    const { location } = response.headers
    if (typeof location !== 'string') return next.href
    next = new URL(location, next)
  }
  throw new Error('Too many redirects')
}
