import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeCsvFile, writeNppesFile } from '../../server/src/demo/generate/csv-file.ts'
import { importFile } from '../../server/src/plan-data/import/import-file.ts'
import type { Db } from '../../server/src/platform/context.ts'
import { COPIES, connectTestDatabase, copyClaims, copyProvider, PROVIDER_KINDS, sequenceOf } from './test-plan.ts'

/** Runs once before all tests: imports the journeys' own providers, and keeps delayed decisions until a journey ends them. */
export default async function importTestProviders(): Promise<void> {
  const plan = await connectTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-files-'))
  try {
    await writeFiles(folder)
    const shared = { config: plan.config, secretKey: plan.secretKey(), now: new Date() }
    for (const kind of ['nppes', 'network', 'claims'] as const) {
      const report = await importFile({ ...shared, kind, file: join(folder, `${kind}.csv`) })
      if (report.rejected) throw new Error(`${report.rejected} rows of the test providers' ${kind} file were rejected.`)
    }
    for (const kind of PROVIDER_KINDS) {
      await sql`create sequence if not exists ${sql.id(sequenceOf(kind))}`.execute(plan.db)
    }
    await keepDecisionsDelayed(plan.db)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await plan.close()
  }
}

/** A slow browser may need longer than the ten seconds in which a decision can be undone. */
async function keepDecisionsDelayed(db: Db): Promise<void> {
  await sql`create or replace function delay_further() returns trigger language plpgsql as
    $$ begin new.due_at := new.due_at + interval '1 hour'; return new; end $$`.execute(db)
  await sql`create or replace trigger delay_further before insert on delayed_decision for each row
    execute function delay_further()`.execute(db)
}

async function writeFiles(folder: string): Promise<void> {
  const copies = PROVIDER_KINDS.flatMap((kind) =>
    Array.from({ length: COPIES }, (_, copy) => ({ kind, copy: copy + 1 })),
  )
  const providers = copies.map(({ kind, copy }) => copyProvider(kind, copy))
  await writeNppesFile(join(folder, 'nppes.csv'), providers)
  await writeCsvFile(
    join(folder, 'network.csv'),
    ['npi', 'tin', 'ssn_last4', 'region', 'contract_date'],
    providers.map(({ npi, network }) => ({
      npi,
      tin: network?.tin,
      ssn_last4: network?.ssnLast4,
      region: network?.region,
      contract_date: network?.contractDate,
    })),
  )
  await writeCsvFile(
    join(folder, 'claims.csv'),
    ['claim_number', 'npi', 'member_id', 'billed_amount', 'paid_amount', 'service_date', 'status'],
    copies.flatMap(({ kind, copy }) =>
      copyClaims(kind, copy).map((claim) => ({
        claim_number: claim.claimNumber,
        npi: claim.npi,
        member_id: claim.memberId,
        billed_amount: claim.billedAmount,
        paid_amount: claim.paidAmount,
        service_date: claim.serviceDate,
        status: claim.status,
      })),
    ),
  )
}
