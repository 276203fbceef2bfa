import { readFile, writeFile } from 'node:fs/promises'
import { writeNppesFile } from '../../server/src/demo/generate/csv-file.ts'
import { importByCommand } from './run-command.ts'
import { copyProvider } from './test-plan.ts'

/** Imports the monthly file of deactivations, as the operator does. */
export const importDeactivation = (npi: string) =>
  importByCommand('nppes', async (file) =>
    writeFile(file, `NPPES Deactivated NPI Report\nNPI,NPPES Deactivation Date\n${npi},06/30/2025\n`),
  )

/** Imports a weekly update that lists a journey's provider as active again. */
export const importReactivation = (npi: string) =>
  importByCommand('nppes', async (file) => {
    await writeNppesFile(file, [{ ...copyProvider('full', 1), npi }])
    const [header = '', row = ''] = (await readFile(file, 'utf8')).trim().split('\n')
    const columns = header.slice(1, -1).split('","')
    const values = row.slice(1, -1).split('","')
    values[columns.indexOf('NPI Deactivation Date')] = '06/30/2025'
    values[columns.indexOf('NPI Reactivation Date')] = '07/15/2025'
    await writeFile(file, `${header}\n"${values.join('","')}"\n`)
  })
