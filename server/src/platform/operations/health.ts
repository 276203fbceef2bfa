import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { checkLogin } from '../database/logins.ts'
import { isMigrated } from '../database/migrate.ts'
import { checkSecretKey } from '../database/stored-key.ts'
import { isPasswordRefused, PASSWORD_REFUSED } from '../database/unavailable.ts'
import type { Deps } from '../deps.ts'
import { hit } from '../limits/limits.ts'
import { within } from '../within.ts'
import { checkClock, isDiskFull, writeNewPages } from './database-conditions.ts'
import { SCRAPE_MS } from './gauges.ts'

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
  const checkReady = createReadinessCheck(deps)
  app.get('/readyz', async (_request, reply) => {
    const checked = await within(PATIENCE, checkReady())
    const { reason } = checked ?? { reason: 'the database does not answer' }
    return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason })
  })
}

/** The same check on each scrape, whether or not anything asks /readyz. */
export function watchReadiness(deps: Deps): void {
  const checkReady = createReadinessCheck(deps)
  new Gauge({
    name: 'portico_ready',
    help: '1 if the process can serve requests, as /readyz says; otherwise 0',
    registers: [deps.metrics.registry],
    async collect() {
      const checked = await within(SCRAPE_MS, checkReady())
      this.set(checked && checked.reason === undefined ? 1 : 0)
    },
  })
}

/** After a full disk, the process stays out of service this long, so that it does not flap. Milliseconds. */
const FULL_FOR = 30_000

function createReadinessCheck(deps: Deps): () => Promise<{ reason: string | undefined }> {
  let fullUntil = 0
  return async () => {
    const now = deps.clock.now().getTime()
    const reason = await checkDependencies(deps)
    if (reason === FULL) fullUntil = now + FULL_FOR
    return { reason: reason ?? (now < fullUntil ? FULL : undefined) }
  }
}

const FULL = 'the disk of the database is full'

/** Ready if the database answers, has this release's schema, accepts this process, agrees on the time and is writable. */
async function checkDependencies(deps: Deps): Promise<string | undefined> {
  if (deps.isStopping?.()) return 'the server is stopping'
  try {
    if (!(await isMigrated(deps.db))) return 'the database has pending migrations'
    const wrongLogin = await checkLogin(deps.db)
    if (wrongLogin) {
      deps.log.error(wrongLogin)
      return 'wrong database login'
    }
    const wrongKey = await checkSecretKey(deps.db, deps.settings, deps.clock.now())
    if (wrongKey) {
      deps.log.error(wrongKey)
      return 'wrong secret key'
    }
    const wrongClock = await checkClock(deps)
    if (wrongClock) {
      deps.log.error(wrongClock)
      return 'wrong clock'
    }
    await writeNewPages(deps)
    await hit(
      { db: deps.db, now: deps.clock.now() },
      { key: 'readyz', limit: Number.POSITIVE_INFINITY, windowSeconds: 3600 },
    )
    return undefined
  } catch (error) {
    const isRefused = isPasswordRefused(error as { code?: string })
    deps.log.warn({ err: error }, isRefused ? PASSWORD_REFUSED : 'not ready')
    if (isDiskFull(error)) return FULL
    return isRefused ? 'the database refuses the password' : 'the database cannot be used'
  }
}
