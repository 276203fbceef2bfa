import { STEP_UP } from '@portico/core/signon/sentences'
import type { FastifyInstance } from 'fastify'
import type { Context, Session } from '../context.ts'
import type { Deps } from '../deps.ts'
import { HttpFailure } from '../http/errors.ts'
import { sessionOf } from './session.ts'
import { provedWithin, renewProof } from './session-proof.ts'

/**
 * Rejects calls that need a recent identity proof if it is missing (behaviour 11.19). Checked after permissions and
 * before the body is read.
 */
export function registerStepUp(calls: FastifyInstance, { db, clock }: Deps): void {
  calls.addHook('onRequest', (request, _reply, done) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public' || access.stepUp !== true) return done()
    requireRecentProof({ db, now: clock.now(), session: sessionOf(request) }).then(() => done(), done)
  })
}

/** For a call that needs a recent proof only in some cases. Throws, because the transport answers it. */
export async function requireRecentProof({ session, ...moment }: Pick<Context, 'db' | 'now'> & { session: Session }) {
  if (!provedWithin(session, moment.now)) throw new HttpFailure(401, 'step-up', STEP_UP)
  await renewProof(moment, session)
}
