import { join } from 'node:path'
import { type BenchDatabase, benchFolder, run } from './bench-database.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { ensureNationalFile, nationalNpi } from './national-file.ts'
import { startPortal } from './portal-process.ts'
import { probe } from './probe.ts'
import { runImport } from './run-import.ts'

const ROWS = 1_000_000
const ROUNDS = 3
const SECONDS = 5

/** Measures lookups during an import of the national file. */
export async function measureWhileImporting({ withEmptyDatabase }: BenchDatabase): Promise<Measurement[]> {
  const file = await ensureNationalFile(join(benchFolder, `nppes-${ROWS}.csv`), ROWS)
  const idle: number[] = []
  const busy: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await withEmptyDatabase(async (config) => {
      const npi = nationalNpi(0)
      await run(config, `insert into provider (npi, entity_type, name) values ('${npi}', 1, 'Morgan Bench')`)
      await run(config, `insert into network_provider (npi) values ('${npi}')`)
      const portal = await startPortal(config)
      try {
        await probe(portal.port, npi, SECONDS)
        idle.push(await probe(portal.port, npi, SECONDS))
        busy.push(await probe(portal.port, npi, runImport('nppes', file, config)))
      } finally {
        portal.stop()
      }
    })
  }
  return [
    {
      name: 'valRegNpi p99 during an import of the national file / idle p99',
      value: median(ratios(busy, idle)),
      target: '<= 3',
      detail: `${median(busy).toFixed(1)} ms against ${median(idle).toFixed(1)} ms; ${describeSpread(ratios(busy, idle))}`,
    },
  ]
}
