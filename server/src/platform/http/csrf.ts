import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../brands/brand-host.ts'
import { SESSION_COOKIE } from '../identity/session-cookie.ts'
import { createKeyedHash } from '../keys/keyed-hash.ts'
import { drawId } from '../keys/random-ids.ts'
import { acceptedKeys, type Keys } from '../keys/secret-key.ts'
import type { Settings } from '../settings/settings.ts'
import { HttpFailure } from './errors.ts'

/** Framework default names (behaviour 12.4). */
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'x-xsrf-token'

/** What a nonce and its signature are long: 16 and 32 bytes. */
const NONCE_LENGTH = 22
const SIGNATURE_LENGTH = 43

/**
 * The token is a nonce with its HMAC over the nonce and what it is bound to: the session the browser holds, or the
 * word 'anonymous'. The server keeps nothing; a token of another session, or from before sign-on, does not fit.
 */
function makeCsrfToken(secretKey: string, sessionId: string | undefined): string {
  const nonce = drawId(16, 'base64url')
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

/** 'csrf', a nonce, which may be of letters of four bytes, and the hash of a session. */
const SIGNED_ROOM = 160
const signers = new Map<string, ReturnType<typeof createKeyedHash>>()

function signNonce(secretKey: string, nonce: string, sessionId: string | undefined): string {
  const sign = signers.get(secretKey) ?? createKeyedHash(secretKey, SIGNED_ROOM)
  signers.set(secretKey, sign)
  const binding = sessionId ? hash('sha256', sessionId, 'base64url') : 'anonymous'
  return sign(`csrf|${nonce}|${binding}`, 'base64url')
}

/** Every call that is not a GET must carry the cookie's token in its header. Checked before the body is read. */
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
