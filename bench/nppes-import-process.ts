import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { importFile } from '../server/src/directory/import/import-file.ts'

/** One side of the comparison in a process of its own, so that its memory is its own: the import, or the raw COPY. */
const [kind, file, config] = [process.argv[2], process.argv[3] as string, JSON.parse(process.argv[4] ?? '{}')]

const startedAt = performance.now()
if (kind === 'import') {
  const secretKey = 'a-secret-key-for-the-bench-0000000000'
  await importFile({ kind: 'nppes', file, config, secretKey, now: new Date() })
} else await copyRaw()
const milliseconds = performance.now() - startedAt
process.send?.({ milliseconds, megabytes: await readPeakMemory() }, () => process.disconnect())

/** What PostgreSQL does with the file when nothing is chosen from it: 330 columns of text, no index. */
async function copyRaw(): Promise<void> {
  const header = await readFile(new URL('../server/src/demo/nppes-header.csv', import.meta.url), 'utf8')
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

async function readPeakMemory(): Promise<number> {
  const status = await open('/proc/self/status').catch(() => undefined)
  if (!status) return process.resourceUsage().maxRSS / 1024
  const text = await status.readFile('utf8')
  await status.close()
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1024
}
