import { HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { brandOf } from '../platform/brands/brand-host.ts'
import { brands } from '../platform/brands/brands.ts'
import { systemContext } from '../platform/context.ts'
import type { Deps } from '../platform/deps.ts'
import { renewSession } from '../platform/identity/session.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '../platform/identity/session-cookie.ts'
import { AREA_PATHS } from '../platform/pages/portal-addresses.ts'
import { openHubKeys } from './domain/keys.ts'
import { createHubProvider, loginResult } from './domain/provider.ts'

/** Mounts the OpenID provider of each brand. The library parses its own bodies and writes its own replies. */
export async function registerSignOnHub(app: FastifyInstance, deps: Deps): Promise<void> {
  const providers = await createProviders(deps)
  const providerOf = (request: FastifyRequest): Provider => {
    const provider = providers.get(brandOf(request, deps.settings).id)
    if (!provider) throw new Error('Every brand has a provider')
    return provider
  }
  await app.register(
    async (hub) => {
      hub.removeAllContentTypeParsers()
      hub.addContentTypeParser('*', (_request, _payload, done) => done(null))
      hub.get('/interaction/:uid', (request, reply) => answerInteraction(deps, providerOf(request), request, reply))
      hub.all('/*', (request, reply) => passToLibrary(deps, providerOf(request), request, reply))
    },
    { prefix: HUB_PATH },
  )
}

async function createProviders(deps: Deps): Promise<Map<string, Provider>> {
  const keys = await openHubKeys(systemContext(deps))
  return new Map(brands.map(({ id }) => [id, createHubProvider(deps, id, keys)]))
}

async function passToLibrary(deps: Deps, provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  await attachVisit(deps, request)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  const { raw } = request
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(HUB_PATH.length)
  await provider.callback()(raw, reply.raw)
}

/** A half-signed session is nobody here. */
async function attachVisit(deps: Deps, request: FastifyRequest): Promise<void> {
  const id = request.cookies[SESSION_COOKIE]
  const session = id ? await renewSession(deps, id, request.cookies[DEVICE_COOKIE]) : null
  request.raw.portalVisit = { session: session?.factorDue ? null : session }
}

/** Finishes the interaction if the portal session suffices; otherwise continues on the login page. */
async function answerInteraction(deps: Deps, provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  await attachVisit(deps, request)
  const details = await provider.interactionDetails(request.raw, reply.raw)
  const session = request.raw.portalVisit?.session
  if (!session) {
    const { login } = AREA_PATHS.providers
    return reply.redirect(`${login}?${new URLSearchParams({ TARGET: `${HUB_PATH}/interaction/${details.uid}` })}`)
  }
  const location = await provider.interactionResult(request.raw, reply.raw, loginResult(session))
  return reply.redirect(location, 303)
}
