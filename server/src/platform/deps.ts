import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database/schema.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Tracer } from './operations/trace.ts'
import type { Settings } from './settings/settings.ts'

export type Replicas = {
  /** Reads what may be a second old: from the next replica that has everything older, else from the primary. */
  choose(): Kysely<Database>
  count(): { asked: number; of: number }
}

/** What every part of the server is handed. Nothing here is kept in a process that a second one would miss. */
export type Deps = {
  settings: Settings
  db: Kysely<Database>
  /** Where there are any: asked for what may be a second old. */
  replicas?: Replicas
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  /** Where traces go; nowhere unless a setting names a collector. */
  tracer?: Tracer
  /** True once the process was asked to end: it serves who still comes, and asks nobody to come. */
  isStopping?: () => boolean
}
