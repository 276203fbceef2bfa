import { SIGNED_IN_COOKIE } from '@portico/core/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, setCookie } from '../http/cookies.ts'
import type { Settings } from '../settings/settings.ts'

export const SESSION_COOKIE = 'portico_session'

/**
 * A session cookie: the server decides when the session ends. A readable cookie beside it shows pages that there is
 * one.
 */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, id: string): void {
  setCookie({ request, reply, settings, name: SESSION_COOKIE }, id, { httpOnly: true })
  setCookie({ request, reply, settings, name: SIGNED_IN_COOKIE }, '1')
}

/** Set at each successful sign-in. Marks the browser as known to the account; does not authenticate. */
export const DEVICE_COOKIE = 'portico_device'

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings, id: string): void {
  const options = { httpOnly: true, maxAge: settings.lifetimes.device }
  setCookie({ request, reply, settings, name: DEVICE_COOKIE }, id, options)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  for (const name of [SESSION_COOKIE, SIGNED_IN_COOKIE]) clearCookie({ request, reply, settings, name })
}
