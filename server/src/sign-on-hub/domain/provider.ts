import { createHash } from 'node:crypto'
import { ACR_VALUES, HUB_PATH, SCOPES } from '@portico/core/sign-on-hub/scopes'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { portalUrl } from '../../platform/brands/brand-host.ts'
import { type Context, systemContext } from '../../platform/context.ts'
import type { Deps } from '../../platform/deps.ts'
import { hashToken } from '../../platform/keys/hash-token.ts'
import { findClient, type HubClient } from '../store/clients.ts'
import { describeAuthentication, meetsAcr } from './authentication.ts'
import { findHubAccount } from './claims.ts'
import { createClientAdapter } from './client-adapter.ts'
import type { HubKeys } from './keys.ts'
import { createRecordAdapter } from './record-adapter.ts'

const MINUTE = 60
const HOUR = 3600

/** The OpenID provider of one brand. Everything that the plan does not need is off. */
export function createHubProvider(deps: Deps, brand: string, keys: HubKeys): Provider {
  const { settings } = deps
  const issuer = portalUrl(settings, brand, HUB_PATH)
  const context = () => systemContext(deps)
  const adapter: Configuration['adapter'] = (model: string) =>
    model === 'Client' ? createClientAdapter(deps, brand) : createRecordAdapter(deps.db, keys.records, model)
  const provider = new Provider(issuer, {
    adapter,
    jwks: { keys: keys.signing },
    ...describeCookies(deps, keys),
    acrValues: ACR_VALUES,
    scopes: ['openid', ...SCOPES],
    claims: {
      acr: null,
      amr: null,
      auth_time: null,
      iss: null,
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'name'],
      email: ['email'],
      access: ['access', 'roles', 'npis'],
      staff: ['staff_roles'],
      member: ['member'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['pairwise'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    pairwiseIdentifier: async (_ctx, accountId, client) => subjectOf(await requireClient(deps, client.clientId), accountId),
    findAccount: async (ctx, accountId) => {
      const client = ctx.oidc.client && (await findClient(deps.db, ctx.oidc.client.clientId))
      return client && findHubAccount(deps, accountId, client)
    },
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${HUB_PATH}/interaction/${uid}` },
    renderError: (ctx, out) => renderError(ctx, out),
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 10 * MINUTE,
      Interaction: 30 * MINUTE,
      RefreshToken: settings.lifetimes.sessionAbsolute,
      Session: settings.lifetimes.sessionAbsolute,
      Grant: 24 * HOUR,
    },
    discovery: { backchannel_logout_supported: true, backchannel_logout_session_supported: false },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      introspection: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: false },
      claimsParameter: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      requestObjects: { enabled: false },
      resourceIndicators: { enabled: false },
    },
  })
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = async function compareSecret(actual: string) {
    const client = await findClient(deps.db, this.clientId)
    return client !== undefined && isClientSecret(client, actual, context().now)
  }
  return provider
}

/** Cookies of the library. They are signed with a key of the hub. */
function describeCookies({ settings }: Deps, keys: HubKeys): Pick<Configuration, 'cookies'> {
  const options = { signed: true, httpOnly: true, sameSite: 'lax', secure: settings.production } as const
  return {
    cookies: {
      keys: [keys.records.hash('cookies')],
      names: { session: 'portico_hub', interaction: 'portico_hub_interaction', resume: 'portico_hub_resume' },
      long: { ...options, path: HUB_PATH },
      short: { ...options, path: HUB_PATH },
    },
  }
}

async function requireClient({ db }: Pick<Context, 'db'>, clientId: string): Promise<HubClient> {
  const client = await findClient(db, clientId)
  if (!client) throw new Error('The client no longer exists')
  return client
}

/** Differs between clients, so that applications cannot compare their users. */
export const subjectOf = ({ clientId, subjectSalt }: HubClient, accountId: string): string =>
  createHash('sha256').update(subjectSalt).update(`${clientId}|${accountId}`).digest('base64url')

/** During a rotation both secrets are valid. */
function isClientSecret(client: HubClient, actual: string, now: Date): boolean {
  const hash = hashToken(actual)
  const { secretHash, retiredSecretHash, retiredSecretUntil } = client
  if (secretHash.equals(hash)) return true
  return retiredSecretHash?.equals(hash) === true && retiredSecretUntil !== null && retiredSecretUntil > now
}

/** Grants the plan's own clients what they are registered for. Other clients need the person's consent. */
async function loadGrant({ db }: Deps, ctx: KoaContextWithOIDC) {
  const { oidc } = ctx
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = grantId && (await provider.Grant.find(grantId))
  if (existing) return existing
  const registered = await findClient(db, client.clientId)
  if (!registered || registered.asksConsent) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(['openid', ...registered.scopes].join(' '))
  await grant.save()
  return grant
}

/** The login prompt also covers a stronger proof than the session has. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.get('login')?.checks.add(
    new interactionPolicy.Check('acr_not_met', 'a stronger sign-in is required', 'login_required', (ctx) => {
      const session = ctx.req.portalVisit?.session
      const requested = ctx.oidc.params?.acr_values
      return session && typeof requested === 'string' ? !meetsAcr(session, requested) : false
    }),
  )
  return prompts
}

/** The result of a sign-in, from the portal session. */
export function loginResult(session: NonNullable<NonNullable<import('node:http').IncomingMessage['portalVisit']>['session']>) {
  const { acr, amr, authTime } = describeAuthentication(session)
  return { login: { accountId: session.accountId, acr, amr, ts: authTime, remember: true } }
}

function renderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): void {
  ctx.type = 'text'
  ctx.body = `${out.error}: ${out.error_description ?? ''}`
}
