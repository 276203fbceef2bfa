import { hkdfSync } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, setCookie } from '#platform/http/cookies.ts'
import { openValue, sealValue } from '#platform/keys/sealed-value.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Checks } from './directory.ts'

const COOKIE = 'portico_staff_oidc'
const LIFETIME_S = 600

/** A sign-in that waits for the directory's reply. Kept encrypted in the browser that began it. */
export type Attempt = {
  checks: Checks
  target: string
  /** The token of the invitation that this sign-in accepts. */
  activateId: string
  /** Public id of the session that this sign-in proves again. */
  stepUp: string
  /** In milliseconds. */
  beganAt: number
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; settings: Settings }

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'staff directory sign-in', 32))

export function saveAttempt({ request, reply, settings }: Exchange, attempt: Attempt): void {
  const sealed = sealValue(keyOf(settings.secretKey), COOKIE, Buffer.from(JSON.stringify(attempt)))
  const options = { httpOnly: true, maxAge: LIFETIME_S }
  setCookie({ request, reply, settings, name: COOKIE }, sealed.toString('base64url'), options)
}

/** The attempt of this browser, once. Undefined if it is too old or another browser began it. */
export function openAttempt({ request, reply, settings }: Exchange, now: Date): Attempt | undefined {
  const sealed = Buffer.from(request.cookies[COOKIE] ?? '', 'base64url')
  clearCookie({ request, reply, settings, name: COOKIE })
  if (sealed.length < 40) return undefined
  const [opened] = acceptedKeys(settings).flatMap((key) => openValue(keyOf(key), COOKIE, sealed) ?? [])
  if (!opened) return undefined
  const attempt: Attempt = JSON.parse(opened.toString())
  return now.getTime() - attempt.beganAt < LIFETIME_S * 1000 ? attempt : undefined
}
