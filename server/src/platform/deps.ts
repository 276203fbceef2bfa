import type { BellLine } from '@portico/core/bell/lines'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database/schema.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracer } from './observability/trace.ts'
import type { Settings } from './settings/settings.ts'

/** What the areas say of their events: in the audit trail and in the bell. */
export type EventTexts = {
  /** The name itself for an act that is no longer declared. */
  auditText(action: string): string
  bellLine(event: string): BellLine
}

/** Dependencies of every part of the server. Holds no state that another process would lack. */
export type Deps = {
  settings: Settings
  db: Kysely<Database>
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  events: EventTexts
  /** Exports traces if a collector is configured. */
  tracer?: Tracer
  /** True if only a restart restores the process's database connections. */
  isStuck?: () => boolean
  /** True once the process was asked to stop: it still answers requests, but is no longer ready. */
  isStopping?: () => boolean
}
