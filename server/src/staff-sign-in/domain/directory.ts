import * as oidc from 'openid-client'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'

/** The directory did not answer, or not with an OpenID reply. */
export class DirectoryAway extends Error {}

const TIMEOUT_S = 8
const KEEP_MS = 10 * 60_000

type Kept = { key: string; config: oidc.Configuration; until: number }
let kept: Kept | undefined

/** The directory's discovery document, at most ten minutes old. Signatures of ID tokens are verified. */
export async function connect(directory: StaffDirectory): Promise<oidc.Configuration> {
  const key = JSON.stringify(directory)
  return kept?.key === key && kept.until > Date.now() ? kept.config : connectNow(directory)
}

/** Reads the document now, which shows whether the directory answers. */
async function connectNow(directory: StaffDirectory): Promise<oidc.Configuration> {
  const config = await discover(directory).catch((error) => {
    throw new DirectoryAway('The directory could not be reached', { cause: error })
  })
  kept = { key: JSON.stringify(directory), config, until: Date.now() + KEEP_MS }
  return config
}

export function discover({ issuer, clientId, clientSecret }: StaffDirectory): Promise<oidc.Configuration> {
  const insecure = issuer.startsWith('http://') ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(new URL(issuer), clientId, { client_secret: clientSecret }, authenticate(clientSecret), {
    execute: [...insecure, oidc.enableNonRepudiationChecks],
    timeout: TIMEOUT_S,
  })
}

/** By basic authentication, which every provider must support, unless the directory lists only the other way. */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPostOnly ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...others)
  }

export type Checks = { state: string; nonce: string; verifier: string }

type Asking = { redirectUri: string; isStepUp: boolean }

/**
 * The address at the directory, and the values that the reply is checked against. A browser that was sent to a directory
 * that is away would show its own error, so the portal asks there first.
 */
export async function beginAuthorization(
  directory: StaffDirectory,
  { redirectUri, isStepUp }: Asking,
): Promise<{ url: URL; checks: Checks }> {
  const config = await connectNow(directory)
  const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const { scopes_supported: scopes = [] } = config.serverMetadata()
  const claim = directory.roles?.claim
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: claim && scopes.includes(claim) ? `openid ${claim}` : 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    state: checks.state,
    nonce: checks.nonce,
    ...(directory.acr.length > 0 ? { acr_values: directory.acr.join(' ') } : {}),
    ...(isStepUp ? { max_age: '0' } : {}),
  })
  return { url, checks }
}

/** What the directory says about a person, from an ID token that was verified. */
export type DirectoryIdentity = {
  issuer: string
  subject: string
  /** When the person last proved their identity to the directory, if it says so. */
  authAt: Date | undefined
  /** The directory asked for a second factor. */
  hasSecondFactor: boolean
  sid: string | undefined
  groups: string[]
  /** The directory ends sessions by back-channel logout. */
  logsOut: boolean
}

/** Exchanges the code and verifies the ID token. Throws if anything in the reply does not match. */
export async function exchangeCode(
  directory: StaffDirectory,
  callback: URL,
  checks: Checks,
): Promise<DirectoryIdentity> {
  const config = await connect(directory)
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The directory sent no ID token')
  const { acr, auth_time: authTime, sid } = claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    authAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    hasSecondFactor: typeof acr === 'string' && directory.acr.includes(acr),
    sid: typeof sid === 'string' ? sid : undefined,
    groups: directory.roles ? readGroups(claims[directory.roles.claim]) : [],
    logsOut: announcesLogout(config),
  }
}

export const announcesLogout = (config: oidc.Configuration): boolean =>
  config.serverMetadata().backchannel_logout_supported === true

const readGroups = (claim: unknown): string[] =>
  [claim].flat().filter((group): group is string => typeof group === 'string')

/** True if the network or the directory's server failed, as opposed to a reply that was refused. */
export function isAway(error: unknown): boolean {
  if (error instanceof DirectoryAway) return true
  const { code, cause, name } = Object(error)
  if (name === 'TimeoutError' || name === 'AbortError' || (name === 'TypeError' && cause !== undefined)) return true
  if (code === 'OAUTH_TIMEOUT') return true
  return code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && Object(cause).status >= 500
}
