import { DAY_S } from '@portico/core/forms/calendar-day'
import { REQUIRED_KIND } from '@portico/core/plan-data/as-of'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { Metrics } from '../observability/metrics.ts'
import { instance, release } from '../observability/release.ts'
import { within } from '../within.ts'

/** A scrape does not wait longer for the database, and reports the last values. Milliseconds. */
export const SCRAPE_MS = 2_000

/** Connections of the database pool, read on each scrape. */
export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_database_connections',
    help: 'Pool connections: open, idle, and callers waiting for one',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Queued and sent mail, counted on each scrape; while the database is unavailable, the last values stay. */
export function watchMail(metrics: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_jobs',
    help: 'Jobs that are queued or running, by queue',
    labelNames: ['queue', 'state'],
    registers: [metrics.registry],
    async collect() {
      const counting = pool.query<{ state: string; count: number }>(`
        select case when claimed_until > now() then 'active' when attempts > 0 then 'retry' else 'created' end as state,
          count(*)::int as count
        from mail_message where sent_at is null and gave_up_at is null group by 1`)
      const counted = await within(SCRAPE_MS, counting)
      if (!counted) return
      this.reset()
      for (const { state, count } of counted.rows) this.set({ queue: 'send-mail', state }, count)
    },
  })
}

/** Process metrics. Registered once per process, so main does it and tests do not. */
export function watchProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry })
}

const oldest = (column: string, rows: string) => `extract(epoch from now() - (select min(${column}) from ${rows}))`

/** Metrics that distinguish a stopped job from an idle one. */
const FIGURES = {
  portico_oldest_seconds: {
    help: 'Age in seconds of the oldest pending item, by kind: mail, back-channel logout, signed contract, directory change, delayed decision, bell entry for a digest; and time since the last successful scheduled job and publication of the directory',
    of: {
      mail: oldest('created_at', 'mail_message where sent_at is null and gave_up_at is null'),
      logout: oldest('queued_at', 'hub_logout where sent_at is null and gave_up_at is null'),
      contract: oldest('received_at', `signed_contract where state = 'RECEIVED'`),
      change: oldest('coalesce(disputed_at, reported_at)', `practice_change where state = 'WAITING'`),
      decision: oldest('due_at', `delayed_decision where state = 'HELD' and due_at <= now()`),
      digest: oldest('created_at', `bell_entry where delivery = 'DIGEST' and digested_at is null`),
      sweep: `extract(epoch from now() - (select max(ran_at) from job_run where failed_at is distinct from ran_at))`,
      directory: `extract(epoch from now() - (select max(published_at) from directory_publication))`,
    },
  },
  portico_waiting: {
    help: 'Number of queued back-channel logouts, bell entries that wait for a digest, mails and back-channel logouts that failed permanently within seven days, unsealed audit rows, takeovers left to plan staff, and scheduled jobs whose last run failed',
    of: {
      mail_given_up: `(select count(*) from mail_message where gave_up_at > now() - interval '7 days')`,
      logouts_queued: '(select count(*) from hub_logout where sent_at is null and gave_up_at is null)',
      logouts_given_up: `(select count(*) from hub_logout where error is not null and gave_up_at > now() - interval '7 days')`,
      digest_entries: `(select count(*) from bell_entry where delivery = 'DIGEST' and digested_at is null)`,
      audit_unsealed: '(select count(*) from audit_unsealed)',
      takeovers_left: `(select count(*) from saa_successor where state = 'STAFF')`,
      // A job that no longer exists keeps its row.
      sweep_failed: `(select count(*) from job_run where failed_at = ran_at and ran_at > now() - interval '1 hour')`,
    },
  },
}

/** Read on each scrape. 0 if nothing is pending; while the database is unavailable, the last values stay. */
export function watchBacklogAges({ registry }: Metrics, pool: pg.Pool): void {
  for (const [name, { help, of }] of Object.entries(FIGURES)) {
    const parts = Object.entries(of).map(
      ([what, sql]) => `select '${what}' as what, coalesce(${sql}, 0)::float8 as figure`,
    )
    new Gauge({
      name,
      help,
      labelNames: ['what'],
      registers: [registry],
      async collect() {
        const reading = pool.query<{ what: string; figure: number }>(parts.join(' union all '))
        const read = await within(SCRAPE_MS, reading)
        for (const { what, figure } of read?.rows ?? []) this.set({ what }, figure)
      },
    })
  }
  const about = { name: 'portico_build_info', help: 'The running release', labelNames: ['version', 'instance'] }
  new Gauge({ ...about, registers: [registry] }).set({ version: release, instance }, 1)
}

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

/** Time of the last publication of the provider directory. While the database is unavailable, the last value stays. */
export function watchPublications({ registry }: Metrics, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_directory_published_timestamp_seconds',
    help: 'Unix time of the last publication of the provider directory as files; 0 if there was none',
    registers: [registry],
    async collect() {
      const query = 'select extract(epoch from max(published_at))::float8 as at from directory_publication'
      const read = await within(SCRAPE_MS, pool.query<{ at: number | null }>(query))
      if (read) this.set(read.rows[0]?.at ?? 0)
    },
  })
}

/** Time of the last import of each kind and the age that the plan allows. While the database is unavailable, both stay. */
export function watchImports({ registry }: Metrics, pool: pg.Pool, maxAgeDays: Readonly<Record<string, number>>): void {
  const byKind = { labelNames: ['kind' as const], registers: [registry] }
  new Gauge({
    ...byKind,
    name: 'portico_import_timestamp_seconds',
    help: 'Unix time of the last import of each kind of file; 0 if the network was never imported',
    async collect() {
      const query = 'select kind, extract(epoch from imported_at)::float8 as at from last_import'
      const read = await within(SCRAPE_MS, pool.query<{ kind: string; at: number }>(query))
      if (!read) return
      this.set({ kind: REQUIRED_KIND }, 0)
      for (const { kind, at } of read.rows) this.set({ kind }, at)
    },
  })
  const allowed = new Gauge({
    ...byKind,
    name: 'portico_import_max_age_seconds',
    help: 'Age in seconds after which the last import of a kind is too old; kinds without an alert are missing',
  })
  for (const [kind, days] of Object.entries(maxAgeDays)) if (days > 0) allowed.set({ kind }, days * DAY_S)
}
