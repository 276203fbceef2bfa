import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import { administrationRoutes } from './routes/administration-routes.ts'
import { peopleRoutes } from './routes/people-routes.ts'
import { requestRoutes } from './routes/request-routes.ts'

/** The calls under /rest/sec/access, relative to /rest. */
export function accessRoutes(calls: FastifyInstance, deps: Deps): void {
  peopleRoutes(calls, deps)
  administrationRoutes(calls, deps)
  requestRoutes(calls, deps)
}
