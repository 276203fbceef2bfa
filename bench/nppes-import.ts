import { join } from 'node:path'
import { type BenchDatabase, benchFolder } from './bench-database.ts'
import { type Measurement, median } from './measurement.ts'
import { keepNationalFile } from './national-file.ts'
import { type ImportFigures, runImport } from './run-import.ts'

const ROWS = 200_000
const ROUNDS = 3

/** Importing the national file against a raw COPY of the same file. Rounds in turns: what else runs weighs on both. */
export async function measureNppesImport({ withEmptyDatabase }: BenchDatabase): Promise<Measurement[]> {
  const file = await keepNationalFile(join(benchFolder, `nppes-${ROWS}.csv`), ROWS)
  const raw: ImportFigures[] = []
  const imported: ImportFigures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    raw.push(await withEmptyDatabase((config) => runImport('raw', file, config)))
    imported.push(await withEmptyDatabase((config) => runImport('nppes', file, config)))
  }
  const seconds = (figures: ImportFigures[]) => (median(figures.map((figure) => figure.milliseconds)) / 1000).toFixed(1)
  return [
    {
      name: `importing ${ROWS.toLocaleString('en-US')} NPPES rows, of a raw 330-column COPY`,
      value: median(imported.map((figure, round) => figure.milliseconds / (raw[round]?.milliseconds ?? Number.NaN))),
      target: '<= 0.75',
      detail: `${seconds(imported)} s against ${seconds(raw)} s`,
    },
    {
      name: 'importing NPPES, peak memory in MB',
      value: Math.max(...imported.map((figure) => figure.megabytes)),
      target: '<= 300',
    },
  ]
}
