import { join } from 'node:path'
import { type BenchDatabase, benchFolder } from './bench-database.ts'
import { type Measurement, median } from './measurement.ts'
import { ensureNationalFile } from './national-file.ts'
import { type ImportFigures, runImport } from './run-import.ts'

const ROWS = 200_000
const ROUNDS = 3

/** Compares the import of the national file with a raw COPY. The sides alternate, so that other load affects both. */
export async function measureNppesImport({ withEmptyDatabase }: BenchDatabase): Promise<Measurement[]> {
  const file = await ensureNationalFile(join(benchFolder, `nppes-${ROWS}.csv`), ROWS)
  const raw: ImportFigures[] = []
  const imported: ImportFigures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    raw.push(await withEmptyDatabase((config) => runImport('raw', file, config)))
    imported.push(await withEmptyDatabase((config) => runImport('nppes', file, config)))
  }
  const seconds = (figures: ImportFigures[]) => (median(figures.map((figure) => figure.milliseconds)) / 1000).toFixed(1)
  return [
    {
      name: `import of ${ROWS.toLocaleString('en-US')} NPPES rows / raw 330-column COPY`,
      value: median(imported.map((figure, round) => figure.milliseconds / (raw[round]?.milliseconds ?? Number.NaN))),
      target: '<= 0.75',
      detail: `${seconds(imported)} s against ${seconds(raw)} s`,
    },
    {
      name: 'import of NPPES, peak memory in MB',
      value: Math.max(...imported.map((figure) => figure.megabytes)),
      target: '<= 300',
    },
  ]
}
