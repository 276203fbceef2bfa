import type { Access, Call } from '@portico/core/call'
import { FACTOR_DUE } from '@portico/core/signon/sentences'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from '../context.ts'
import { HttpFailure } from '../http/errors.ts'

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
    const call = (route.config as { call?: Call }).call
    if (access !== 'public' && access.seeAs && (access.stepUp || call?.described.file))
      throw new Error(
        `The call ${name} returns a file or needs a recent proof, so it cannot be used in a view (access.seeAs)`,
      )
    if (access !== 'public' && access.kinds?.includes('internal') && !access.staff)
      throw new Error(`The call ${name} does not declare which roles of plan staff may use it (access.staff)`)
  })
  calls.addHook('onRequest', (request, _reply, done) => {
    checkAccess(request)
    done()
  })
}

function checkAccess(request: FastifyRequest): void {
  const access = request.routeOptions.config.access
  // A half-signed session is a visitor in public calls: it has proved only the password.
  if (access === 'public' && request.session?.factorDue) request.session = null
  // An unknown call has no declaration and gets 404, no matter who the caller is.
  if (access === undefined || access === 'public') return
  if (!request.session) throw new HttpFailure(401, 'no-session', 'Please sign in.')
  const objection = findObjection(access, request.session)
  if (objection) throw new HttpFailure(403, ...objection)
}

type Objection = [code: string, sentence: string]

function findObjection(access: Exclude<Access, 'public'>, session: Session): Objection | undefined {
  if (session.factorDue && !access.halfSigned) return ['factor-due', FACTOR_DUE]
  if (access.kinds && !access.kinds.includes(session.kind))
    return ['user-kind', 'Your account cannot use this function.']
  if (!access.pending && !session.active) return ['pending', 'Your access request has not been approved yet.']
  if (access.permission && !session.permissions.includes(access.permission))
    return ['permission', 'You do not have permission for this function.']
  if (session.kind === 'internal' && access.staff && !access.staff.some((role) => role === session.staffRole))
    return ['staff-role', 'Your role does not include this function.']
  if (session.byDoor && access.notByDoor) return ['open-door', NOT_BY_DOOR]
  return undefined
}

const NOT_BY_DOOR = 'This is not possible in an emergency session. Sign in with your work account to do this.'

/** For parts of a page that only permitted users see. */
export const canUse = ({ access }: Pick<Call, 'access'>, session: Session): boolean =>
  access === 'public' || findObjection(access, session) === undefined
