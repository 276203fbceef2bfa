import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { connectDatabase } from '#platform/database/database.ts'
import { transact } from '#platform/database/transaction.ts'
import { importFile } from '../plan-data/import/import-file.ts'
import type { ImportKindName } from '../plan-data/import/staging/import-kind.ts'
import { DEMO_FILES, writeDemoFiles } from './generate/write-demo-files.ts'
import { hashDemoCredentials, seedDemoAccess } from './seed/seed-access.ts'
import { seedAttestation } from './seed/seed-attestation.ts'
import { seedBell } from './seed/seed-bell.ts'
import { seedChanges } from './seed/seed-changes.ts'
import { seedFunnel, seedLockedProvider, seedOldImport } from './seed/seed-console.ts'
import { seedContent } from './seed/seed-content.ts'
import { seedVerified } from './seed/seed-directory.ts'

export type DemoLoad = {
  /** The database owner's login. */
  config: pg.PoolConfig
  secretKey: string
  now: Date
  /** The current step, and the share that is done (0 to 1). */
  onProgress?: (title: string, done: number) => void
}

const steps: readonly [ImportKindName, title: string][] = [
  ['nppes', 'providers'],
  ['network', 'network'],
  ['members', 'members'],
  ['claims', 'claims'],
  ['sco-cases', 'SCO cases'],
  ['sco-invoices', 'SCO invoices'],
  ['plans', 'plans'],
  ['locations', 'locations'],
  ['practices', 'practices'],
]

/** Writes the demo plan's files, imports them as a plan would, and adds the demo accounts. */
export async function loadDemoData({ config, secretKey, now, onProgress = () => {} }: DemoLoad): Promise<void> {
  const credentials = hashDemoCredentials()
  const folder = await mkdtemp(join(tmpdir(), 'portico-demo-'))
  try {
    onProgress('files', 0)
    await writeDemoFiles(folder, now)
    for (const [index, [kind, title]] of steps.entries()) {
      onProgress(title, (index + 1) / (steps.length + 2))
      const report = await importFile({ kind, file: join(folder, DEMO_FILES[kind]), config, secretKey, now })
      if (report.rejected) throw new Error(`${report.rejected} rows of the demo's ${title} were rejected.`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  onProgress('accounts', (steps.length + 1) / (steps.length + 2))
  const { db, close } = connectDatabase(config, { max: 1 })
  try {
    const hashed = await credentials
    await transact({ db }, async ({ db: trx }) => {
      await seedDemoAccess(trx, hashed, now)
      await seedContent(trx, now)
      await seedFunnel(trx, now)
      await seedLockedProvider(trx, now)
      await seedOldImport(trx, now)
      await seedVerified(trx, now)
      await seedAttestation(trx, now)
      await seedChanges(trx, now)
      await seedBell(trx, now)
    })
    // Without statistics the planner takes every table for small: publishing the demo then takes four times as long.
    await sql`analyze`.execute(db)
  } finally {
    await close()
  }
  onProgress('done', 1)
}
