import { HUB_PATH, NEED_PARAMETER, type StepUpNeed } from '@portico/core/sign-on-hub/scopes'
import { CONSENT_BODY } from '@portico/core/sign-on-hub/shapes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { brandOf, portalUrl } from '#platform/brands/brand-host.ts'
import { visitOf } from '#platform/calls/mount.ts'
import { type Session, systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { registerCsrf } from '#platform/identity/csrf.ts'
import { addPending, interactionPath } from '#platform/identity/pending-interaction.ts'
import { renewSession } from '#platform/identity/session.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '#platform/identity/session-cookie.ts'
import { refuseInView } from '#platform/identity/staff-view.ts'
import { AREA_PATHS, type Area, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import { findGrants } from '../../signon/signon.ts'
import { nameForLibrary } from '../domain/library/host-cookies.ts'
import { createHub, type Hub } from '../domain/library/hub.ts'
import { consentPage, expiredPage, refusalPage } from '../domain/library/pages.ts'
import type { PortalVisit } from '../domain/library/portal-visit.ts'
import { answerMay } from '../domain/may.ts'
import { recordFailure } from '../domain/record-failure.ts'
import { answerConsent } from '../domain/sign-in/consent.ts'
import { findStep, type Interaction, type Step } from '../domain/sign-in/interactions.ts'
import { findLogo, type HubClient } from '../store/clients.ts'

type Exchange = { deps: Deps; hub: Hub; request: FastifyRequest; reply: FastifyReply }
type Handled = { Params: { handle: string }; Querystring: Record<string, unknown> }

/** Mounts the OpenID provider of each brand. The library parses its own bodies and writes its own replies. */
export async function registerOpenIdProvider(app: FastifyInstance, deps: Deps): Promise<void> {
  const hub = createHub(deps)
  await app.register(
    async (own) => {
      registerCsrf(own, deps.settings)
      own.addHook('onRequest', readHostCookies(deps))
      own.get<{ Params: { clientId: string } }>('/logo/:clientId', async (request, reply) => {
        const logo = await findLogo(deps.db, brandOf(request, deps.settings).id, request.params.clientId)
        if (!logo) throw new HttpFailure(404, 'unknown', 'There is no such logo.')
        return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(logo)
      })
      own.get<Handled>('/interaction/:handle', (request, reply) => answerInteraction({ deps, hub, request, reply }))
      own.post<Handled>('/interaction/:handle/consent', { schema: { body: CONSENT_BODY } }, (request, reply) =>
        answerConsentForm({ deps, hub, request, reply }),
      )
    },
    { prefix: HUB_PATH },
  )
  await app.register(
    async (library) => {
      library.addHook('onRequest', readHostCookies(deps))
      library.removeAllContentTypeParsers()
      library.addContentTypeParser('*', (_request, _payload, done) => done(null))
      library.get<Handled>('/may', (request, reply) => answerMayCall({ deps, hub, request, reply }))
      library.all('/*', (request, reply) => passToLibrary({ deps, hub, request, reply }))
    },
    { prefix: HUB_PATH },
  )
}

/** The library reads the request's header itself. */
const readHostCookies =
  ({ settings }: Deps) =>
  async ({ raw, url }: FastifyRequest): Promise<void> => {
    if (settings.production && raw.headers.cookie)
      raw.headers.cookie = nameForLibrary(raw.headers.cookie, url.split('?')[0] ?? '')
  }

const brandIdOf = ({ deps, request }: Exchange): string => brandOf(request, deps.settings).id
const providerFor = (exchange: Exchange) => exchange.hub.providerOf(brandIdOf(exchange))
const handleOf = (request: FastifyRequest): string => (request.params as Handled['Params']).handle
const pathOf = (request: FastifyRequest): string => interactionPath(handleOf(request))

async function passToLibrary(exchange: Exchange): Promise<void> {
  const { deps, request, reply } = exchange
  const provider = await providerFor(exchange)
  await attachSession(exchange)
  const { raw } = request
  const issuer = new URL(portalUrl(deps.settings, brandOf(request, deps.settings).id, HUB_PATH))
  // The library writes addresses for the host of the request: it sees the configured one, whatever the client sent.
  Object.assign(raw.headers, {
    host: issuer.host,
    'x-forwarded-host': issuer.host,
    'x-forwarded-proto': issuer.protocol.slice(0, -1),
  })
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(HUB_PATH.length)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  await provider.callback()(raw, reply.raw)
}

/** Returns the portal session. The library sees only one whose second factor is proved. */
async function attachSession({ deps, request }: Exchange): Promise<Session | null> {
  const id = request.cookies[SESSION_COOKIE]
  const session = id ? await renewSession(deps, id, request.cookies[DEVICE_COOKIE]) : null
  await refuseInView(deps, request, session)
  const visit: PortalVisit = { session: session?.factorDue ? null : session }
  request.raw.portalVisit = visit
  return session
}

/** Undefined if the interaction is over or began in another browser. */
async function openInteraction(exchange: Exchange): Promise<Interaction | undefined> {
  const { request, reply } = exchange
  const provider = await providerFor(exchange)
  return provider.interactionDetails(request.raw, reply.raw).catch((error) => {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  })
}

const EXPIRED = 'This sign-in has expired. Please go back to the application and try again.'

async function answerInteraction(exchange: Exchange): Promise<FastifyReply> {
  const { deps, reply } = exchange
  reply.header('cache-control', 'no-store')
  const session = await attachSession(exchange)
  const interaction = await openInteraction(exchange)
  if (!interaction) return sendPage(reply, 404, expiredPage(brandIdOf(exchange), session?.kind))
  if (session?.factorDue) return leadTo(exchange, AREA_PATHS[areaOfAccount(session.kind)].factor)
  return takeStep(exchange, await findStep(deps, interaction, session), session)
}

async function takeStep(exchange: Exchange, step: Step, session: Session | null): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  const brand = brandIdOf(exchange)
  const kind = session?.kind ?? 'provider'
  switch (step.kind) {
    case 'sign-in':
      return leadTo(exchange, AREA_PATHS[areaOfClient(step.client)].login)
    case 'prove':
      return leadTo(exchange, AREA_PATHS[areaOfAccount(kind)].factor, step.by)
    case 'refuse': {
      const reason = step.reason === 'gone' ? 'disabled' : step.reason
      await recordFailure(systemContext(deps), { clientId: step.clientId, brand, reason })
      const waitsFor = step.reason === 'waiting' && session ? await namePending(deps, session) : []
      return sendPage(reply, 403, refusalPage(brand, { reason: step.reason, kind, waitsFor }))
    }
    case 'consent':
      return sendPage(reply, 200, consentPage(brand, step.asked, { kind, path: pathOf(request) }))
    case 'finish': {
      const provider = await providerFor(exchange)
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, step.result), 303)
    }
  }
}

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html)

/** Names of the providers, groups and organizations whose access is not approved yet. */
async function namePending({ db }: Deps, { accountId }: Session): Promise<string[]> {
  const grants = await findGrants(db, accountId)
  return [...new Set(grants.filter(({ state }) => state.startsWith('PENDING')).map(({ name }) => name))]
}

const areaOfClient = ({ kinds: [first, ...more] }: HubClient): Area =>
  first && more.length === 0 ? areaOfAccount(first) : 'providers'

/** A page of the portal that comes back to the interaction. */
function leadTo({ deps, request, reply }: Exchange, page: string, need?: StepUpNeed): FastifyReply {
  addPending(request, reply, deps.settings, handleOf(request))
  const query = { TARGET: pathOf(request), ...(need ? { [NEED_PARAMETER]: need } : {}) }
  return reply.redirect(`${page}?${new URLSearchParams(query)}`, 303)
}

/** The page's answer to a consent interaction. The page then continues to the location by GET. */
async function answerConsentForm(exchange: Exchange): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  reply.header('cache-control', 'no-store')
  const session = await attachSession(exchange)
  const interaction = await openInteraction(exchange)
  const step = interaction && (await findStep(deps, interaction, session?.factorDue ? null : session))
  if (step?.kind !== 'consent' || !session) throw new HttpFailure(404, 'unknown', EXPIRED)
  const { allow } = request.body as { allow: boolean }
  const result = await answerConsent({ ...visitOf(deps, request, session), session }, step.asked, allow)
  const provider = await providerFor(exchange)
  return reply.send({ location: await provider.interactionResult(request.raw, reply.raw, result) })
}

async function answerMayCall(exchange: Exchange): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  const [, bearer] = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? []
  const { npi, permission } = request.query as Record<string, unknown>
  const context = visitOf(deps, request, null)
  const answer = await answerMay(context, await providerFor(exchange), { bearer, npi, permission })
  reply.header('cache-control', 'no-store').code(answer.status)
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply.send(answer.body)
}
