import type pg from 'pg'
import { Gauge } from 'prom-client'
import { within } from '../within.ts'
import { type Metrics, SCRAPE_MS } from './metrics.ts'

/** Every plan runs these, so a missing time is reported as 0 and raises an alert. */
const EXPECTED = ['backup', 'audit verify', 'import network']

/** Commands record their success in the audit trail, from which any process can read it. */
const SUCCESSES = `
  select case action
      when 'command.imported' then 'import ' || (details->>'kind')
      when 'command.backed-up' then 'backup'
      else 'audit verify'
    end as command, extract(epoch from max(at))::float8 as at
  from audit_event
  where split_part(action, '.', 1) = 'command'
    and action in ('command.imported', 'command.backed-up', 'command.audit-verified')
  group by 1`

/** Time of the last success of scheduled commands. While the database is unavailable, the last values stay. */
export function watchCommands({ registry }: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_command_success_timestamp_seconds',
    help: 'Unix time of the last successful backup, verification of the audit trail and import of each kind; 0 if there was none',
    labelNames: ['command'],
    registers: [registry],
    async collect() {
      const read = await within(SCRAPE_MS, pool.query<{ command: string; at: number }>(SUCCESSES))
      if (!read) return
      for (const command of EXPECTED) this.set({ command }, 0)
      for (const { command, at } of read.rows) this.set({ command }, at)
    },
  })
}
