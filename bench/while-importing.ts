import { join } from 'node:path'
import { type BenchDatabase, benchFolder, run } from './bench-database.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { keepNationalFile, nationalNpi } from './national-file.ts'
import { startPortal } from './portal-process.ts'
import { probe } from './probe.ts'
import { runImport } from './run-import.ts'

const ROWS = 1_000_000
const ROUNDS = 3
const SECONDS = 5

/** What people wait for a look-up while the national file comes in. */
export async function measureWhileImporting({ withEmptyDatabase }: BenchDatabase): Promise<Measurement[]> {
  const file = await keepNationalFile(join(benchFolder, `nppes-${ROWS}.csv`), ROWS)
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
      name: 'valRegNpi p99 while the national file is imported, over its idle p99',
      value: median(ratios(busy, idle)),
      target: '<= 3',
      detail: `${median(busy).toFixed(1)} ms against ${median(idle).toFixed(1)} ms; ${describeSpread(ratios(busy, idle))}`,
    },
  ]
}
