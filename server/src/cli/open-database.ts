import type { PoolConfig } from 'pg'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrateToLatest } from '../platform/migrate.ts'
import type { Settings } from '../platform/settings.ts'

export type OpenDatabase = { config: PoolConfig; close(): Promise<void> }

/** The server's database, whether the server runs or not: the embedded one is joined, or started for this command. */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    const config = { connectionString: settings.databaseUrl }
    await migrateToLatest(config)
    return { config, close: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir })
  try {
    await migrateToLatest(embedded.config)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { config: embedded.config, close: () => embedded.stop() }
}
