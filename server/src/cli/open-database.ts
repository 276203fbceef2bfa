import type { PoolConfig } from 'pg'
import type { Db } from '#platform/context.ts'
import { connectDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.ts'
import { type Logins, loginsOf } from '#platform/database/logins.ts'
import { checkMigrated, migrateToLatest } from '#platform/database/migrate.ts'
import { checkSecretKey } from '#platform/database/stored-key.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { CliError } from './cli-error.ts'

export type OpenDatabase = Logins & { owner: PoolConfig; close(): Promise<void> }

/**
 * Opens the server's database, whether or not the server runs: joins the embedded one, or starts it for this command.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  const isOutside = settings.databaseUrl ?? settings.databaseOwnerUrl
  const embedded = isOutside ? undefined : await startEmbeddedPostgres({ dataDir: settings.dataDir })
  const { owner, app } = loginsOf(settings, embedded?.config)
  if (!owner) throw new CliError('This command needs the login of the table owner: set DATABASE_OWNER_URL.')
  return { owner, app, close: async () => embedded?.stop() }
}

/**
 * The same, migrated to this release. An external database is migrated only by `migrate`, and so is the embedded one if
 * the settings say so.
 */
export async function openMigratedDatabase(settings: Settings): Promise<OpenDatabase> {
  const database = await openDatabase(settings)
  try {
    if (!settings.databaseUrl && !settings.databaseOwnerUrl && settings.migrateAtStart) await migrateToLatest(database)
    const unfit = await withOwner(
      database,
      async (db) => (await checkMigrated(db)) ?? checkSecretKey(db, settings, new Date()),
    )
    if (unfit) throw new CliError(unfit)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function withOwner<Result>({ owner }: OpenDatabase, ask: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = connectDatabase(owner, { max: 1 })
  return ask(db).finally(close)
}
