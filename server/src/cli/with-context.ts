import { systemClock } from '#platform/clock.ts'
import { type Context, systemContext } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/observability/log.ts'
import { createMetrics } from '#platform/observability/metrics.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { events } from '../events.ts'
import { type OpenDatabase, openMigratedDatabase } from './open-database.ts'

/** The settings of a command, and the person who runs it: recorded with each act. */
export type CommandSettings = Settings & { operator: string }

export async function withContext<Result>(
  settings: CommandSettings,
  work: (context: Context, database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openMigratedDatabase(settings)
  const connection = connectApp(database, settings)
  try {
    return await work(commandContext(settings, connection), database)
  } finally {
    await connection.close()
    await database.close()
  }
}

/** The application's login, through a pooler if the server uses one. If only the owner's is known, that one. */
export const connectApp = ({ app, owner }: OpenDatabase, settings: Settings): DatabaseConnection =>
  connectDatabase(settings.databaseOwnerUrl && !settings.databaseUrl ? owner : app, {
    max: 2,
    timeoutMs: settings.databaseTimeoutSeconds * 1000,
    prepared: settings.preparedStatements,
  })

export const commandContext = (settings: CommandSettings, { db }: DatabaseConnection): Context => {
  const log = createLog({ level: 'warn' })
  const deps: Deps = { settings, db, clock: systemClock, log, metrics: createMetrics(), events }
  return { ...systemContext(deps), operator: settings.operator }
}
