import type { FastifyInstance } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import { registerProfileCalls, registerRecoveryCalls } from './account-routes.ts'
import type { SignonPorts } from './domain/ports.ts'
import { registerSessionCalls } from './session-routes.ts'

/** Sessions, the person signed in, their profile, and the ways back in. */
export function signonRoutes(deps: Deps, ports: SignonPorts) {
  return async (calls: FastifyInstance): Promise<void> => {
    registerSessionCalls(calls, deps, ports)
    registerRecoveryCalls(calls, deps, ports)
    registerProfileCalls(calls, deps, ports)
  }
}
