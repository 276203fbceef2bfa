import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { importFile, importKinds } from '../server/src/plan-data/import/import-file.ts'
import { openFile } from '../server/src/plan-data/import/reading/open-file.ts'
import { UNCHANGED } from '../server/src/plan-data/import/reading/read-rows.ts'
import { RejectsFile } from '../server/src/plan-data/import/reading/rejects-file.ts'
import type { ImportKindName } from '../server/src/plan-data/import/staging/import-kind.ts'
import { verifyAudit } from '../server/src/platform/audit/verify.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { BENCH_KEY } from './bench-database.ts'
import { readPeakMemory } from './peak-memory.ts'

/**
 * Runs one side of a comparison in its own process, to measure its memory: an import, the raw COPY of the national
 * file, the parser only, or the verification of the audit trail.
 */
const [kind, file, config] = [process.argv[2] ?? '', process.argv[3] as string, JSON.parse(process.argv[4] ?? '{}')]

const startedAt = performance.now()
let rows = 0
if (isImportKind(kind)) {
  const report = await importFile({ kind, file, config, secretKey: BENCH_KEY, now: new Date() })
  rows = report.rows
} else if (kind === 'parser') rows = await parse()
else if (kind === 'audit') rows = await verifyTrail()
else await copyRaw()
const milliseconds = performance.now() - startedAt
process.send?.({ milliseconds, rows, megabytes: await readPeakMemory() }, () => process.disconnect())

function isImportKind(name: string): name is ImportKindName {
  return name in importKinds
}

/** Reads the file like its import and discards every row. */
async function parse(): Promise<number> {
  const reader = await openFile(file)
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const fields = importKinds.nppes.columns
  const read = await reader.read({
    columns: fields,
    tracksLines: false,
    readRow: () => UNCHANGED,
    copy: nothing,
    rejects: new RejectsFile('/dev/null'),
    onProgress: () => {},
  })
  await reader.close()
  return read.rows
}

async function verifyTrail(): Promise<number> {
  const { db, close } = connectDatabase(config, { max: 1 })
  const proof = await verifyAudit(db, { secretKey: BENCH_KEY })
  await close()
  if (!proof.ok) throw new Error(`The audit trail is damaged: ${JSON.stringify(proof.firstBroken)}`)
  return proof.rows
}

/** Baseline: PostgreSQL copies all 330 columns as text, without an index. */
async function copyRaw(): Promise<void> {
  const header = await readFile(new URL('../server/src/demo/generate/nppes-header.csv', import.meta.url), 'utf8')
  const columns = header.split(',').map((_, index) => `column_${index} text`)
  const client = new pg.Client(config)
  await client.connect()
  await client.query('begin')
  await client.query(`create table raw (${columns.join(', ')})`)
  const source = createReadStream(file, { highWaterMark: 1 << 18 })
  await pipeline(source, client.query(copyFrom('copy raw from stdin (format csv, header)')))
  await client.query('commit')
  await client.end()
}
