import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from './brand-host.ts'
import { HttpFailure } from './errors.ts'
import { acceptedKeys, type Keys } from './secret-key.ts'
import { SESSION_COOKIE } from './session-cookie.ts'
import type { Settings } from './settings.ts'

/** Framework default names (behaviour 12.4). */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'x-xsrf-token'

/**
 * The token is a nonce with its HMAC over the nonce and what it is bound to: the session the browser holds, or the
 * word 'anonymous'. The server keeps nothing; a token of another session, or from before sign-on, does not fit.
 */
function makeCsrfToken(secretKey: string, sessionId: string | undefined): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${signNonce(secretKey, nonce, sessionId)}`
}

function isCsrfTokenValid(keys: Keys, token: string | undefined, sessionId: string | undefined): boolean {
  const [nonce, signature, ...rest] = (token ?? '').split('.')
  if (!nonce || !signature || rest.length > 0) return false
  const given = Buffer.from(signature)
  return acceptedKeys(keys).some((key) => {
    const expected = Buffer.from(signNonce(key, nonce, sessionId))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function signNonce(secretKey: string, nonce: string, sessionId: string | undefined): string {
  const binding = sessionId ? hash('sha256', sessionId, 'base64url') : 'anonymous'
  return createHmac('sha256', secretKey).update(`csrf|${nonce}|${binding}`).digest('base64url')
}

/** Every call that is not a GET must carry the cookie's token in its header. Checked before the body is read. */
export function registerCsrf(calls: FastifyInstance, settings: Settings): void {
  calls.addHook('onRequest', async (request, reply) => {
    const sessionId = request.cookies[SESSION_COOKIE]
    if (request.method === 'GET' || request.method === 'HEAD') return ensureCsrfCookie(request, reply, settings)
    const header = request.headers[CSRF_HEADER]
    const fits =
      typeof header === 'string' &&
      header === request.cookies[CSRF_COOKIE] &&
      isCsrfTokenValid(settings, header, sessionId)
    if (!fits) throw new HttpFailure(403, 'anti-forgery', 'This page is out of date. Please reload it and try again.')
  })
}

/** Gives the browser a token where it holds none that fits its session. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (isCsrfTokenValid(settings, request.cookies[CSRF_COOKIE], sessionId)) return
  setCsrfCookie(request, reply, settings, sessionId)
}

/** Called at sign-on and sign-off too, where the session the token is bound to changes. */
export function setCsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
  sessionId: string | undefined,
): void {
  reply.setCookie(CSRF_COOKIE, makeCsrfToken(settings.secretKey, sessionId), {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(request, settings),
  })
}
