import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { PoolConfig } from 'pg'
import { ensureAppRole, grantAppRights } from './app-role.ts'
import type { Db } from './context.ts'
import { connectDatabase } from './database.ts'
import { loginAt, passwordOf } from './logins.ts'

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))

export const fileMigrations: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) migrations[name.slice(0, -3)] = await import(pathToFileURL(folder + name).href)
    return migrations
  },
}

export type Migrating = { owner: PoolConfig; app: PoolConfig; log?: (line: string) => void }

/**
 * Brings the database to the shape this release needs, and gives the application its role and rights. Safe when several
 * processes start at once: the Migrator holds a lock. A database that a newer release has migrated is left as it is.
 */
export async function migrateToLatest({ owner, app, log = () => {} }: Migrating): Promise<void> {
  const { db, close } = connectDatabase(owner, { max: 2 })
  try {
    await ensureAppRole(db, loginAt(owner, await passwordOf(app)))
    if (!(await isMigrated(db))) await runMigrations(db, log)
    await grantAppRights(db)
  } finally {
    await close()
  }
}

/** Brings an empty database to the shape it had after these migrations, and no further. */
export async function migrateAsFarAs(owner: PoolConfig, names: string[]): Promise<void> {
  const { db, close } = connectDatabase(owner, { max: 2 })
  await runMigrations(db, () => {}, names.at(-1)).finally(close)
}

/** A table that a long query or a backup holds is waited for a moment at a time, so that nobody queues up behind. */
const LOCK_TIMEOUT = '3s'
const ATTEMPTS = 20

async function runMigrations(db: Db, log: (line: string) => void, last?: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await db.connection().execute(async (connection) => {
      await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(connection)
      // Each stands alone: one that came late, under a lower number, is made up for.
      const migrator = new Migrator({ db: connection, provider: fileMigrations, allowUnorderedMigrations: true })
      return last ? migrator.migrateTo(last) : migrator.migrateToLatest()
    })
    if (!error) {
      for (const { migrationName } of results ?? []) log(`migrated ${migrationName}`)
      return
    }
    if (codeOf(error) !== '55P03' || attempt === ATTEMPTS) throw error
    log(`a table is in use, trying again (${attempt} of ${ATTEMPTS})`)
    await sleep(250 * attempt)
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

export const listMigrations = async (): Promise<string[]> => Object.keys(await fileMigrations.getMigrations())

/** True when no migration of this release is waiting; what /readyz asks. Newer ones than it knows do not matter. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = await listMigrations()
  const table = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!table.rows[0]?.exists) return false
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = new Set(done.rows.map((row) => row.name))
  return known.every((name) => names.has(name))
}
