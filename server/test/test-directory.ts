import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** The plan's directory, on loopback: a second instance of the library that the portal itself uses as a provider. */

export type Person = { sub: string; groups?: string[]; acr?: string; authTime?: number }
type Claims = Record<string, unknown>
type Tamper = (claims: Claims) => { header?: Claims; claims?: Claims; key?: JsonWebKey } | undefined

export const CLIENT = { id: 'portal', secret: 'a secret of the portal at the directory' }
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export type TestDirectory = Awaited<ReturnType<typeof startTestDirectory>>

export const newKey = (): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

/** Making a key takes longer than most tests, so all directories of a process sign with one. */
let directoryKey: JsonWebKey | undefined

export function signToken(key: JsonWebKey, header: Claims, claims: Claims): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  if (header.alg === 'none') return `${text}.`
  const signature = sign('sha256', Buffer.from(text), createPrivateKey({ key, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}

const read = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Signs in the account that `person` names, without a page. `page` shows a page with a button instead. */
export async function startTestDirectory(redirectUris: string[], options: { logsOut?: boolean; page?: boolean } = {}) {
  directoryKey ??= newKey()
  const key = { ...directoryKey, kid: 'first', alg: 'RS256', use: 'sig' }
  const now = {
    person: { sub: 'ana' } as Person,
    tamper: undefined as Tamper | undefined,
    error: undefined as string | undefined,
    queries: [] as URLSearchParams[],
  }
  const server = createServer((request, response) => void handle(request, response))
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
    jwks: { keys: [key as never] },
    cookies: { keys: ['of the directory'] },
    claims: { openid: ['sub', 'sid', 'groups'], acr: null, auth_time: null, sid: null },
    acrValues: ['urn:directory:mfa'],
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: options.logsOut ?? false } },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    findAccount: async (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...(now.person.groups ? { groups: now.person.groups } : {}) }),
    }),
    loadExistingGrant: async (ctx) => {
      const grant = new provider.Grant({ accountId: ctx.oidc.session?.accountId ?? '', clientId: CLIENT.id })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    if (ctx.path === '/auth') now.queries.push(new URLSearchParams(ctx.querystring))
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (ctx.path !== '/token' || !body?.id_token) return
    const claims = read(body.id_token)
    if (now.person.authTime) claims.auth_time = now.person.authTime
    const changed = now.tamper?.(claims)
    const header = { alg: 'RS256', kid: 'first', ...changed?.header }
    if (changed || now.person.authTime)
      body.id_token = signToken(changed?.key ?? key, header, { ...claims, ...changed?.claims })
  })
  const callback = provider.callback()

  async function handle(...[request, response]: Parameters<typeof callback>): Promise<void> {
    if (!request.url?.startsWith('/sign-in/')) return callback(request, response)
    const { uid } = await provider.interactionDetails(request, response)
    if (options.page && request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(`<h1>Work account</h1><form method="post" action="/sign-in/${uid}"><button>Sign in</button></form>`)
      return
    }
    const { sub: accountId, acr } = now.person
    const result = now.error
      ? { error: 'access_denied', error_description: now.error }
      : { login: { accountId, ...(acr ? { acr } : {}) } }
    await provider.interactionFinished(request, response, result)
  }

  return {
    issuer,
    now,
    settings: {
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      acr: [] as string[],
      roles: undefined,
      sessionHours: 8,
    },
    /** Follows the directory's redirects as a browser; returns the address at the portal. */
    async pass(address: string): Promise<string> {
      const cookies = new Map<string, string>()
      let next = address
      for (let steps = 0; steps < 8; steps += 1) {
        if (!next.startsWith(issuer)) return next
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`The directory answered ${reply.status}: ${await reply.text()}`)
        next = new URL(location, next).href
      }
      throw new Error('Too many redirects')
    },
    logoutToken(claims: Claims = {}, header: Claims = {}, signedBy: JsonWebKey = key): string {
      const iat = Math.floor(Date.now() / 1000)
      const standard = { iss: issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: randomUUID(), events: { [EVENT]: {} } }
      return signToken(
        signedBy,
        { alg: 'RS256', kid: 'first', typ: 'logout+jwt', ...header },
        { ...standard, ...claims },
      )
    },
    /** Answers again at the same address after a stop. */
    restart: () => listen(port),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
