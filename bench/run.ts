import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Measurement, meetsTarget } from './measurement.ts'
import { readSizes, type Sizes } from './sizes.ts'

type OpenDatabase = () => Promise<BenchDatabase>

/** What is measured, by name. A bench is loaded only when it runs, and the large data set made only for who asks for it. */
const benches: Record<string, (open: OpenDatabase, sizes: Sizes) => Promise<Measurement[]>> = {
  'val-reg-npi': async (open) => (await import('./val-reg-npi.ts')).measureValRegNpi((await open()).config),
  'nppes-import': async (open) => (await import('./nppes-import.ts')).measureNppesImport(await open()),
  typeahead: async (open) => (await import('./typeahead.ts')).measureTypeahead(await open()),
  audit: async (open, sizes) => (await import('./audit.ts')).measureAudit(await open(), sizes, say),
  'sign-in': async () => (await import('./sign-in.ts')).measureSignIns(),
  plans: async (_open, sizes) => (await import('./plans.ts')).measureGrowth(sizes, say),
  country: async (_open, sizes) => (await import('./country.ts')).measureCountry(sizes, say),
  pages: async () => (await import('./pages.ts')).measurePages(),
  markup: async () => (await import('./markup.ts')).checkMarkup(),
}

/** npm run bench [-- NAME…] [--providers=N …]: measures, prints one table, and writes the figures to bench/results. */
async function run(args: string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const sizes = readSizes(args)
  const names = wanted.length ? wanted : Object.keys(benches)
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length)
    throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  let database: Promise<BenchDatabase> | undefined
  const open = () => {
    database ??= openBenchDatabase(sizes.providers ?? 1_000_000, say)
    return database
  }
  const measurements: (Measurement & { bench: string })[] = []
  try {
    for (const bench of names) {
      say(`Measuring ${bench}…`)
      const found = await (benches[bench] as (typeof benches)[string])(open, sizes)
      measurements.push(...found.map((measurement) => ({ bench, ...measurement })))
    }
  } finally {
    await (await database)?.stop()
  }
  say(formatTable(measurements))
  const file = await writeResults(measurements)
  say(`Written to ${file}`)
  if (measurements.some((measurement) => !meetsTarget(measurement))) process.exitCode = 1
}

function formatTable(measurements: Measurement[]): string {
  const rows = measurements.map((measurement) => [
    measurement.name,
    measurement.value.toPrecision(3),
    measurement.target ?? '',
    measurement.target ? (meetsTarget(measurement) ? 'ok' : 'MISSED') : '',
    measurement.detail ?? '',
  ])
  const table = [['what', 'value', 'target', '', 'detail'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function writeResults(measurements: Measurement[]): Promise<string> {
  const folder = join(import.meta.dirname, 'results')
  const at = new Date().toISOString()
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const file = join(folder, `${at.replaceAll(':', '-')}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ at, commit: findCommit(), machine, measurements }, undefined, 2)}\n`)
  return file
}

function findCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
  process.exitCode = 1
})
