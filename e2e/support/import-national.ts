import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { writeNppesFile } from '../../server/src/demo/csv-file.ts'
import { IMPORT_LOCK } from './test-organization.ts'
import { connectTestDatabase, copyProvider } from './test-plan.ts'

const runFile = promisify(execFile)

/** Imports the monthly file of deactivations, as the operator does. */
export const importDeactivation = (npi: string) =>
  importNational(async (file) =>
    writeFile(file, `NPPES Deactivated NPI Report\nNPI,NPPES Deactivation Date\n${npi},06/30/2025\n`),
  )

/** Imports a weekly update that lists a journey's provider as active again. */
export const importReactivation = (npi: string) =>
  importNational(async (file) => {
    await writeNppesFile(file, [{ ...copyProvider('full', 1), npi }])
    const [header = '', row = ''] = (await readFile(file, 'utf8')).trim().split('\n')
    const columns = header.slice(1, -1).split('","')
    const values = row.slice(1, -1).split('","')
    values[columns.indexOf('NPI Deactivation Date')] = '06/30/2025'
    values[columns.indexOf('NPI Reactivation Date')] = '07/15/2025'
    await writeFile(file, `${header}\n"${values.join('","')}"\n`)
  })

async function importNational(write: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-national-'))
  const plan = await connectTestDatabase()
  try {
    const file = join(folder, 'national.csv')
    await write(file)
    const args = ['server/src/cli.ts', 'import', 'nppes', file, '--confirm']
    // The command and the server use the same data folder, settings and port.
    const env = {
      ...process.env,
      ...{ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR, PORTICO_DEMO: '1', PORT: process.env.PORTICO_E2E_PORT },
    }
    await plan.db.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(${IMPORT_LOCK})`.execute(one)
      await runFile(process.execPath, args, { env })
      await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(one)
    })
  } finally {
    await plan.close()
    await rm(folder, { recursive: true, force: true })
  }
}
