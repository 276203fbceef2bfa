import type { Kysely } from 'kysely'
import { systemClock } from '../src/platform/clock.ts'
import { type Context, systemContext } from '../src/platform/context.ts'
import type { Database } from '../src/platform/database/schema.ts'
import { createLog } from '../src/platform/operations/log.ts'
import { createMetrics } from '../src/platform/operations/metrics.ts'
import type { Settings } from '../src/platform/settings/settings.ts'

const unused = { clock: systemClock, log: createLog({ level: 'silent' }), metrics: createMetrics() }

/** The circumstances of a call, for tests of what a call does. Without an actor the server acts by itself. */
export const testContext = (
  db: Kysely<Database>,
  settings: Settings,
  circumstances: Partial<Pick<Context, 'now' | 'actor' | 'address'>> = {},
): Context => ({ ...systemContext({ ...unused, settings, db }), ...circumstances })
