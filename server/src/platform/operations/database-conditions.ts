import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'

/** Due dates, links and sessions depend on the time, so all processes and the database must agree. */
const MAX_DIFFERENCE_MS = 60_000

/** Why the clock of this machine must not be used, or undefined. */
export async function checkClock({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string | undefined> {
  if (!clock.isReal) return undefined
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const after = clock.now().getTime()
  const there = rows[0]?.at.getTime() ?? before
  // The database read its clock between the two moments.
  const ahead = Math.max(before - there, 0) || Math.min(after - there, 0)
  if (Math.abs(ahead) <= MAX_DIFFERENCE_MS) return undefined
  const seconds = Math.round(Math.abs(ahead) / 1000)
  return `The clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Synchronize both machines.`
}

/**
 * Writes a temporary file, which needs new disk pages. An update alone often fits into pages that exist, so it would
 * not notice a full disk.
 */
export async function writeNewPages({ db }: Pick<Deps, 'db'>): Promise<void> {
  await transact({ db }, async ({ db: trx }) => {
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select md5(n::text) from generate_series(1, 4000) n order by 1 offset 3999`.execute(trx)
  })
}

/** SQLSTATEs of a disk or quota that is used up. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['53100', '53400'].includes(String(error.code))
