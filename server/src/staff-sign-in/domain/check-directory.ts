import type * as oidc from 'openid-client'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { brands } from '#platform/brands/brands.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'
import { announcesLogout, discover } from './directory.ts'
import { CALLBACK_PATH, LOGOUT_PATH } from './paths.ts'

export type Checked = { problems: string[]; notes: string[] }

type Server = ReturnType<oidc.Configuration['serverMetadata']>

/** Says in plain sentences what is wrong with the directory's settings. */
export async function checkDirectory(settings: Settings): Promise<Checked> {
  const { staffDirectory: directory } = settings
  if (!directory)
    return { problems: ['PORTICO_STAFF_OIDC_ISSUER is not set, so staff sign in with passwords.'], notes: [] }
  const notes = brands.flatMap(({ id }) => [
    `Register this redirect address at the directory: ${portalUrl(settings, id, CALLBACK_PATH)}`,
    `Register this back-channel logout address: ${portalUrl(settings, id, LOGOUT_PATH)}`,
  ])
  let config: oidc.Configuration
  try {
    config = await discover(directory)
  } catch (error) {
    return { problems: [explainDiscovery(directory, error)], notes }
  }
  const server = config.serverMetadata()
  const problems = [...findProblems(server, directory), ...(await checkKeys(server)), ...(await checkSecret(config))]
  if (!announcesLogout(config))
    notes.push(
      `The directory announces no back-channel logout. Staff sessions end after ${directory.sessionHours} hours.`,
    )
  if (directory.acr.length === 0)
    notes.push('PORTICO_STAFF_OIDC_ACR is not set, so the portal asks for its own second factor.')
  return { problems, notes }
}

function explainDiscovery({ issuer }: StaffDirectory, error: unknown): string {
  const document = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { code, cause, name } = Object(error)
  const { status, code: systemCode, expected } = Object(cause)
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `The directory calls itself ${Object(Object(cause).body).issuer ?? expected ?? 'something else'}. Set PORTICO_STAFF_OIDC_ISSUER to exactly that.`
  if (typeof status === 'number' && status !== 200)
    return `${document} answered with HTTP status ${status}. Check the issuer.`
  if (systemCode || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT')
    return `The directory cannot be reached at ${document} (${systemCode ?? 'no answer in time'}).`
  return `${document} is not an OpenID discovery document.`
}

function findProblems(server: Server, { acr }: StaffDirectory): string[] {
  const lacks = (list: readonly string[] | undefined, value: string) => list !== undefined && !list.includes(value)
  const acrs = server.acr_values_supported
  const algorithms = server.id_token_signing_alg_values_supported
  const all: [boolean, string][] = [
    [!server.authorization_endpoint, 'The directory names no authorization endpoint.'],
    [!server.token_endpoint, 'The directory names no token endpoint.'],
    [!server.jwks_uri, 'The directory names no key set (jwks_uri), so its tokens cannot be verified.'],
    [lacks(server.response_types_supported, 'code'), 'The directory does not offer the code flow.'],
    [
      lacks(server.code_challenge_methods_supported, 'S256'),
      'The directory does not offer PKCE with S256, which the portal uses.',
    ],
    [
      algorithms?.every((name) => name === 'none' || name.startsWith('HS')) === true,
      'The directory signs its ID tokens with no public key. The portal refuses such tokens.',
    ],
    [
      acrs !== undefined && acr.some((value) => !acrs.includes(value)),
      `The directory does not offer ${acr.filter((value) => !acrs?.includes(value)).join(', ')}, which PORTICO_STAFF_OIDC_ACR names.`,
    ],
  ]
  return all.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

const TIMEOUT_MS = 8000

async function checkKeys({ jwks_uri: address }: Server): Promise<string[]> {
  if (!address) return []
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    const { keys } = (await reply.json()) as { keys?: unknown[] }
    return reply.ok && keys && keys.length > 0 ? [] : [`The key set at ${address} is empty.`]
  } catch {
    return [`The key set at ${address} cannot be read.`]
  }
}

/** Answers about the code or its address, once the directory has accepted the secret. */
const EXPECTED = ['invalid_grant', 'invalid_request', 'redirect_uri_mismatch']

/** Exchanges an invented code: a directory that accepts the secret answers that the code is unknown. */
async function checkSecret(config: oidc.Configuration): Promise<string[]> {
  const { token_endpoint: address } = config.serverMetadata()
  if (!address) return []
  const { genericGrantRequest } = await import('openid-client')
  const parameters = {
    code: 'oidc-test',
    redirect_uri: 'https://portal.invalid/oidc-test',
    code_verifier: 'x'.repeat(43),
  }
  const error = await genericGrantRequest(config, 'authorization_code', parameters).catch((reason) => reason)
  const { error: name, status } = Object(error)
  if (name === 'invalid_client' || status === 401)
    return ['The directory refuses PORTICO_STAFF_OIDC_CLIENT_ID or PORTICO_STAFF_OIDC_CLIENT_SECRET.']
  if (name === 'unauthorized_client') return ['The directory does not allow this client to use the code flow.']
  if (typeof name !== 'string') return [`The token endpoint at ${address} does not answer as OpenID requires.`]
  return EXPECTED.includes(name) ? [] : [`The client secret could not be tested: the directory answers ‘${name}’.`]
}
