import { SIGNED_IN_COOKIE } from '@portico/core/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../brands/brand-host.ts'
import type { Settings } from '../settings/settings.ts'

export const SESSION_COOKIE = 'portico_session'

/**
 * A session cookie: the server decides when the session ends. A readable cookie beside it tells pages that there is
 * one.
 */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, id: string): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(request, settings) } as const
  reply.setCookie(SESSION_COOKIE, id, { ...options, httpOnly: true })
  reply.setCookie(SIGNED_IN_COOKIE, '1', options)
}

/** Set at each successful sign-in. Marks the browser as known to the account; does not authenticate. */
export const DEVICE_COOKIE = 'portico_device'

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, id: string): void {
  reply.setCookie(DEVICE_COOKIE, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request, settings),
    maxAge: settings.lifetimes.device,
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  const options = { path: '/', sameSite: 'lax', secure: isSecure(request, settings) } as const
  reply.clearCookie(SESSION_COOKIE, { ...options, httpOnly: true })
  reply.clearCookie(SIGNED_IN_COOKIE, options)
}
