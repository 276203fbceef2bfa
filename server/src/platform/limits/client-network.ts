import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './limits.ts'

const asking = new AsyncLocalStorage<string>()

/** Network of the current client; rate limits and fair queues group by it. */
export const currentAsker = (): string | undefined => asking.getStore()

/** Set after the body was read, because reading it switches the async context and would lose the value. */
export function registerAsker(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => asking.run(networkOf(request.ip), done))
}
