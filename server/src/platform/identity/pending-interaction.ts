import { HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setCookie } from '../http/cookies.ts'
import type { Settings } from '../settings/settings.ts'

const PENDING_COOKIE = 'portico_hub_pending'
/** Tabs that wait for the same sign-in. */
const AT_MOST = 5
const HANDLE = /^[\w-]{22}$/

/** Path of an interaction of the sign-on hub: a sign-in to an application that waits for the person. */
export const interactionPath = (handle: string): string => `${HUB_PATH}/interaction/${handle}`

/** Handles of the interactions that began in this browser and wait for a sign-in. */
export function readPending({ cookies }: Pick<FastifyRequest, 'cookies'>): string[] {
  return (cookies[PENDING_COOKIE] ?? '')
    .split('.')
    .filter((handle) => HANDLE.test(handle))
    .slice(0, AT_MOST)
}

/** Remembers, for the sign-in that follows, that this interaction belongs to this browser. */
export function addPending(request: FastifyRequest, reply: FastifyReply, settings: Settings, handle: string): void {
  const handles = [...new Set([handle, ...readPending(request)])].slice(0, AT_MOST)
  setCookie({ request, reply, settings, name: PENDING_COOKIE }, handles.join('.'), { httpOnly: true })
}

/** True if a TARGET is an interaction that began in this browser. */
export const isPendingTarget = (target: string | undefined, pending: readonly string[] = []): boolean =>
  pending.some((handle) => target === interactionPath(handle))
