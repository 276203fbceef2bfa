import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type BenchDatabase, benchFolder } from './bench-database.ts'
import { type Measurement, median } from './measurement.ts'
import { keepNationalFile } from './national-file.ts'

const ROWS = 200_000
const ROUNDS = 3

/** Importing the national file against a raw COPY of the same file. Rounds in turns: what else runs weighs on both. */
export async function measureNppesImport({ withEmptyDatabase }: BenchDatabase): Promise<Measurement[]> {
  const file = await keepNationalFile(join(benchFolder, `nppes-${ROWS}.csv`), ROWS)
  const raw: Figures[] = []
  const imported: Figures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    raw.push(await withEmptyDatabase((config) => runProcess('raw', file, config)))
    imported.push(await withEmptyDatabase((config) => runProcess('nppes', file, config)))
  }
  const seconds = (figures: Figures[]) => (median(figures.map((figure) => figure.milliseconds)) / 1000).toFixed(1)
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

type Figures = { milliseconds: number; megabytes: number }

async function runProcess(kind: string, file: string, config: pg.ClientConfig): Promise<Figures> {
  const program = fileURLToPath(new URL('./import-process.ts', import.meta.url))
  const child = fork(program, [kind, file, JSON.stringify(config)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${kind} ended with code ${code} and no figures`)
  })
  const [figures] = (await Promise.race([once(child, 'message'), exited])) as [Figures]
  exited.catch(() => {})
  if (child.exitCode === null) await once(child, 'exit')
  return figures
}
