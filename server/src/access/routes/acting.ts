import type { FastifyRequest } from 'fastify'
import type { Access } from '../../platform/access-guard.ts'
import type { Db, Trx } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Outcome } from '../../platform/outcome.ts'
import { sessionOf } from '../../platform/session.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import { type Acting, findActing } from '../domain/actor.ts'

/** User administration: providers by what they hold, plan staff by what they are. */
export const administrators: { access: Access } = { access: { kinds: ['provider', 'internal'] } }
export const planStaff: { access: Access } = { access: { kinds: ['internal'] } }
/** Also an account whose requests all still wait. */
export const anyProvider: { access: Access } = { access: { kinds: ['provider'], pending: true } }

export function findCaller(db: Db, deps: Deps, request: FastifyRequest): Promise<Acting> {
  const { accountId, kind } = sessionOf(request)
  return findActing(db, { accountId, kind, now: deps.clock.now(), address: request.ip })
}

/** One act, one transaction; what the caller holds is read inside it. */
export function act<Entity>(
  deps: Deps,
  request: FastifyRequest,
  work: (trx: Trx, actor: Acting) => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  return legacyTransact(deps.db, async (trx) => work(trx, await findCaller(trx, deps, request)))
}
