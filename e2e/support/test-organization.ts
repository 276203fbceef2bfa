import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { completeNpi } from '@portico/core/plan-data/npi'
import { sql } from 'kysely'
import { writeCsvFile, writeNppesFile } from '../../server/src/demo/generate/csv-file.ts'
import { importFile } from '../../server/src/plan-data/import/import-file.ts'
import { connectTestDatabase, copyProvider } from './test-plan.ts'

export const IMPORT_LOCK = 790

export type TestOrganization = {
  name: string
  /** Each group has one physician, who is in no other group. */
  groups: { id: string; name: string; npi: string }[]
}

/** Imports an organization for one journey. */
export async function importOrganization(journeyNumber: number): Promise<TestOrganization> {
  const number = journeyNumber + 1000 * test.info().repeatEachIndex
  const orgId = `POT${number}`
  const organization: TestOrganization = {
    name: `Quabbin Hill Organization ${number}`,
    groups: ['Family Care', 'Pediatrics', 'Cardiology'].map((what, index) => ({
      id: `PGT${number}${index}`,
      name: `Quabbin Hill ${what} ${number}`,
      npi: completeNpi(`179${String(number * 10 + index).padStart(6, '0')}`),
    })),
  }
  const plan = await connectTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-organization-'))
  try {
    const like = copyProvider('full', 1)
    await writeNppesFile(
      join(folder, 'nppes.csv'),
      organization.groups.map((group, index) => ({ ...like, npi: group.npi, licenseNumber: `MA79${number}${index}` })),
    )
    await writeCsvFile(
      join(folder, 'network.csv'),
      ['npi', 'ssn_last4', 'group_id', 'group_kind', 'group_name', 'group_short_name', 'org_id', 'org_name'],
      organization.groups.map((group) => ({
        npi: group.npi,
        ssn_last4: like.network?.ssnLast4,
        group_id: group.id,
        group_kind: 'PG',
        group_name: group.name,
        group_short_name: group.name,
        org_id: orgId,
        org_name: organization.name,
      })),
    )
    const shared = { config: plan.config, secretKey: plan.secretKey(), now: new Date() }
    // Journeys run in parallel, but only one import of a kind can run at a time.
    await plan.db.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(${IMPORT_LOCK})`.execute(one)
      for (const kind of ['nppes', 'network'] as const) {
        const report = await importFile({ ...shared, kind, file: join(folder, `${kind}.csv`) })
        if (report.rejected)
          throw new Error(`${report.rejected} rows of the organization's ${kind} file were rejected.`)
      }
      await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(one)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
    await plan.close()
  }
  return organization
}
