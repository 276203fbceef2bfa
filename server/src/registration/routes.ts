import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import type { RegistrationParts } from './domain/parts.ts'
import { refuseHostileContent } from './routes/calls.ts'
import { identityRoutes } from './routes/identity-routes.ts'
import { linkRoutes } from './routes/link-routes.ts'
import { lookUpRoutes } from './routes/look-up-routes.ts'
import { submissionRoutes } from './routes/submission-routes.ts'

/** The registration calls, relative to /rest. Mounted under both bases with the same parts. */
export async function registrationRoutes(rest: FastifyInstance, deps: Deps, parts: RegistrationParts): Promise<void> {
  await rest.register(async (calls) => {
    refuseHostileContent(calls)
    lookUpRoutes(calls, deps, parts)
    identityRoutes(calls, deps, parts)
    submissionRoutes(calls, deps, parts)
    linkRoutes(calls, deps, parts)
  })
}
