import formbody from '@fastify/formbody'
import { LOGIN_NOTICES, type SignOnField, signOnAgent } from '@portico/core/signon/agent'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Http, visitOf } from '#platform/calls/mount.ts'
import type { Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { Deps } from '#platform/deps.ts'
import { announce } from '#platform/events/announce.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { isOwnOrigin } from '#platform/http/origin.ts'
import { setCsrfCookie } from '#platform/identity/csrf.ts'
import { isPendingTarget, readPending } from '#platform/identity/pending-interaction.ts'
import { endSession, renewSession } from '#platform/identity/session.ts'
import {
  clearSessionCookie,
  DEVICE_COOKIE,
  SESSION_COOKIE,
  setDeviceCookie,
  setSessionCookie,
} from '#platform/identity/session-cookie.ts'
import { AREA_PATHS, areaOf } from '#platform/pages/portal-addresses.ts'
import { writeContinuePage } from '#platform/pages/server-page.ts'
import { captchaKey, endBrowserRegistration, endOthersRegistration } from '../../registration/registration.ts'
import { sessionEnded } from '../domain/sessions/events.ts'
import { type Refused, signIn } from '../domain/sign-in.ts'

/** Serves the sign-on form and the three logout URLs, which are not API calls (behaviour 11.1, 11.8). */
export async function registerSignOnAgent(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (agent) => {
    agent.removeAllContentTypeParsers()
    await agent.register(formbody, { bodyLimit: signOnAgent.bodyLimit })
    agent.post(signOnAgent.path, (request, reply) => handleSignOn(visitOf(deps, request, null), { request, reply }))
  })
  for (const { login, logout } of Object.values(AREA_PATHS)) {
    app.get(logout, (request, reply) => handleLogout(deps, { request, reply }, login))
  }
}

async function handleSignOn(visit: Visit, { request, reply }: Http): Promise<FastifyReply> {
  const { settings } = visit
  if (!isOwnOrigin(request, settings))
    throw new HttpFailure(403, 'cross-site', 'Please sign in on this portal’s login page.')
  const field = readForm(request.body)
  const target = field('TARGET')
  const pending = readPending(request)
  const result = await signIn(visit, {
    user: field('USER'),
    password: field('PASSWORD'),
    captchaRes: field('captchaRes'),
    target,
    userAgent: request.headers['user-agent'],
    formerSessionId: request.cookies[SESSION_COOKIE],
    deviceId: request.cookies[DEVICE_COOKIE],
    pending,
  })
  reply.header('cache-control', 'no-store')
  if (result.signedIn) {
    await endOthersRegistration(visit, request, reply, result.accountId)
    setSessionCookie(request, reply, settings, result.sessionId)
    if (result.deviceId) setDeviceCookie(request, reply, settings, result.deviceId)
    setCsrfCookie(request, reply, settings, result.sessionId)
    if (!isPendingTarget(result.location, pending)) return reply.redirect(result.location)
    const page = writeContinuePage(visit.brand.id, { title: 'You are signed in', location: result.location })
    return reply.type('text/html; charset=utf-8').send(page)
  }
  // A sign-in to an application belongs to no area: the person stays on the login page that they used.
  const { login } = AREA_PATHS[areaOf(target) ?? areaOf(pathOf(request.headers.referer)) ?? 'providers']
  const notice = noticeOf(result, captchaKey(settings))
  if (isPendingTarget(target, pending)) notice.set('TARGET', target)
  return reply.redirect(`${login}?${notice}`)
}

const pathOf = (address = ''): string => (URL.canParse(address) ? new URL(address).pathname : '')

/** Query parameters that tell the login page which notice to show and whether to ask for a Captcha. */
function noticeOf({ reason, seconds, captcha }: Refused, key: string): URLSearchParams {
  const notice = new URLSearchParams({ [LOGIN_NOTICES.error]: '1' })
  if (reason !== 'wrong') notice.set(LOGIN_NOTICES.reason, reason)
  if (seconds !== undefined) notice.set(LOGIN_NOTICES.seconds, String(seconds))
  if (captcha) notice.set(LOGIN_NOTICES.captcha, key)
  return notice
}

/** Reads a missing or repeated field as an empty string. */
function readForm(body: unknown): (name: SignOnField) => string {
  const given = new Map<string, unknown>(Object.entries(body ?? {}))
  return (name) => {
    const value = given.get(name)
    return typeof value === 'string' ? value.slice(0, signOnAgent.fields[name].atMost) : ''
  }
}

/**
 * Ends the session and redirects to the area's login page with a notice: signed out, or expired. A cross-site link
 * ends no session; it only redirects.
 */
async function handleLogout(deps: Deps, http: Http, login: string): Promise<FastifyReply> {
  const { request, reply } = http
  reply.header('cache-control', 'no-store')
  if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect(login)
  const saidExpired = new URLSearchParams(request.url.split('?')[1]).has(LOGIN_NOTICES.expired)
  const id = request.cookies[SESSION_COOKIE]
  const visit = visitOf(deps, request, id ? await renewSession(deps, id) : null)
  const ended = await endCurrentSession(visit, http)
  const notice = ended && !saidExpired ? LOGIN_NOTICES.signedOut : LOGIN_NOTICES.expired
  return reply.redirect(`${login}?${notice}=1`)
}

/** Returns true if the browser had an active session. Also ends a registration started in this browser. */
export async function endCurrentSession(visit: Visit, { request, reply }: Http): Promise<boolean> {
  const { settings, session } = visit
  await endBrowserRegistration(visit, request, reply)
  const id = request.cookies[SESSION_COOKIE]
  clearSessionCookie(request, reply, settings)
  setCsrfCookie(request, reply, settings, undefined)
  if (!id || !session) return false
  await transact(visit, async (inside) => {
    await endSession(inside, id)
    await announce(inside, sessionEnded, { subjectAccountId: session.accountId })
    return { entity: true }
  })
  return true
}
