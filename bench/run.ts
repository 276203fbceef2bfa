import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Measurement, meetsTarget } from './measurement.ts'
import { readSizes, type Sizes } from './sizes.ts'
import { writeResults } from './write-results.ts'

type OpenDatabase = () => Promise<BenchDatabase>

/**
 * Benchmarks by name. Each is imported when it runs, and the large data set is created only if a benchmark needs it.
 */
const benches: Record<string, (open: OpenDatabase, sizes: Sizes) => Promise<Measurement[]>> = {
  'val-reg-npi': async (open) => (await import('./val-reg-npi.ts')).measureValRegNpi((await open()).config),
  'nppes-import': async (open) => (await import('./nppes-import.ts')).measureNppesImport(await open()),
  'while-importing': async (open) => (await import('./while-importing.ts')).measureWhileImporting(await open()),
  typeahead: async (open) => (await import('./typeahead.ts')).measureTypeahead(await open()),
  audit: async (open, sizes) => (await import('./audit.ts')).measureAudit(await open(), sizes, log),
  'sign-in': async () => (await import('./sign-in.ts')).measureSignIns(),
  applications: async () => (await import('./applications.ts')).measureApplications(),
  directory: async (_open, sizes) => (await import('./directory.ts')).measureDirectory(sizes, log),
  plans: async (_open, sizes) => (await import('./plans.ts')).measureGrowth(sizes, log),
  country: async (_open, sizes) => (await import('./country.ts')).measureCountry(sizes, log),
  pages: async () => (await import('./pages.ts')).measurePages(),
  markup: async () => (await import('./markup.ts')).checkMarkup(),
}

/** npm run bench [-- NAME…] [--providers=N …]: prints the results and writes them to docs/performance. */
async function run(args: string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const sizes = readSizes(args)
  const names = wanted.length ? wanted : Object.keys(benches)
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length)
    throw new Error(`Unknown benchmark ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}.`)
  let database: Promise<BenchDatabase> | undefined
  const open = () => {
    database ??= openBenchDatabase(sizes.providers ?? 1_000_000, log)
    return database
  }
  const measurements: Measurement[] = []
  try {
    for (const bench of names) {
      log(`Measuring ${bench}…`)
      const found = await (benches[bench] as (typeof benches)[string])(open, sizes)
      await writeResults(bench, sizes, found)
      measurements.push(...found)
    }
  } finally {
    await (await database)?.stop()
  }
  log(formatTable(measurements))
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
  const table = [['measurement', 'value', 'target', '', 'detail'], ...rows]
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

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}

await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
  process.exitCode = 1
})
