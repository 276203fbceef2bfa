import { DEMO_PATH } from '@portico/core/constants'
import { DEMO_APP_IDS, type DemoAppId } from '@portico/core/demo-book'
import { ACR } from '@portico/core/sign-on-hub/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { brandOf } from '#platform/brands/brand-host.ts'
import type { Deps } from '#platform/deps.ts'
import { setCookie } from '#platform/http/cookies.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { DemoApp, type DemoSession } from './demo-app.ts'

const SESSIONS_KEPT = 1000
const MAY_QUERY = Type.Object({ npi: Type.String({ maxLength: 20 }), permission: Type.String({ maxLength: 20 }) })
const SIGN_IN_QUERY = Type.Object({ factor: Type.Optional(Type.Literal('1')) })

/** The calls of both demo applications. Sessions live in memory: a restart signs their users out. */
export function registerDemoApps(demo: FastifyInstance, deps: Deps): void {
  for (const id of DEMO_APP_IDS) registerDemoApp(demo, deps, id)
}

function registerDemoApp(demo: FastifyInstance, deps: Deps, id: DemoAppId): void {
  const apps = new Map<string, DemoApp>()
  const appOf = (request: FastifyRequest): DemoApp => {
    const brand = brandOf(request, deps.settings).id
    const opened = apps.get(brand) ?? new DemoApp(demo, deps, brand, id)
    apps.set(brand, opened)
    return opened
  }
  const sessionOf = keepSessions(deps, `portico_demo_${id}`)

  demo.get(`/${id}/state.json`, (request, reply) => appOf(request).describe(sessionOf(request, reply)))
  demo.get<{ Querystring: { factor?: '1' } }>(
    `/${id}/sign-in`,
    { schema: { querystring: SIGN_IN_QUERY } },
    async (request, reply) => {
      const acr = request.query.factor ? ACR.secondFactor : undefined
      return reply.redirect(await appOf(request).begin(sessionOf(request, reply), acr))
    },
  )
  demo.get(`/${id}/callback`, async (request, reply) => {
    await appOf(request).finish(sessionOf(request, reply), request.url.slice(request.url.indexOf('?')))
    return reply.redirect(`${DEMO_PATH}/${id}`)
  })
  demo.post(`/${id}/refresh`, async (request, reply) => {
    const session = sessionOf(request, reply)
    await appOf(request).refresh(session)
    return appOf(request).describe(session)
  })
  demo.get<{ Querystring: { npi: string; permission: string } }>(
    `/${id}/may.json`,
    { schema: { querystring: MAY_QUERY } },
    (request, reply) => {
      const { npi, permission } = request.query
      return appOf(request).may(sessionOf(request, reply), npi, permission)
    },
  )
  demo.get(`/${id}/sign-out`, async (request, reply) =>
    reply.redirect(await appOf(request).signOut(sessionOf(request, reply))),
  )
}

/** Sessions by cookie; the oldest end first. */
function keepSessions({ settings }: Deps, name: string) {
  const sessions = new Map<string, DemoSession>()
  return (request: FastifyRequest, reply: FastifyReply): DemoSession => {
    const known = sessions.get(request.cookies[name] ?? '')
    if (known) return known
    for (const old of sessions.keys()) if (sessions.size >= SESSIONS_KEPT) sessions.delete(old)
    const [key, session] = [randomId(16, 'base64url'), {}]
    sessions.set(key, session)
    setCookie({ request, reply, settings, name }, key, { httpOnly: true })
    return session
  }
}
