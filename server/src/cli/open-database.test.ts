import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testSecretKey } from '../../test/database.ts'
import { runCommand } from '../../test/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-open-'))
// Accessible to the database user, like a data folder beside the program.
chmodSync(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { PORTICO_DATA_DIR: folder, PORTICO_SECRET_KEY: testSecretKey }

test('migrates the embedded database with any command, unless the settings leave that to migrate', async () => {
  expect(await runCommand('jobs', { ...env, PORTICO_MIGRATE: 'off' })).toMatchObject({
    code: 1,
    err: 'The database is not migrated to this release. Run the command migrate first.\n',
  })
  expect(await runCommand('jobs --json', env)).toMatchObject({ code: 0, err: '' })
})
