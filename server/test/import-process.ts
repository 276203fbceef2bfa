import { type ImportOptions, importFile } from '../src/plan-data/import/import-file.ts'

/** A separate process that imports a file, for tests that kill it. */
const options: ImportOptions = JSON.parse(process.argv[2] ?? '{}')
await importFile({ ...options, now: new Date(options.now) })
