import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertTestAccount } from '../../../../test/accounts.ts'
import { administer, createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { dumpOf } from '../../../../test/kept-releases.ts'
import { insertSmallPlan } from '../../../../test/small-plan.ts'
import { sealAudit } from '../../audit/seals.ts'
import { verifyAudit } from '../../audit/verify.ts'
import { connectDatabase } from '../../database/database.ts'
import { listMigrations, migrateAsFarAs, migrateToLatest } from '../../database/migrate.ts'
import { backUp, findTables } from './back-up.ts'
import { restore } from './restore.ts'

let folder: string
let file: string
let original: TestDatabase
let before: Record<string, string>
const made: TestDatabase[] = []
const now = new Date()

const written = new Map<string, number>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-backup-'))
  file = join(folder, 'portico.backup')
  original = await createTestDatabase('migrated')
  const { db, close } = connectDatabase(original.config)
  await insertSmallPlan(db)
  await insertTestAccount(db, { username: 'keeper' })
  await sql`insert into audit_event (at, actor_kind, action) values (now() - interval '1 hour', 'SYSTEM', 'request.expired')`.execute(
    db,
  )
  await sealAudit(db, new Date(), { secretKey: testSecretKey, onSealed: async () => {} })
  before = await sumUp(original)
  // A provider registers while the backup runs.
  let late: Promise<unknown> | undefined
  const onTable = () => {
    late ??= insertTestAccount(db, { username: 'latecomer' })
  }
  const onBytes = (table: string, bytes: number) => written.set(table, bytes)
  await backUp(original.config, { file, secretKey: testSecretKey, now, onTable, onBytes })
  await late
  await close()
})
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})
afterAll(async () => {
  await original.drop()
  await rm(folder, { recursive: true, force: true })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('unmigrated')
  made.push(database)
  return database
}

/** A checksum of every table. */
async function sumUp({ config }: TestDatabase): Promise<Record<string, string>> {
  const client = new pg.Client(config)
  await client.connect()
  const sums: Record<string, string> = {}
  for (const { name } of await findTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    )
    sums[name] = rows[0].sum
  }
  await client.end()
  return sums
}

const restoreInto = (database: TestDatabase, from = file, secretKey = testSecretKey) =>
  restore({ owner: database.config, app: database.app }, { file: from, secretKey })

async function changed(change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, `changed-${randomUUID()}`)
  await writeFile(path, change(await readFile(file)))
  return path
}

describe('backup and restore', () => {
  test('reports the rows of each table while writing', () => {
    expect(written.get('account')).toBeGreaterThan(50)
    expect(written.get('legal_hold')).toBeUndefined()
  })

  test('restores every row as of the backup’s start into an empty database, which then works', async () => {
    const copy = await emptyDatabase()
    const { tables, rows } = await restoreInto(copy)
    expect(await sumUp(copy)).toEqual(before)
    expect(tables).toBe(Object.keys(before).length)
    expect(rows).toBe(Object.values(before).reduce((sum, line) => sum + Number(line.split(' ')[0]), 0))
    const { db, close } = connectDatabase(copy.app)
    expect((await verifyAudit(db, { secretKey: testSecretKey, anchors: undefined })).ok).toBe(true)
    await insertTestAccount(db, { username: 'newcomer' })
    const keys = await sql<{
      broken: number
    }>`select count(*)::int as broken from pg_constraint where contype = 'f' and not convalidated`.execute(db)
    expect(keys.rows[0]?.broken).toBe(0)
    await close()
  })

  test('is readable only by its owner, and leaves no partial file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    await expect(
      backUp(original.config, { file: join(folder, 'no', 'folder'), secretKey: testSecretKey, now }),
    ).rejects.toThrow('ENOENT')
  })

  test('replaces an existing file only on request, even one created meanwhile', async () => {
    const path = join(folder, 'taken.backup')
    await writeFile(path, 'the one of yesterday')
    const options = { file: path, secretKey: testSecretKey, now }
    await expect(backUp(original.config, options)).rejects.toThrow('Choose another name, or use --force to replace it.')
    await rm(path)
    let put: Promise<void> | undefined
    const onTable = () => {
      put ??= writeFile(path, 'the one of yesterday')
    }
    await expect(backUp(original.config, { ...options, onTable })).rejects.toThrow('already')
    await put
    expect(await readFile(path, 'utf8')).toBe('the one of yesterday')
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    await backUp(original.config, { ...options, force: true })
    await restoreInto(await emptyDatabase(), path)
  })

  test('upgrades a backup of an older release', async () => {
    const older = await emptyDatabase()
    const names = await listMigrations()
    await migrateAsFarAs(older.config, names.slice(0, names.indexOf('0020-sign-in') + 1))
    const { db, close } = connectDatabase(older.config)
    await sql`insert into network_provider (npi) values ('1000000004')`.execute(db)
    await close()
    const path = join(folder, 'older.backup')
    await backUp(older.config, { file: path, secretKey: testSecretKey, now })
    const copy = await emptyDatabase()
    await restoreInto(copy, path)
    expect(Object.keys(await sumUp(copy))).toEqual(Object.keys(before))
    const restored = connectDatabase(copy.app)
    expect(await restored.db.selectFrom('network_provider').select('npi').execute()).toEqual([{ npi: '1000000004' }])
    await restored.close()
  })

  test('restores a database that 0.1.0 created, with its unsigned seals, and requires later ones to be signed', async () => {
    const older = await emptyDatabase()
    await administer(older.config, dumpOf('0.1.0'), older.config.database)
    await migrateToLatest({ owner: older.config, app: older.app })
    const path = join(folder, 'first-release.backup')
    await backUp(older.config, { file: path, secretKey: testSecretKey, now })
    const copy = await emptyDatabase()
    await restoreInto(copy, path)
    const { db, close } = connectDatabase(copy.config, { max: 1 })
    expect(await verifyAudit(db, { secretKey: testSecretKey })).toMatchObject({ ok: true, rows: 3 })
    const unsigned = sql`
      insert into audit_seal (seq, first_id, last_id, event_ids, previous_hash, hash, sealed_at)
      select seq + 1, first_id, last_id, event_ids, previous_hash, hash, sealed_at from audit_seal`
    await expect(unsigned.execute(db)).rejects.toThrow('audit_seal_signed')
    await close()
  })

  test('rejects a backup of an unreleased version', async () => {
    const unreleased = await emptyDatabase()
    await migrateAsFarAs(unreleased.config, await listMigrations())
    const { db, close } = connectDatabase(unreleased.config)
    await sql`insert into kysely_migration values ('0017-names-to-search-by', '2026-01-01')`.execute(db)
    await close()
    const path = join(folder, 'unreleased.backup')
    await backUp(unreleased.config, { file: path, secretKey: testSecretKey, now })
    await expect(restoreInto(await emptyDatabase(), path)).rejects.toThrow(
      'it was made by an unreleased version of Portico and cannot be upgraded',
    )
  })

  test('restores into a database whose earlier restore was interrupted', async () => {
    const copy = await emptyDatabase()
    await migrateAsFarAs(copy.config, (await listMigrations()).slice(0, 1))
    await restoreInto(copy)
    expect(await sumUp(copy)).toEqual(before)
  })

  test('refuses to restore into a database with foreign tables', async () => {
    const copy = await emptyDatabase()
    const { db, close } = connectDatabase(copy.config, { max: 1 })
    await sql`create table of_another (id int)`.execute(db)
    await expect(restoreInto(copy)).rejects.toThrow('not empty')
    await migrateAsFarAs(copy.config, [])
    await expect(restoreInto(copy)).rejects.toThrow('not empty')
    await close()
  })

  test('rejects a truncated, changed or foreign file, and can restore a good one afterwards', async () => {
    const unpacked = (bytes: Buffer) => gunzipSync(bytes).toString('latin1')
    const packed = (text: string) => gzipSync(Buffer.from(text, 'latin1'))
    const bad: [(bytes: Buffer) => Buffer, string][] = [
      [(bytes) => bytes.subarray(0, bytes.length - 40), 'it is damaged or not a backup'],
      [(bytes) => packed(unpacked(bytes).slice(0, -30)), 'its end is missing'],
      [(bytes) => packed(unpacked(bytes).replace('keeper', 'kepper')), 'its table account is damaged'],
      [() => packed('a letter to the plan'), 'its end is missing'],
      [() => Buffer.from('a letter to the plan'), 'it is damaged or not a backup'],
    ]
    const copy = await emptyDatabase()
    for (const [change, why] of bad) await expect(restoreInto(copy, await changed(change))).rejects.toThrow(why)
    await restoreInto(copy)
    expect(await sumUp(copy)).toEqual(before)
  })

  test('refuses another key, and a database that already has accounts', async () => {
    const copy = await emptyDatabase()
    await expect(restoreInto(copy, file, `${testSecretKey}-another`)).rejects.toThrow('another PORTICO_SECRET_KEY')
    await restoreInto(copy)
    await expect(restoreInto(copy)).rejects.toThrow('not empty')
  })
})
