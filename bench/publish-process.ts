import { events } from '../server/src/events.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { systemContext } from '../server/src/platform/context.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import { createMetrics } from '../server/src/platform/observability/metrics.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { publishDirectory, refreshAllPublished } from '../server/src/provider-directory/provider-directory.ts'
import { BENCH_KEY } from './bench-database.ts'
import { readPeakMemory } from './peak-memory.ts'

export type PublishFigures = {
  /** Milliseconds to bring the published resources up to date, and to write the files. */
  refresh: number
  write: number
  resources: number
  bytes: number
  /** Peak memory after each of the two steps. */
  megabytes: [refresh: number, write: number]
  /** Processor seconds of the process. */
  cpu: [refresh: number, write: number]
}

/** Publishes the directory as `portico publish directory` does, in its own process, to measure its memory. */
const [config, folder] = [JSON.parse(process.argv[2] ?? '{}'), process.argv[3] ?? '']
const { db, close } = connectDatabase({ ...config, user: APP_ROLE })
const settings = readSettings({ PORTICO_SECRET_KEY: BENCH_KEY, PORTICO_DEMO: '0' })
const log = createLog({ level: 'silent' })
const context = systemContext({ settings, db, clock: systemClock, log, metrics: createMetrics(), events })
const began = performance.now()
await refreshAllPublished(context)
const refreshed = performance.now()
const [cpuOfRefresh, peakOfRefresh] = [readCpu(), await readPeakMemory()]
const published = await publishDirectory(context, folder)
if (!published) throw new Error('The directory was not published.')
const figures: PublishFigures = {
  refresh: refreshed - began,
  write: performance.now() - refreshed,
  resources: published.resourceCount,
  bytes: published.bytes,
  megabytes: [peakOfRefresh, await readPeakMemory()],
  cpu: [cpuOfRefresh, readCpu() - cpuOfRefresh],
}
await close()
process.send?.(figures, () => process.disconnect())

function readCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
