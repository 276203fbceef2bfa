import type pg from 'pg'
import { sealAudit } from '../server/src/platform/audit/seals.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { BENCH_KEY, type BenchDatabase, run } from './bench-database.ts'
import type { Measurement } from './measurement.ts'
import { type ImportFigures, runImport } from './run-import.ts'

const EVENTS = 10_000_000
/** Measures a tenth first, to show that the time grows linearly. */
const TENTH = 10

/** Verifies a long audit trail in its own process. */
export async function measureAudit(
  { withEmptyDatabase }: BenchDatabase,
  { events = EVENTS }: { events?: number },
  log: (line: string) => void,
): Promise<Measurement[]> {
  return await withEmptyDatabase(async (config) => {
    await record(config, events / TENTH)
    const tenth = await prove(config, events / TENTH)
    log(`${Math.round(tenth.milliseconds / 1000)} s for ${events / TENTH} events`)
    await record(config, events - events / TENTH)
    const whole = await prove(config, events)
    return [
      {
        name: `audit verify of ${events.toLocaleString('en-US')} events / 10 × a tenth of them`,
        value: whole.milliseconds / (TENTH * tenth.milliseconds),
        target: '<= 1.3',
        detail: `${Math.round(whole.milliseconds / 1000)} s`,
      },
      { name: 'audit verify, peak memory in MB', value: whole.megabytes, target: '<= 300' },
    ]
  })
}

/** Inserts events like those of the portal, and seals them with the scheduled job. */
async function record(config: pg.ClientConfig, events: number): Promise<void> {
  await run(
    config,
    `insert into audit_event (at, actor_kind, action, npi, address, details)
     select now(), 'anonymous', 'registration.started', lpad((n % 100000)::text, 10, '1'), '192.0.2.' || n % 250,
       jsonb_build_object('screen', 'regHome', 'try', n % 5)
     from generate_series(1, ${events}) n`,
  )
  await run(config, 'vacuum analyze')
  const { db, close } = connectDatabase(config, { max: 1 })
  await sealAudit(db, new Date(), { secretKey: BENCH_KEY })
  await close()
}

async function prove(config: pg.ClientConfig, events: number): Promise<ImportFigures> {
  const figures = await runImport('audit', '', config)
  if (figures.rows !== events) throw new Error(`${figures.rows} events were verified, but ${events} were recorded.`)
  return figures
}
