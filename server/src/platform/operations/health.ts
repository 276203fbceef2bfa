import type { FastifyInstance } from 'fastify'
import { whyNotThisLogin } from '../database/logins.ts'
import { isMigrated } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { isPasswordRefused, PASSWORD_REFUSED } from '../http/errors.ts'
import { whyNotThisKey } from '../keys/secret-key.ts'
import { hit } from '../limits/limits.ts'
import { within } from '../within.ts'

/** A database that keeps us waiting, such as a leader without its standby, is not ready. Milliseconds. */
const PATIENCE = 3_000

/** /healthz: the process is up, and a restart would not help. /readyz: it can serve requests. */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  // A proxy must not reuse a connection that is about to close.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.isStopping?.()) reply.header('connection', 'close')
  })
  app.get('/healthz', async (_request, reply) =>
    deps.isStuck?.()
      ? reply
          .code(503)
          .send({ status: 'stuck', reason: 'no database connection of this process works, but a new one does' })
      : { status: 'up' },
  )
  app.get('/readyz', async (_request, reply) => {
    const checked = await within(PATIENCE, checkReady(deps))
    const { reason } = checked ?? { reason: 'the database does not answer' }
    return reason === undefined
      ? { status: 'ready', ...replicasOf(deps) }
      : reply.code(503).send({ status: 'not ready', reason })
  })
}

/** Reports how many replicas are in use. Without any, the primary answers, so readiness does not depend on them. */
const replicasOf = ({ replicas }: Deps) => (replicas ? { replicas: replicas.count() } : {})

const checkReady = async (deps: Deps) => ({ reason: await whyNotReady(deps) })

/** Ready if the database answers, has this release's schema, accepts us as the application role, and is writable. */
async function whyNotReady(deps: Deps): Promise<string | undefined> {
  if (deps.isStopping?.()) return 'the server is stopping'
  try {
    if (!(await isMigrated(deps.db))) return 'the database has pending migrations'
    const wrongLogin = await whyNotThisLogin(deps.db)
    if (wrongLogin) {
      deps.log.error(wrongLogin)
      return 'wrong database login'
    }
    const wrongKey = await whyNotThisKey(deps.db, deps.settings, deps.clock.now())
    if (wrongKey) {
      deps.log.error(wrongKey)
      return 'wrong secret key'
    }
    await hit(
      { db: deps.db, now: deps.clock.now() },
      { key: 'readyz', limit: Number.POSITIVE_INFINITY, windowSeconds: 3600 },
    )
    return undefined
  } catch (error) {
    const isRefused = isPasswordRefused(error as { code?: string })
    deps.log.warn({ err: error }, isRefused ? PASSWORD_REFUSED : 'not ready')
    return isRefused ? 'the database refuses the password' : 'the database cannot be used'
  }
}
