import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { whyNotThisLogin } from '../database/logins.ts'
import { isMigrated } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { whyNotThisKey } from '../keys/secret-key.ts'
import { hit } from '../limits/limits.ts'

/** A database that lets us wait, as a leader without its standby does, is not one to send people to. Milliseconds. */
const PATIENCE = 3_000

/** /healthz: the process is up. /readyz: it can serve people. */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  // A proxy that keeps connections open must not send the next request into one about to be closed.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.isStopping?.()) reply.header('connection', 'close')
  })
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async (_request, reply) => {
    const timer = new AbortController()
    const late = sleep(PATIENCE, 'the database does not answer', { signal: timer.signal, ref: false })
    const reason = await Promise.race([whyNotReady(deps), late])
    timer.abort()
    return reason === undefined
      ? { status: 'ready', ...replicasOf(deps) }
      : reply.code(503).send({ status: 'not ready', reason })
  })
}

/** How many of the replicas are asked now: without any the primary answers, so it says nothing about being ready. */
const replicasOf = ({ replicas }: Deps) => (replicas ? { replicas: replicas.count() } : {})

/** The database answers, has the shape this release needs, knows us as the application and nobody else, and takes writes. */
async function whyNotReady(deps: Deps): Promise<string | undefined> {
  if (deps.isStopping?.()) return 'the server is stopping'
  try {
    if (!(await isMigrated(deps.db))) return 'the database waits for its migrations'
    const wrongLogin = await whyNotThisLogin(deps.db)
    if (wrongLogin) {
      deps.log.error(wrongLogin)
      return 'the login is not the one it must be'
    }
    const wrongKey = await whyNotThisKey(deps.db, deps.settings, deps.clock.now())
    if (wrongKey) {
      deps.log.error(wrongKey)
      return 'the key is not the one it must be'
    }
    await hit(
      { db: deps.db, now: deps.clock.now() },
      { key: 'readyz', limit: Number.POSITIVE_INFINITY, windowSeconds: 3600 },
    )
    return undefined
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready')
    return 'the database cannot be used'
  }
}
