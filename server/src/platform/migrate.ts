import { readdir } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { APP_ROLE, connectDatabase } from './database.ts'
import type { Database } from './schema.ts'

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))

const fileMigrations: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) migrations[name.slice(0, -3)] = await import(pathToFileURL(folder + name).href)
    return migrations
  },
}

/** Brings the database to the newest shape. Safe when several processes start at once: the Migrator holds a lock. */
export async function migrateToLatest(config: pg.PoolConfig, log: (line: string) => void = () => {}): Promise<void> {
  const { db, close } = connectDatabase(config, { role: 'owner', max: 2 })
  try {
    await createAppRole(db)
    const { error, results } = await new Migrator({ db, provider: fileMigrations }).migrateToLatest()
    for (const result of results ?? []) if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
    await grantAppRights(db)
  } finally {
    await close()
  }
}

/** True when no migration is waiting; what /readyz asks. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = Object.keys(await fileMigrations.getMigrations())
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = new Set(done.rows.map((row) => row.name))
  return known.every((name) => names.has(name))
}

async function createAppRole(db: Kysely<Database>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(APP_ROLE)}) then
        create role ${sql.id(APP_ROLE)} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(db)
}

/** Everything a running server does, and no change to what the audit trail holds. */
async function grantAppRights(db: Kysely<Database>): Promise<void> {
  const role = sql.id(APP_ROLE)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7261001)`.execute(trx)
    await sql`grant ${role} to current_user`.execute(trx)
    await sql`grant usage on schema public to ${role}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${role}`.execute(trx)
    await sql`revoke update, delete, truncate on audit_event, audit_seal from ${role}`.execute(trx)
  })
}
