import type { Access, Call } from '@portico/core/call'
import { FACTOR_DUE } from '@portico/core/signon/sentences'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFailure } from './errors.ts'

export type { Access }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    call?: Call
  }
}

/** Checks each call against its declaration, and refuses to start with a call that has none. */
export function registerAccessGuard(calls: FastifyInstance): void {
  calls.addHook('onRoute', (route) => {
    const access = (route.config as { access?: Access } | undefined)?.access
    const name = `${route.method} ${route.url}`
    if (!access) throw new Error(`The call ${name} does not declare who may use it (config.access)`)
    if (access === 'public' && route.url.includes('/sec/'))
      throw new Error(`The call ${name} is secured by its name but declared public`)
  })
  calls.addHook('onRequest', async (request) => checkAccess(request))
}

function checkAccess(request: FastifyRequest): void {
  const access = request.routeOptions.config.access
  // A call that does not exist has no declaration; it is answered 404 without looking at who asks.
  if (access === undefined || access === 'public') return
  const session = request.session
  if (!session) throw new HttpFailure(401, 'no-session', 'Please log in.')
  if (session.factorDue && !access.halfSigned) throw new HttpFailure(403, 'factor-due', FACTOR_DUE)
  if (access.kinds && !access.kinds.includes(session.kind))
    throw new HttpFailure(403, 'user-kind', 'Your account cannot use this function.')
  if (!access.pending && !session.active)
    throw new HttpFailure(403, 'pending', 'Your access request has not been approved yet.')
  if (access.permission && !session.permissions.includes(access.permission))
    throw new HttpFailure(403, 'permission', 'You do not have permission for this function.')
}
