import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Deps } from '../deps.ts'
import { setCookie } from '../http/cookies.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * A cookie that tells every process that its sender wrote a moment ago (behaviour 12.12). Forging or dropping it is
 * harmless: the primary answers instead, or the sender sees their own write a second late.
 */
const RECENT_WRITE_COOKIE = 'portico_wrote'

/** Seconds. Longer than the maximum lag of a replica that is used. */
const RECENT_S = 2

/** Set on every reply that may have written something, in case the client reads it next. */
export function registerRecentWrite(app: FastifyInstance, settings: Settings): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (request.routeOptions.config.call?.described.allowStaleReads) return
    const options = { httpOnly: true, maxAge: RECENT_S }
    setCookie({ request, reply, settings, name: RECENT_WRITE_COOKIE }, '1', options)
  })
}

/** Chooses the connection for reads that can be a second stale. */
export function chooseReader({ replicas }: Deps, request: FastifyRequest): Pick<Context, 'reader'> {
  if (!replicas || request.cookies[RECENT_WRITE_COOKIE]) return {}
  return { reader: replicas.choose() }
}
