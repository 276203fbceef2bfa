import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { CSRF_COOKIE } from '@portico/core/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCookie } from '../http/cookies.ts'
import { HttpFailure } from '../http/errors.ts'
import { randomId } from '../keys/random-ids.ts'
import { acceptedKeys, type Keys } from '../keys/secret-key.ts'
import type { Settings } from '../settings/settings.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

export const CSRF_HEADER = 'x-xsrf-token'

/** Base64url lengths of the nonce (16 bytes) and its signature (32 bytes). */
const NONCE_LENGTH = 22
const SIGNATURE_LENGTH = 43

/**
 * The token is a nonce and an HMAC of the nonce and the browser's session, or 'anonymous' without one. The server stores
 * nothing. It rejects a token of another session, and one from before sign-on.
 */
function makeCsrfToken(secretKey: string, sessionId: string | undefined): string {
  const nonce = randomId(16, 'base64url')
  return `${nonce}.${signNonce(secretKey, nonce, sessionId)}`
}

function isCsrfTokenValid(keys: Keys, token: string | undefined, sessionId: string | undefined): boolean {
  if (token?.length !== NONCE_LENGTH + 1 + SIGNATURE_LENGTH || token[NONCE_LENGTH] !== '.') return false
  const nonce = token.slice(0, NONCE_LENGTH)
  const given = Buffer.from(token.slice(NONCE_LENGTH + 1))
  return acceptedKeys(keys).some((key) => {
    const expected = Buffer.from(signNonce(key, nonce, sessionId))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function signNonce(secretKey: string, nonce: string, sessionId: string | undefined): string {
  const binding = sessionId ? hash('sha256', sessionId, 'base64url') : 'anonymous'
  return createHmac('sha256', secretKey).update(`csrf|${nonce}|${binding}`).digest('base64url')
}

/** Every call except GET and HEAD must send the cookie's token in a header. Checked before the body is read. */
export function registerCsrf(calls: FastifyInstance, settings: Settings): void {
  calls.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') ensureCsrfCookie(request, reply, settings)
    else checkCsrfToken(request, settings)
    done()
  })
}

function checkCsrfToken(request: FastifyRequest, settings: Settings): void {
  const header = request.headers[CSRF_HEADER]
  const fits =
    typeof header === 'string' &&
    header === request.cookies[CSRF_COOKIE] &&
    isCsrfTokenValid(settings, header, request.cookies[SESSION_COOKIE])
  if (!fits) throw new HttpFailure(403, 'anti-forgery', 'This page is out of date. Please reload it and try again.')
}

/** Sets a token unless the browser has a valid one for its session. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (isCsrfTokenValid(settings, request.cookies[CSRF_COOKIE], sessionId)) return
  setCsrfCookie(request, reply, settings, sessionId)
}

/** Sign-on and sign-off also call this, because the session changes. */
export function setCsrfCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
  sessionId: string | undefined,
): void {
  setCookie({ request, reply, settings, name: CSRF_COOKIE }, makeCsrfToken(settings.secretKey, sessionId))
}
