import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './limits.ts'

const storage = new AsyncLocalStorage<string>()

/** Network of the current client; rate limits and fair queues group by it. */
export const currentClient = (): string | undefined => storage.getStore()

/** Set after the body was read, because reading it switches the async context and would lose the value. */
export function registerClientNetwork(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => storage.run(networkOf(request.ip), done))
}
