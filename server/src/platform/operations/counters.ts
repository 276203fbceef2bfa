import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { ScheduledJob } from './scheduled-job.ts'

/**
 * A value that is stored beside the rows it is computed from and maintained as they change. `differences` recomputes it
 * and counts the rows that differ: all of them, or those of a sample.
 */
export type MaintainedCounter = {
  name: string
  differences: (sample?: Sample) => RawBuilder<{ count: number }>
  rebuild: (trx: Trx) => Promise<unknown>
}

/** How many rows a sample reads, from a random start. */
export type Sample = { start: number; rows: number }

const SAMPLE_ROWS = 50

export type CounterReport = { name: string; differences: number }

export async function verifyCounters(
  db: Db,
  counters: readonly MaintainedCounter[],
  sample?: Sample,
): Promise<CounterReport[]> {
  const reports: CounterReport[] = []
  for (const { name, differences } of counters) {
    const { rows } = await differences(sample).execute(db)
    reports.push({ name, differences: rows[0]?.count ?? 0 })
  }
  return reports
}

/** Recomputes the counters that differ, each in a transaction of its own. Returns what was found before. */
export async function rebuildCounters(db: Db, counters: readonly MaintainedCounter[]): Promise<CounterReport[]> {
  const reports = await verifyCounters(db, counters)
  const wrong = new Set(reports.filter(({ differences }) => differences > 0).map(({ name }) => name))
  for (const { name, rebuild } of counters) if (wrong.has(name)) await transact({ db }, (inside) => rebuild(inside.db))
  return reports
}

/** Compares a random sample of every counter. Each difference is logged as an error and counted in a metric. */
export const checkCountersJob = (counters: readonly MaintainedCounter[]): ScheduledJob => ({
  name: 'check-counters',
  async run({ db, log, metrics }) {
    const found = await verifyCounters(db, counters, { start: Math.random(), rows: SAMPLE_ROWS })
    const wrong = found.filter(({ differences }) => differences > 0)
    for (const { name, differences } of wrong) {
      metrics.counterDifferences.inc({ counter: name }, differences)
      log.error({ counter: name, differences }, 'maintained counter differs from a recount: run portico counts rebuild')
    }
    return wrong.length
  },
})

/** Counts the rows of a query that lists differences. */
export const countOf = (differing: RawBuilder<unknown>): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select count(*)::int as count from (${differing}) differing`
