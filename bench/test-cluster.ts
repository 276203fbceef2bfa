import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { administer, appLogin, type Connection, templates } from '../server/test/database.ts'

/** Runs `work` in a temporary cluster: a new one, or a copy of a stopped one. */
export async function inCluster<Found>(work: (cluster: Connection) => Promise<Found>, copyOf?: string): Promise<Found> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-plans-'))
  // The database user needs access when this runs as root.
  await chmod(dataDir, 0o755)
  try {
    if (copyOf) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, dataDir])
    const { config, stop } = await startEmbeddedPostgres({ dataDir, fast: true })
    return await work(config as Connection).finally(stop)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates the template database of the tests. */
export async function fillTemplate(cluster: Connection): Promise<Connection> {
  const owner = { ...cluster, database: templates.migrated }
  await administer(cluster, `create database ${templates.migrated}`)
  await migrateToLatest({ owner, app: appLogin(owner) })
  return owner
}
