import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import { isMigrated } from './migrate.ts'

/** /healthz: the process is up. /readyz: the database answers and its migrations are done. */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(deps.db)
      if (await isMigrated(deps.db)) return { status: 'ready' }
    } catch {
      // Not reachable is an answer, not a failure of this call.
    }
    return reply.code(503).send({ status: 'not ready' })
  })
}
