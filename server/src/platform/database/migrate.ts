import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { PoolConfig } from 'pg'
import { SettingsError } from '../settings/read-values.ts'
import { ensureAppRole, grantAppRights, grantNewTables } from './app-role.ts'
import { connectDatabase, isInUse } from './database.ts'
import { APP_ROLE, loginAt, nameOf, passwordOf } from './logins.ts'
import type { Db, Trx } from './schema.ts'
import { transact } from './transaction.ts'

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

const EXTENSION = /\.(ts|sql)$/

export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => EXTENSION.test(name))
  return files.map((name) => name.replace(EXTENSION, '')).sort()
}

export type Migrating = { owner: PoolConfig; app: PoolConfig; log?: (line: string) => void; setPassword?: boolean }

/** The migrations that this run applied, and whether it changed the password of `portico_app`. */
export type Migrated = { migrations: string[]; passwordSet: boolean }

/**
 * Migrates the database to this release's schema and grants the application its role and rights. Safe if several
 * processes start at once or one is killed. Leaves a database alone that a newer release migrated.
 */
export async function migrateToLatest({
  owner,
  app,
  log = () => {},
  setPassword = false,
}: Migrating): Promise<Migrated> {
  if (nameOf(app) !== APP_ROLE)
    throw new SettingsError(
      `DATABASE_URL names the user ${nameOf(app)}: beside DATABASE_OWNER_URL it is ${APP_ROLE}'s.`,
    )
  const { db, close } = connectDatabase(owner, { max: 2 })
  try {
    const known = await listMigrations()
    if ((await hasMarks(db)) && isUnreleased([...(await findDone(db))], known)) throw new SettingsError(UNRELEASED)
    const passwordSet = await ensureAppRole(db, loginAt(owner, await passwordOf(app)), { setPassword })
    if (passwordSet) log(`set the password of ${APP_ROLE}`)
    // The application gets its rights with each migration, because triggers of the previous release already write to
    // the new tables.
    const migrations = await runMigrations(db, { names: known, log, finish: grantNewTables })
    await grantAppRights(db)
    return { migrations, passwordSet }
  } finally {
    await close()
  }
}

/** Migrates an empty database up to these migrations and no further. */
export async function migrateAsFarAs(owner: PoolConfig, names: string[]): Promise<void> {
  const { db, close } = connectDatabase(owner, { max: 1 })
  await runMigrations(db, { names, log: () => {}, finish: async () => {} }).finally(close)
}

/** Progress output, and work that belongs to each migration beside its file. */
type Run = { names: string[]; log: (line: string) => void; finish: (trx: Trx) => Promise<void> }

/**
 * Runs each migration and its record in a transaction of its own, so that locks stay short and finished migrations stay
 * applied. Also applies a late migration with a lower number.
 */
async function runMigrations(db: Db, { names, log, finish }: Run): Promise<string[]> {
  if (!(await hasMarks(db))) await alone(db, makeMarks)
  const done = await findDone(db)
  const applied: string[] = []
  for (const name of names.filter((known) => !done.has(known))) {
    const { up, about } = await loadMigration(name)
    const startedAt = performance.now()
    const make = async (trx: Trx): Promise<boolean> => {
      // Another process applied it first.
      if ((await findDone(trx)).has(name)) return false
      await up(trx)
      await finish(trx)
      await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(trx)
      return true
    }
    log(`migrating ${name}${about}`)
    if (!(await patiently(() => alone(db, make), log))) continue
    applied.push(name)
    log(`migrated ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  return applied
}

type Loaded = Pick<Migration, 'up'> & {
  /** The first sentence of the file's comment, for the log. */
  about: string
}

/** The migrations of 0.1.0 are TypeScript, later ones plain SQL. */
async function loadMigration(name: string): Promise<Loaded> {
  const text = await readFile(`${folder}${name}.sql`, 'utf8').catch(() => undefined)
  if (text === undefined) {
    const { up }: Migration = await import(pathToFileURL(`${folder}${name}.ts`).href)
    return { up, about: '' }
  }
  const [comment = ''] = /^(?:--.*\n)+/.exec(text) ?? []
  const [about = ''] = comment
    .replace(/^-- ?/gm, '')
    .replaceAll('\n', ' ')
    .trim()
    .split(/(?<=\.) /)
  const up = async (trx: Db) => void (await sql.raw(text).execute(trx))
  return { up, about: about && `: ${about}` }
}

/** Waits for a locked table in short intervals, so that no other query queues behind this one. */
const LOCK_TIMEOUT = '3s'
const ATTEMPTS = 20

async function patiently<Result>(work: () => Promise<Result>, log: (line: string) => void): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isInUse(error) || attempt === ATTEMPTS) throw error
      log(`a table is in use, trying again (${attempt} of ${ATTEMPTS})`)
      await sleep(250 * attempt)
    }
  }
}

/** The lock that Kysely's Migrator takes; earlier releases migrate with it. */
const MIGRATION_LOCK = 3853314791062309107n

/** Waits as long as necessary for another migrating process, but not for other lock holders. */
function alone<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return transact({ db }, async ({ db: trx }) => {
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
    return work(trx)
  })
}

async function makeMarks(trx: Trx): Promise<void> {
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)
  `.execute(trx)
}

async function hasMarks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

async function findDone(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** True if every migration of this release is applied. A newer release may have applied more. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await checkMigrated(db)) === undefined
}

/** Why this release must not use the database, or undefined. */
export async function checkMigrated(db: Db): Promise<string | undefined> {
  const done = (await hasMarks(db)) ? await findDone(db) : new Set<string>()
  const known = await listMigrations()
  if (isUnreleased([...done], known)) return UNRELEASED
  if (known.every((name) => done.has(name))) return undefined
  return 'The database is not migrated to this release. Run the command migrate first.'
}

const UNRELEASED =
  'This database was created by an unreleased version of Portico and cannot be upgraded: start with an empty database ' +
  'or data folder, or restore a backup made by a release.'

/** True if one of these sorts before the newest migration of this release, but is none of its own. */
export function isUnreleased(done: string[], known: string[]): boolean {
  const newest = known.at(-1) ?? ''
  return done.some((name) => name < newest && !known.includes(name))
}
