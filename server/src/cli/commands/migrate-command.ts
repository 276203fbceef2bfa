import { recordAudit } from '#platform/audit/audit.ts'
import { type Migrated, migrateToLatest } from '#platform/database/migrate.ts'
import { type Command, flag, type Given } from '../command.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, commandContext, connectApp } from '../with-context.ts'

export const migrateCommands: readonly Command[] = [
  {
    name: 'migrate',
    options: { 'set-password': flag },
    help: `Migrates the database to this release, as its owner. Other commands do so only for
the embedded database, unless PORTICO_MIGRATE=off. --set-password also gives
portico_app the password in DATABASE_URL; restart every process afterward.`,
    run: migrate,
  },
]

async function migrate(settings: CommandSettings, { values }: Given): Promise<number> {
  const setPassword = values['set-password'] === true
  const database = await openDatabase(settings)
  try {
    const log = (line: string) => (values.json ? process.stderr : process.stdout).write(`${line}\n`)
    const done = await migrateToLatest({ ...database, log, setPassword })
    if (done.migrations.length > 0 || done.passwordSet) await recordMigration(settings, database, done)
    return printResult(values.json, { migrated: true }, 'The database is migrated to this release.')
  } finally {
    await database.close()
  }
}

async function recordMigration(settings: CommandSettings, database: OpenDatabase, done: Migrated): Promise<void> {
  const connection = connectApp(database, settings)
  const recording = recordAudit(commandContext(settings, connection), { action: 'command.migrated', details: done })
  await recording.finally(connection.close)
}
