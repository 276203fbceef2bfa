import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './limits.ts'

const asking = new AsyncLocalStorage<string>()

/** Whose request is being answered, as limits count people: work that waits in turn waits behind its own asker. */
export const currentAsker = (): string | undefined => asking.getStore()

/** After the body was read: its arrival belongs to the connection, and would lose what was remembered before it. */
export function registerAsker(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => asking.run(networkOf(request.ip), done))
}
