import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import { registerClaimCalls } from './routes/claim-routes.ts'
import { registerEligibilityCalls } from './routes/eligibility-routes.ts'
import { registerLookUps } from './routes/look-up-routes.ts'
import { registerRosterCalls } from './routes/roster-routes.ts'
import { registerScoCalls } from './routes/sco-routes.ts'

/** What a permission opens: each call declares the one it needs and sees only what the session's grants cover. */
export function directoryRoutes(calls: FastifyInstance, deps: Deps): void {
  registerLookUps(calls, deps)
  registerEligibilityCalls(calls, deps)
  registerClaimCalls(calls, deps)
  registerRosterCalls(calls, deps)
  registerScoCalls(calls, deps)
}
