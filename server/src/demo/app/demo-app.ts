import type { DemoAccess, DemoAppId, DemoAppState, DemoMayReply } from '@portico/core/demo-book'
import { ACR, HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import type { FastifyInstance } from 'fastify'
import * as oidc from 'openid-client'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Deps } from '#platform/deps.ts'
import { DEMO_SCOPES, demoAppUrl, demoCredentials } from './demo-clients.ts'
import { injectFetch } from './inject-fetch.ts'

type Checks = { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
type Tokens = { access: string; refresh: string; idToken: string; subject: string }

/** A browser's session at a demo application. */
export type DemoSession = { checks?: Checks; tokens?: Tokens; problem?: string; renewing?: Promise<Tokens> }

/** An application as a plan would write it: an ordinary client of the portal's OpenID provider. */
export class DemoApp {
  readonly #id: DemoAppId
  readonly #redirect: string
  readonly #mayUrl: string
  readonly #discover: () => Promise<oidc.Configuration>
  #discovered: Promise<oidc.Configuration> | undefined

  constructor(app: FastifyInstance, { settings }: Deps, brand: string, id: DemoAppId) {
    const { clientId, clientSecret } = demoCredentials(settings, brand, id)
    this.#id = id
    this.#redirect = demoAppUrl(settings, brand, id, '/callback')
    this.#mayUrl = portalUrl(settings, brand, `${HUB_PATH}/may`)
    this.#discover = () =>
      oidc.discovery(
        new URL(portalUrl(settings, brand, HUB_PATH)),
        clientId,
        { client_secret: clientSecret },
        oidc.ClientSecretBasic(clientSecret),
        { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: injectFetch(app) },
      )
  }

  #configure(): Promise<oidc.Configuration> {
    this.#discovered ??= this.#discover().catch((error) => {
      this.#discovered = undefined
      throw error
    })
    return this.#discovered
  }

  /** Returns the address where the sign-in starts. */
  async begin(session: DemoSession, acr: string | undefined): Promise<string> {
    const config = await this.#configure()
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const checks = { pkceCodeVerifier, expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce() }
    session.checks = checks
    delete session.problem
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirect,
      scope: ['openid', ...DEMO_SCOPES[this.#id]].join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      ...(acr ? { acr_values: acr } : {}),
    }).href
  }

  /** Exchanges the code of the callback for tokens. */
  async finish(session: DemoSession, query: string): Promise<void> {
    const { checks } = session
    delete session.checks
    delete session.tokens
    try {
      if (!checks) throw new Error('This browser has not started a sign-in')
      const callback = new URL(this.#redirect + query)
      const reply = await oidc.authorizationCodeGrant(await this.#configure(), callback, checks)
      session.tokens = {
        access: reply.access_token,
        refresh: reply.refresh_token ?? '',
        idToken: reply.id_token ?? '',
        subject: reply.claims()?.sub ?? '',
      }
    } catch (error) {
      session.problem = codeOf(error)
    }
  }

  /** Asks the portal again each time, so that ended access shows at once. */
  async describe(session: DemoSession): Promise<DemoAppState> {
    const { tokens } = session
    if (!tokens) return { signedIn: false, problem: session.problem ?? null }
    const { acr } = readPayload(tokens.idToken)
    const claims = await this.#readClaims(session, tokens).catch((error) => endSession(session, error))
    return claims ? describePerson({ acr, ...claims }) : { signedIn: false, problem: session.problem ?? null }
  }

  async refresh(session: DemoSession): Promise<void> {
    await this.#renew(session).catch((error) => endSession(session, error))
  }

  async may({ tokens }: DemoSession, npi: string, permission: string): Promise<DemoMayReply> {
    if (!tokens) return { error: 'invalid_token' }
    const url = new URL(`${this.#mayUrl}?${new URLSearchParams({ npi, permission })}`)
    try {
      const reply = await oidc.fetchProtectedResource(await this.#configure(), tokens.access, url, 'GET')
      return (await reply.json()) as DemoMayReply
    } catch (error) {
      return { error: codeOf(error) }
    }
  }

  /** Returns the address where signing out everywhere starts. */
  async signOut(session: DemoSession): Promise<string> {
    const { idToken } = session.tokens ?? {}
    delete session.tokens
    return oidc.buildEndSessionUrl(await this.#configure(), idToken ? { id_token_hint: idToken } : {}).href
  }

  /** An access token lasts five minutes; the refresh token gets the next one. */
  async #readClaims(session: DemoSession, { access, subject }: Tokens): Promise<oidc.UserInfoResponse> {
    const config = await this.#configure()
    return oidc.fetchUserInfo(config, access, subject).catch(async () => {
      const renewed = await this.#renew(session)
      return oidc.fetchUserInfo(config, renewed.access, subject)
    })
  }

  /** One renewal at a time: a refresh token is valid once. */
  #renew(session: DemoSession): Promise<Tokens> {
    session.renewing ??= this.#requestTokens(session).finally(() => {
      delete session.renewing
    })
    return session.renewing
  }

  async #requestTokens(session: DemoSession): Promise<Tokens> {
    const { tokens } = session
    if (!tokens) throw new Error('This browser is not signed in')
    const reply = await oidc.refreshTokenGrant(await this.#configure(), tokens.refresh)
    session.tokens = { ...tokens, access: reply.access_token, refresh: reply.refresh_token ?? tokens.refresh }
    return session.tokens
  }
}

function endSession(session: DemoSession, error: unknown): undefined {
  delete session.tokens
  session.problem = codeOf(error)
}

/** The error code of OpenID, for people who write a client of their own. */
function codeOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) return error.error
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'invalid_token'
  return 'sign_in_failed'
}

/** The library has verified the token. */
const readPayload = (idToken: string): { acr?: string } =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString() || '{}')

const METHODS = Object.keys(ACR) as (keyof typeof ACR)[]

function describePerson(claims: Record<string, unknown>): DemoAppState {
  const { name, email, access, staff_roles, member, acr } = claims
  return {
    signedIn: true,
    name: String(name ?? ''),
    email: typeof email === 'string' ? email : null,
    access: (access ?? []) as DemoAccess[],
    staffRoles: (staff_roles ?? []) as string[],
    isMember: member === true,
    signedInBy: METHODS.find((method) => ACR[method] === acr) ?? 'password',
    claims,
  }
}
