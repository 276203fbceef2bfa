import formbody from '@fastify/formbody'
import { LOGIN_NOTICES } from '@portico/core/access/calls'
import { SIGN_ON_PATH } from '@portico/core/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { legacyRecordAudit } from '../platform/audit.ts'
import { setCsrfCookie } from '../platform/csrf.ts'
import type { Deps } from '../platform/deps.ts'
import { HttpFailure } from '../platform/errors.ts'
import { isOwnOrigin } from '../platform/origin.ts'
import { AREA_PATHS, type Area, areaOf } from '../platform/portal-addresses.ts'
import { findSession, legacyEndSession } from '../platform/session.ts'
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../platform/session-cookie.ts'
import type { SignonPorts } from './domain/ports.ts'
import { signIn } from './domain/sign-in.ts'

/** The sign-on agent and the three logout addresses: forms and links of pages, not calls (behaviour 11.1, 11.8). */
export async function registerSignOnAgent(app: FastifyInstance, deps: Deps, ports: SignonPorts): Promise<void> {
  await app.register(async (agent) => {
    agent.removeAllContentTypeParsers()
    await agent.register(formbody, { bodyLimit: 8 * 1024 })
    agent.post(SIGN_ON_PATH, { schema: { hide: true } }, (request, reply) => handleSignOn(deps, ports, request, reply))
  })
  for (const area of Object.keys(AREA_PATHS) as Area[]) {
    app.get(AREA_PATHS[area].logout, { schema: { hide: true } }, (request, reply) =>
      handleLogout(deps, ports, area, request, reply),
    )
  }
}

async function handleSignOn(
  deps: Deps,
  ports: SignonPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.settings))
    throw new HttpFailure(403, 'cross-site', 'Please log in on the login page of this portal.')
  const field = readFields(request.body)
  const target = field('TARGET')
  const result = await signIn(deps, {
    user: field('USER').slice(0, 200),
    password: field('PASSWORD').slice(0, 200),
    target,
    address: request.ip,
    userAgent: request.headers['user-agent'],
    formerSessionId: request.cookies[SESSION_COOKIE],
  })
  reply.header('cache-control', 'no-store')
  if (result.signedIn) {
    await ports.endOthersRegistration(request, reply, result.accountId)
    setSessionCookie(request, reply, deps.settings, result.sessionId)
    setCsrfCookie(request, reply, deps.settings, result.sessionId)
    return reply.redirect(result.location)
  }
  const { login } = AREA_PATHS[areaOf(target) ?? 'providers']
  const reason = result.wait ? `&${LOGIN_NOTICES.reason}=wait` : ''
  return reply.redirect(`${login}?${LOGIN_NOTICES.error}=1${reason}`)
}

/** A field given twice, or not at all, is empty. */
function readFields(body: unknown): (name: string) => string {
  const fields = (body ?? {}) as Record<string, unknown>
  return (name) => (typeof fields[name] === 'string' ? fields[name] : '')
}

/**
 * Ends the session and leads to the area's login, which says why. A session that is no longer alive, or that the page
 * says ran out, 'has expired'. Another site's link ends nothing: it only leads to the login page.
 */
async function handleLogout(
  deps: Deps,
  ports: SignonPorts,
  area: Area,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { login } = AREA_PATHS[area]
  reply.header('cache-control', 'no-store')
  if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect(login)
  const saidExpired = new URLSearchParams(request.url.split('?')[1]).has(LOGIN_NOTICES.expired)
  const ended = await endCurrentSession(deps, ports, request, reply)
  const notice = ended && !saidExpired ? LOGIN_NOTICES.signedOut : LOGIN_NOTICES.expired
  return reply.redirect(`${login}?${notice}=1`)
}

/** True when the browser brought a session that was alive. A registration begun in this browser ends with it. */
export async function endCurrentSession(
  deps: Deps,
  ports: SignonPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  await ports.endRegistration(request, reply)
  const id = request.cookies[SESSION_COOKIE]
  clearSessionCookie(request, reply, deps.settings)
  setCsrfCookie(request, reply, deps.settings, undefined)
  const session = id ? await findSession(deps, id) : null
  if (!id || !session) return false
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await legacyEndSession(trx, id, now)
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: session.kind,
      actorAccountId: session.accountId,
      action: 'session.ended',
      subjectAccountId: session.accountId,
      address: request.ip,
    })
  })
  return true
}
