import { connectDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { publishDirectory } from '../src/provider-directory/provider-directory.ts'
import { testContext } from './context.ts'

/** A separate process that publishes the directory, for tests that kill it. */
const { config, folder } = JSON.parse(process.argv[2] ?? '{}')
const settings = readSettings({ PORTICO_SECRET_KEY: 'k'.repeat(32), PORTICO_DEMO: '0' })
const connection = connectDatabase(config)
await publishDirectory(testContext(connection.db, settings), folder)
await connection.close()
