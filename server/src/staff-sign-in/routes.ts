import formbody from '@fastify/formbody'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { LOGIN_NOTICES } from '@portico/core/signon/agent'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, portalUrl } from '#platform/brands/brand-host.ts'
import { visitOf } from '#platform/calls/mount.ts'
import type { Session, Visit } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { isOwnOrigin } from '#platform/http/origin.ts'
import { setCsrfCookie } from '#platform/identity/csrf.ts'
import { readPending } from '#platform/identity/pending-interaction.ts'
import { renewSession } from '#platform/identity/session.ts'
import { DEVICE_COOKIE, SESSION_COOKIE, setDeviceCookie, setSessionCookie } from '#platform/identity/session-cookie.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'
import { endOthersRegistration } from '../registration/registration.ts'
import { openAttempt, saveAttempt } from './domain/attempt.ts'
import { beginAuthorization, exchangeCode, isAway } from './domain/directory.ts'
import { logOutByDirectory } from './domain/logout.ts'
import { enterByDoor, isDoorOpen } from './domain/open-door.ts'
import { confirmedPage, doorOverPage, doorPage } from './domain/pages.ts'
import { CALLBACK_PATH, CONFIRMED_PATH, LOGOUT_PATH, OPEN_DOOR_PATH, START_PATH } from './domain/paths.ts'
import { type DirectorySignInResult, signInFromDirectory } from './domain/sign-in.ts'

type Exchange = { deps: Deps; request: FastifyRequest; reply: FastifyReply }
type Opened = { accountId: string; sessionId: string; deviceId?: string | undefined }
type RefusalReason = Extract<DirectorySignInResult, { reason: string }>['reason'] | 'directory-away'

const BODY_LIMIT = 16 * 1024
const WINDOW_S = 300

/** Mounts the sign-in of plan staff through the plan's directory, and the emergency sign-in. */
export async function registerStaffSignIn(app: FastifyInstance, deps: Deps): Promise<void> {
  const { staffDirectory: directory, staffSignIn } = deps.settings
  await app.register(async (own) => {
    own.removeAllContentTypeParsers()
    await own.register(formbody, { bodyLimit: BODY_LIMIT })
    own.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    own.get(OPEN_DOOR_PATH, (request, reply) => showDoor({ deps, request, reply }))
    own.post(OPEN_DOOR_PATH, (request, reply) => passDoor({ deps, request, reply }))
    if (!directory || staffSignIn === 'password') return
    own.get(START_PATH, (request, reply) => start({ deps, request, reply }, directory))
    own.get(CALLBACK_PATH, (request, reply) => callBack({ deps, request, reply }, directory))
    own.get(CONFIRMED_PATH, (request, reply) => sendPage(reply, 200, confirmedPage(brandIdOf({ deps, request }))))
    own.post(LOGOUT_PATH, (request, reply) => logOut({ deps, request, reply }, directory))
  })
}

async function findSession({ deps, request }: Exchange): Promise<Session | null> {
  const id = request.cookies[SESSION_COOKIE]
  return id ? renewSession(deps, id, request.cookies[DEVICE_COOKIE]) : null
}

const brandIdOf = ({ deps, request }: Omit<Exchange, 'reply'>): string => brandOf(request, deps.settings).id

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html)

/** Requests that make the server call the directory are limited per network. */
async function isWithinLimit(visit: Visit): Promise<boolean> {
  const limit = visit.settings.limits.directorySignInsPer5MinPerAddress
  return hit(visit, { key: `staff-directory:${networkOf(visit.address)}`, limit, windowSeconds: WINDOW_S })
}

/** Leads to the directory. */
async function start(exchange: Exchange, directory: StaffDirectory): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  const { settings } = deps
  const field = readQuery(request)
  const session = await findSession(exchange)
  const visit = visitOf(deps, request, session)
  if (!(await isWithinLimit(visit))) return refuse(exchange, 'directory-again')
  const isStepUp = field('stepUp') === '1' && session !== null
  const redirectUri = portalUrl(settings, brandIdOf(exchange), CALLBACK_PATH)
  try {
    const { url, checks } = await beginAuthorization(directory, { redirectUri, isStepUp })
    saveAttempt(
      { request, reply, settings },
      {
        checks,
        target: field('TARGET'),
        activateId: field('activateId'),
        stepUp: isStepUp ? session.publicId : '',
        beganAt: visit.now.getTime(),
      },
    )
    return reply.redirect(url.href, 303)
  } catch (error) {
    if (!isAway(error)) throw error
    deps.log.warn({ err: Object(error).cause ?? error }, 'the staff directory is away')
    return refuse(exchange, 'directory-away')
  }
}

/** Reads a missing, repeated or overlong parameter as an empty string. */
function readQuery({ query }: FastifyRequest): (name: string) => string {
  return (name) => {
    const value = Object(query)[name]
    return typeof value === 'string' && value.length <= 1000 ? value : ''
  }
}

/** Nothing of the directory's reply is shown: the login page explains. */
async function callBack(exchange: Exchange, directory: StaffDirectory): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  const { settings } = deps
  const visit = visitOf(deps, request, await findSession(exchange))
  const attempt = openAttempt({ request, reply, settings }, visit.now)
  if (!attempt || !(await isWithinLimit(visit))) return refuse(exchange, 'directory-again')
  const callback = new URL(portalUrl(settings, brandIdOf(exchange), request.url))
  try {
    const identity = await exchangeCode(directory, callback, attempt.checks)
    const browser = {
      userAgent: request.headers['user-agent'],
      deviceId: request.cookies[DEVICE_COOKIE],
      pending: readPending(request),
    }
    const formerSessionId = request.cookies[SESSION_COOKIE]
    const result = await signInFromDirectory(visit, directory, { attempt, identity, browser, formerSessionId })
    if ('reason' in result) return refuse(exchange, result.reason)
    const { accountId, opened, location } = result
    if (opened) await setCookies(visit, exchange, { accountId, ...opened })
    return reply.redirect(location, 303)
  } catch (error) {
    if (!isFromDirectory(error)) throw error
    deps.log.warn({ code: error.code, reason: error.message }, 'the reply of the staff directory was refused')
    return refuse(exchange, isAway(error) ? 'directory-away' : 'directory-refused')
  }
}

/** Errors of openid-client, and of the network below it. Others are the portal's own. */
const isFromDirectory = (error: unknown): error is Error & { code?: string } =>
  error instanceof Error && (isAway(error) || /^(OAUTH_|ERR_JWT|ERR_JWS|OPE)/.test(String(Object(error).code ?? '')))

function refuse({ reply }: Exchange, reason: RefusalReason): FastifyReply {
  const notice = new URLSearchParams({ [LOGIN_NOTICES.error]: '1', [LOGIN_NOTICES.reason]: reason })
  return reply.redirect(`${INTERNAL_PATHS.login}?${notice}`, 303)
}

async function setCookies(visit: Visit, { request, reply }: Exchange, opened: Opened): Promise<void> {
  const { settings } = visit
  await endOthersRegistration(visit, request, reply, opened.accountId)
  setSessionCookie(request, reply, settings, opened.sessionId)
  if (opened.deviceId) setDeviceCookie(request, reply, settings, opened.deviceId)
  setCsrfCookie(request, reply, settings, opened.sessionId)
}

async function logOut({ deps, request, reply }: Exchange, directory: StaffDirectory): Promise<FastifyReply> {
  const token = Object(request.body).logout_token
  const visit = visitOf(deps, request, null)
  const isDone = typeof token === 'string' && (await logOutByDirectory(visit, directory, token))
  return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' })
}

/** Opening the link uses nothing up: a program that previews links may do it. */
async function showDoor({ deps, request, reply }: Exchange): Promise<FastifyReply> {
  const token = readQuery(request)('doorId')
  const isOpen = token !== '' && (await isDoorOpen(visitOf(deps, request, null), token))
  const brand = brandIdOf({ deps, request })
  reply.header('referrer-policy', 'no-referrer')
  return isOpen ? sendPage(reply, 200, doorPage(brand, token)) : sendPage(reply, 404, doorOverPage(brand))
}

async function passDoor(exchange: Exchange): Promise<FastifyReply> {
  const { deps, request, reply } = exchange
  if (!isOwnOrigin(request, deps.settings)) throw new HttpFailure(403, 'cross-site', 'Please open the link again.')
  const token = String(Object(request.body).doorId ?? '')
  const visit = visitOf(deps, request, null)
  const userAgent = request.headers['user-agent']
  const entered = await enterByDoor(visit, { token, userAgent, formerSessionId: request.cookies[SESSION_COOKIE] })
  if ('refusal' in entered) return sendPage(reply, 404, doorOverPage(brandIdOf({ deps, request })))
  await setCookies(visit, exchange, entered.entity)
  return reply.redirect(entered.entity.location, 303)
}
