import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSecure } from '../brands/brand-host.ts'
import type { Context } from '../context.ts'
import type { Deps } from '../deps.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Tells every process that whoever sends it wrote a moment ago (behaviour 12.12). Nobody gains by making one up or by losing it: its
 * owner is answered by the primary, or with what they wrote a second late.
 */
const RECENT_WRITE_COOKIE = 'portico_wrote'

/** Seconds. Longer than a replica that is asked may be behind: afterwards each of them has what was written. */
const RECENT_S = 2

/** Every reply to somebody who may have written something says so, in case they read it next. */
export function registerRecentWrite(app: FastifyInstance, settings: Settings): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (request.routeOptions.config.call?.described.allowStaleReads) return
    const secure = isSecure(request, settings)
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: RECENT_S } as const
    reply.setCookie(RECENT_WRITE_COOKIE, '1', options)
  })
}

/** Where a call reads what may be a second old. */
export function chooseReader({ replicas }: Deps, request: FastifyRequest): Pick<Context, 'reader'> {
  if (!replicas || request.cookies[RECENT_WRITE_COOKIE]) return {}
  return { reader: replicas.choose() }
}
