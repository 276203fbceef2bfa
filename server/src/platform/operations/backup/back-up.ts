import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type PoolConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { keyFingerprint } from '../../keys/secret-key.ts'
import { release } from '../../observability/release.ts'
import { BackupError, type Opening, writeBackupRecord, writeRows } from './backup-file.ts'

export type BackedUp = { tables: number; rows: number }
type Table = { name: string; columns: string[] }
type Options = {
  file: string
  /** Replaces an existing file. */
  force?: boolean
  secretKey: string
  now: Date
  onTable?: (name: string, rows: number) => void
  onBytes?: (name: string, bytes: number) => void
}

/** Writes the rows of all tables, in one snapshot, to one compressed file while the server keeps running. */
export async function backUp(owner: PoolConfig, options: Options): Promise<BackedUp> {
  const client = new pg.Client(owner)
  const unfinished = `${options.file}.unfinished`
  // Checked before the work, and again when the file gets its name.
  await refuseToReplace(options)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const done = { tables: 0, rows: 0 }
    const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(writeBackup(client, options, done), createGzip({ level: 4 }), output)
    await client.query('commit')
    await refuseToReplace(options)
    await rename(unfinished, options.file)
    return done
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A backup never replaces another one unless asked to. */
async function refuseToReplace({ file, force }: Options): Promise<void> {
  const isThereAlready = await access(file).then(
    () => true,
    () => false,
  )
  if (isThereAlready && !force)
    throw new BackupError(`The file ${file} already exists. Choose another name, or use --force to replace it.`)
}

async function* writeBackup(client: pg.Client, options: Options, done: BackedUp): AsyncGenerator<Buffer> {
  yield writeBackupRecord(await openingOf(client, options))
  for (const table of await findTables(client)) {
    yield writeBackupRecord({ is: 'table', ...table })
    const hash = createHash('sha256')
    const rows = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))
    let bytes = 0
    for await (const chunk of rows) {
      hash.update(chunk)
      bytes += chunk.length
      options.onBytes?.(table.name, bytes)
      yield writeRows(chunk)
    }
    yield writeBackupRecord({ is: 'table end', rows: rows.rowCount, sha256: hash.digest('hex') })
    done.tables += 1
    done.rows += rows.rowCount
    options.onTable?.(table.name, rows.rowCount)
  }
  yield writeBackupRecord({ is: 'end', tables: done.tables })
}

const KEPT_KEY = 'select fingerprint from secret_key'

/** A database of an older release does not have every table. */
export async function tableExists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  return rows[0]?.there === true
}

async function openingOf(client: pg.Client, { secretKey, now }: Options): Promise<Opening> {
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
  // Read after the snapshot was taken, so that no sequence is behind the rows.
  const sequences = await client.query<{ name: string; value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  // During a key rotation, data may still depend on the previous key.
  const [kept] = (await tableExists(client, 'secret_key')) ? (await client.query(KEPT_KEY)).rows : []
  return {
    is: 'opening',
    format: 1,
    release,
    madeAt: now.toISOString(),
    keyFingerprint: kept?.fingerprint ?? keyFingerprint(secretKey),
    migrations: migrations.rows.map(({ name }) => name),
    sequences: sequences.rows,
  }
}

/** All migrated tables except the list of migrations, which is in the file's header. */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, array(
       select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
     order by 1`,
  )
  return rows
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
