import { PORTAL_CALLS } from '@portico/core/directory/calls'
import * as api from '@portico/core/directory/shapes'
import type { FastifyInstance } from 'fastify'
import { callPath } from '../../platform/call-path.ts'
import type { Deps } from '../../platform/deps.ts'
import { answer, envelopeOf } from '../../platform/outcome.ts'
import { findEligibility } from '../domain/eligibility.ts'
import { needs, personOf } from './calls.ts'

export function registerEligibilityCalls(calls: FastifyInstance, deps: Deps): void {
  calls.post<{ Body: api.EligibilityBody }>(
    callPath(PORTAL_CALLS.eligibility),
    {
      config: needs('ELIG'),
      schema: { body: api.EligibilityBodySchema, response: { 200: envelopeOf(api.EligibilitySchema) } },
    },
    async (request, reply) => answer(reply, await findEligibility(deps, personOf(request), request.body)),
  )
}
