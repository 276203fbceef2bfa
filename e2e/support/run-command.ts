import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { IMPORT_LOCK } from './test-organization.ts'
import { connectTestDatabase } from './test-plan.ts'

const runFile = promisify(execFile)

/** Runs a command as the operator does, with the data folder and the port of the test server. */
export async function runCommand(...args: string[]): Promise<string> {
  const { PORTICO_E2E_DATA_DIR: PORTICO_DATA_DIR, PORTICO_E2E_PORT: PORT, ...others } = process.env
  const env = { ...others, PORTICO_DATA_DIR, PORT, PORTICO_DEMO: '1' }
  return (await runFile(process.execPath, ['server/src/cli.ts', ...args], { env })).stdout
}

/** Imports a file. Journeys run in parallel, but only one import of a kind can run at a time. */
export async function importByCommand(kind: string, write: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-import-'))
  const plan = await connectTestDatabase()
  try {
    const file = join(folder, `${kind}.csv`)
    await write(file)
    await plan.db.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(${IMPORT_LOCK})`.execute(one)
      await runCommand('import', kind, file, ...(kind === 'nppes' ? ['--confirm'] : []))
      await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(one)
    })
  } finally {
    await plan.close()
    await rm(folder, { recursive: true, force: true })
  }
}
