import { createHash, timingSafeEqual } from 'node:crypto'
import { ACR_VALUES, HUB_PATH, SCOPES } from '@portico/core/sign-on-hub/scopes'
import Provider, { type Configuration } from 'oidc-provider'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { cookieName } from '#platform/http/cookies.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import type { HubClient } from '../../store/clients.ts'
import type { HubKeys } from '../keys.ts'
import { claimNames, findHubAccount } from '../sign-in/claims.ts'
import { interactionPath } from '../sign-in/interactions.ts'
import { createClientAdapter } from './client-adapter.ts'
import { loadGrant } from './grants.ts'
import { INTERACTION_COOKIE, RESUME_COOKIE } from './host-cookies.ts'
import { renderError, renderLogout, signedOutAddress } from './pages.ts'
import { createPolicy, signInFromPortal } from './policy.ts'
import { readClient } from './read-client.ts'
import { createRecordAdapter } from './record-adapter.ts'
import { noteFailures } from './sign-in-failures.ts'

const MINUTE = 60

/** The OpenID provider of one brand. Everything that the plan does not need is off. */
export function createHubProvider(deps: Deps, brand: string, keys: HubKeys): Provider {
  const { db, settings } = deps
  const records = { db, key: keys.records, brand }
  const issuer = portalUrl(settings, brand, HUB_PATH)
  const provider = new Provider(issuer, {
    adapter: (model: string) =>
      model === 'Client' ? createClientAdapter(db, brand) : createRecordAdapter(records, model),
    jwks: { keys: keys.signing },
    ...describeCookies(deps, issuer, keys),
    ...TOKENS,
    ...describeLifetimes(deps),
    pairwiseIdentifier: async (_ctx, accountId, { clientId }) =>
      subjectOf(await requireClient(deps, clientId), accountId),
    findAccount: async (ctx, accountId) => {
      const client = ctx.oidc.client && (await readClient(db, ctx.oidc.client.clientId))
      return client && findHubAccount(deps, accountId, client)
    },
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    issueRefreshToken: async () => true,
    clientBasedCORS: () => false,
    // Called with every authorization request, also without such a parameter.
    extraParams: { portal_session: signInFromPortal },
    interactions: { policy: createPolicy(), url: (_ctx, { uid }) => interactionPath(keys.records, uid) },
    renderError: async (ctx, out) => renderError(ctx, brand, out),
    features: {
      ...OFF,
      userinfo: { enabled: true },
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => renderLogout(ctx, brand, form),
        postLogoutSuccessSource: async (ctx) => ctx.redirect(signedOutAddress()),
      },
    },
  })
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = async function compareSecret(actual: string) {
    const client = await readClient(db, this.clientId)
    return client !== undefined && isClientSecret(client, actual, systemContext(deps).now)
  }
  noteFailures(provider)
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'sign-on hub failed'))
  return provider
}

const TOKENS = {
  acrValues: ACR_VALUES,
  scopes: ['openid', ...SCOPES],
  claims: {
    iss: null,
    openid: ['sub', 'acr', 'amr', 'auth_time'],
    profile: [...claimNames('profile'), 'name'],
    email: claimNames('email'),
    access: ['access', 'roles', 'npis'],
    staff: ['staff_roles'],
    member: ['member'],
  },
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  subjectTypes: ['pairwise'],
  sectorIdentifierUriValidate: () => false,
  clientAuthMethods: ['client_secret_basic', 'private_key_jwt'],
  enabledJWA: { clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'] },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  expiresWithSession: async () => false,
  discovery: { backchannel_logout_supported: true, backchannel_logout_session_supported: false },
} satisfies Configuration

const OFF = {
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: false },
  claimsParameter: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  requestObjects: { enabled: false },
  resourceIndicators: { enabled: false },
} satisfies Configuration['features']

/** Refresh tokens and grants end with the portal session at the latest. */
function describeLifetimes({ settings: { lifetimes } }: Deps): Pick<Configuration, 'ttl'> {
  const longest = lifetimes.sessionAbsolute
  return {
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 10 * MINUTE,
      Interaction: 30 * MINUTE,
      RefreshToken: longest,
      Session: longest,
      Grant: longest,
    },
  }
}

/** Cookies of the library, signed with a key of the hub. */
function describeCookies({ settings }: Deps, issuer: string, keys: HubKeys): Pick<Configuration, 'cookies'> {
  const options = { signed: true, httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https://') } as const
  return {
    cookies: {
      keys: [keys.records.hash('cookies')],
      names: { session: cookieName('portico_hub', settings), interaction: INTERACTION_COOKIE, resume: RESUME_COOKIE },
      long: { ...options, path: '/' },
      short: options,
    },
  }
}

async function requireClient({ db }: Pick<Deps, 'db'>, clientId: string): Promise<HubClient> {
  const client = await readClient(db, clientId)
  if (!client) throw new Error('The client no longer exists')
  return client
}

/** Differs between clients, so that applications cannot compare their users. */
export const subjectOf = (
  { clientId, subjectSalt }: Pick<HubClient, 'clientId' | 'subjectSalt'>,
  accountId: string,
): string => createHash('sha256').update(subjectSalt).update(`${clientId}|${accountId}`).digest('base64url')

/** After a rotation both secrets are valid for a day. */
function isClientSecret(client: HubClient, actual: string, now: Date): boolean {
  const { secretHash, retiredSecretHash, retiredSecretUntil } = client
  const isRetiredValid = retiredSecretHash !== null && retiredSecretUntil !== null && retiredSecretUntil > now
  const valid = isRetiredValid ? [secretHash, retiredSecretHash] : [secretHash]
  return valid.some((hash) => hash !== null && timingSafeEqual(hash, hashToken(actual)))
}
