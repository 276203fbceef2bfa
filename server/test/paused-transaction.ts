import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/platform/database/schema.ts'

/**
 * Runs `first` until it pauses inside its transaction, then starts `second` and fails unless PostgreSQL reports that it
 * waits for a lock. Then `first` continues. The order does not depend on the speed of the machine.
 */
export async function runBesidePaused<First, Second>(
  db: Kysely<Database>,
  first: (pause: () => Promise<void>) => Promise<First>,
  second: () => Promise<Second>,
): Promise<{ first: First; second: Second }> {
  const paused = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const running = first(() => {
    paused.resolve()
    return resumed.promise
  })
  await Promise.race([paused.promise, running.then(() => Promise.reject(new Error('The first transaction ended.')))])
  const beside = second()
  const settled = beside.then(
    () => 'ended',
    () => 'failed',
  )
  const state = await Promise.race([settled, waitsForLock(db)])
  resumed.resolve()
  const results = { first: await running, second: await beside }
  if (state !== 'waits') throw new Error(`The second transaction ${state} without waiting for the first.`)
  return results
}

async function waitsForLock(db: Kysely<Database>): Promise<'waits'> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    if (rows.length > 0) return 'waits'
    await sleep(10)
  }
}
