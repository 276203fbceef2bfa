import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DurableClient } from '../../database/database.ts'
import {
  isUnreleased,
  listMigrations,
  type Migrating,
  migrateAsFarAs,
  migrateToLatest,
} from '../../database/migrate.ts'
import { acceptedKeys, type Keys, keyFingerprint } from '../../keys/secret-key.ts'
import { type BackedUp, findTables, tableExists } from './back-up.ts'
import { BackupError, type BackupRecord, type Opening, readFrames } from './backup-file.ts'

type Options = Keys & { file: string; onTable?: (name: string, rows: number) => void }

/**
 * Restores a backup into an empty database, all or nothing. Creates the schema as of the backup, loads the rows, then
 * migrates to this release.
 */
export async function restore(logins: Migrating, options: Options): Promise<BackedUp> {
  await readToTheEnd(open(options.file))
  const words = open(options.file)
  const opening = await readOpening(words, options)
  const client = new DurableClient(logins.owner)
  await client.connect()
  try {
    if (!(await isEmpty(client, opening))) throw new BackupError('the database to restore into is not empty')
    await migrateAsFarAs(logins.owner, opening.migrations)
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    const done = await fill(client, words, options)
    for (const { name, value } of opening.sequences) await client.query('select setval($1, $2)', [name, value])
    await client.query('commit')
    await migrateToLatest(logins)
    return done
  } finally {
    await client.end()
  }
}

type Words = AsyncGenerator<BackupRecord | Buffer>

/** An unreadable file is reported with the system's message. */
const open = (file: string): Words => readFrames(pipeline(createReadStream(file), createGunzip(), () => {}))

/** Detects a truncated or damaged file by its gzip checksum before anything is changed. */
async function readToTheEnd(words: Words): Promise<void> {
  let last: BackupRecord | Buffer | undefined
  try {
    for await (const word of words) last = word
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (error instanceof Error && 'syscall' in error) throw new BackupError(`it cannot be read (${error.message})`)
    throw new BackupError('it is damaged or not a backup')
  }
  if (!last || Buffer.isBuffer(last) || last.is !== 'end') throw new BackupError('its end is missing')
}

async function readOpening(words: Words, keys: Keys): Promise<Opening> {
  const { value }: { value: BackupRecord | Buffer | undefined } = await words.next()
  if (!value || Buffer.isBuffer(value) || value.is !== 'opening' || value.format !== 1)
    throw new BackupError('it is not a Portico backup that this release supports')
  if (!acceptedKeys(keys).map(keyFingerprint).includes(value.keyFingerprint))
    throw new BackupError('it was made with another PORTICO_SECRET_KEY and is useless without it')
  const known = await listMigrations()
  if (isUnreleased(value.migrations, known))
    throw new BackupError('it was made by an unreleased version of Portico and cannot be upgraded')
  if (!value.migrations.every((name) => known.includes(name)))
    throw new BackupError(`it was made by release ${value.release}, which is newer than this one`)
  return value
}

/** True if there are no tables, or only empty ones of the backup: an earlier restore was interrupted. */
async function isEmpty(client: pg.Client, { migrations }: Opening): Promise<boolean> {
  const tables = (await findTables(client)).map(({ name }) => name)
  if (tables.length === 0) return true
  if (!(await tableExists(client, 'kysely_migration'))) return false
  const done = await client.query<{ name: string }>('select name from kysely_migration')
  if (!done.rows.every(({ name }) => migrations.includes(name))) return false
  const peopled = ['account', 'audit_event', 'provider'].filter((name) => tables.includes(name))
  if (peopled.length === 0) return false
  const { rows } = await client.query(`${peopled.map((name) => `select from ${name}`).join(' union all ')} limit 1`)
  return rows.length === 0
}

/** Loads the rows without foreign keys, which are restored at the end, and without rows that migrations inserted. */
async function fill(client: pg.Client, words: Words, options: Options): Promise<BackedUp> {
  const tables = await findTables(client)
  const keys = await dropKeys(client)
  const addSealCheck = await dropSealCheck(client)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const done = { tables: 0, rows: 0 }
  for await (const word of words) {
    if (Buffer.isBuffer(word) || word.is === 'opening' || word.is === 'table end')
      throw new BackupError('it is damaged')
    if (word.is === 'end') {
      if (word.tables !== done.tables) throw new BackupError('it is damaged')
      for (const key of keys) await client.query(key)
      await addSealCheck()
      for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
      return done
    }
    const rows = await fillTable(client, word, words)
    done.tables += 1
    done.rows += rows
    options.onTable?.(word.name, rows)
  }
  throw new BackupError('its end is missing')
}

/** Drops foreign keys; returns the statements that recreate them. */
async function dropKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

/**
 * The check on seals names the last one that was not signed, which differs between databases. Returns a function that
 * adds the check of the restored rows.
 */
async function dropSealCheck(client: pg.Client): Promise<() => Promise<void>> {
  if (!(await tableExists(client, 'audit_signing'))) return async () => {}
  await client.query('alter table audit_seal drop constraint audit_seal_signed')
  return async () => {
    const { rows } = await client.query<{ through: string }>(
      'select unsigned_through::text as through from audit_signing',
    )
    await client.query(
      `alter table audit_seal add constraint audit_seal_signed check (signature is not null or seq <= ${Number(rows[0]?.through ?? 0)})`,
    )
  }
}

async function fillTable(client: pg.Client, table: { name: string; columns: string[] }, words: Words): Promise<number> {
  const rows = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
  const hash = createHash('sha256')
  for (;;) {
    const { value } = await words.next()
    if (!value) throw new BackupError('its end is missing')
    if (Buffer.isBuffer(value)) {
      hash.update(value)
      if (!rows.write(value)) await once(rows, 'drain')
      continue
    }
    rows.end()
    await finished(rows)
    if (value.is !== 'table end' || value.rows !== rows.rowCount || value.sha256 !== hash.digest('hex'))
      throw new BackupError(`its table ${table.name} is damaged`)
    return rows.rowCount
  }
}
