import type pg from 'pg'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { within } from '../within.ts'

/** Time without any reply after which the connections are checked, and the time limit of each check. */
const TIMES = { silenceMs: 60_000, patienceMs: 3_000 }

/**
 * Returns a function that is true if only a restart helps: no statement got a reply for a minute, but a new connection
 * works. It answers at once with the result of the last check, because a slow liveness probe counts as failed.
 */
export function watchConnections(
  login: pg.PoolConfig,
  { pool, silentMs }: Pick<DatabaseConnection, 'pool' | 'silentMs'>,
  { silenceMs, patienceMs } = TIMES,
): () => boolean {
  let isStuck = false
  let isChecking = false
  const check = async () => {
    isChecking = true
    // A process without work has had no reply either.
    isStuck = !(await answers(pool, patienceMs)) && (await answersAnew(login, patienceMs))
    isChecking = false
  }
  return () => {
    if (silentMs() < silenceMs) {
      isStuck = false
      return false
    }
    if (!isChecking) void check()
    return isStuck
  }
}

async function answers(pool: pg.Pool, patienceMs: number): Promise<boolean> {
  return (await within(patienceMs, pool.query('select 1'))) !== undefined
}

async function answersAnew(login: pg.PoolConfig, patienceMs: number): Promise<boolean> {
  const { pool, close } = connectDatabase(login, { max: 1, timeoutMs: patienceMs })
  return answers(pool, patienceMs).finally(close)
}
