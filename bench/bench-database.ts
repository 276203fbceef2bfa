import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { importFile } from '../server/src/plan-data/import/import-file.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { ensureNationalFile } from './national-file.ts'

const root = join(import.meta.dirname, '..')
export const benchFolder = join(root, '.cache', 'bench')
/** Shared by the imports and by the servers that use the imported data. */
export const BENCH_KEY = 'a-secret-key-for-the-bench-0000000000'

export type BenchDatabase = {
  /** Number of providers. */
  providers: number
  config: pg.PoolConfig & { database: string }
  /** Runs `work` in a migrated database without rows, and drops it afterwards. */
  withEmptyDatabase<Result>(work: (config: pg.ClientConfig) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** Opens the embedded PostgreSQL with the data set of the benchmarks, reused as long as its fingerprint matches. */
export async function openBenchDatabase(providers: number, log: (line: string) => void): Promise<BenchDatabase> {
  const print = await findFingerprint()
  const dataDir = join(benchFolder, `data-${print}`)
  await removeOutdated(`data-${print}`)
  await mkdir(dataDir, { recursive: true })
  const embedded = await startEmbeddedPostgres({ dataDir })
  const server = embedded.config as pg.PoolConfig & { database: string }
  const config = { ...server, database: `bench_${providers}` }
  try {
    await run(server, 'drop database if exists bench_empty')
    await run(server, 'create database bench_empty')
    const owner = { ...server, database: 'bench_empty' }
    await migrateToLatest({ owner, app: { ...owner, user: APP_ROLE } })
    if (!(await tableExists(server, config.database))) await loadProviders(server, { ...config, providers }, log)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return {
    providers,
    config,
    async withEmptyDatabase(work) {
      await run(server, 'drop database if exists bench_scratch')
      await run(server, 'create database bench_scratch template bench_empty')
      try {
        return await work({ ...server, database: 'bench_scratch' })
      } finally {
        await run(server, 'drop database bench_scratch with (force)')
      }
    },
    stop: () => embedded.stop(),
  }
}

async function loadProviders(
  server: pg.PoolConfig,
  { database, providers }: { database: string; providers: number },
  log: (line: string) => void,
): Promise<void> {
  log(`Creating the data set with ${providers.toLocaleString('en-US')} providers (only once)…`)
  const file = await ensureNationalFile(join(benchFolder, `nppes-${providers}.csv`), providers)
  await run(server, 'drop database if exists bench_loading')
  await run(server, 'create database bench_loading template bench_empty')
  await importFile({
    kind: 'nppes',
    file,
    config: { ...server, database: 'bench_loading' },
    secretKey: BENCH_KEY,
    now: new Date(),
  })
  await run({ ...server, database: 'bench_loading' }, 'vacuum')
  // Only a completely loaded data set gets the name that the next run expects.
  await run(server, `alter database bench_loading rename to ${database}`)
  await rm(file)
}

async function tableExists(server: pg.PoolConfig, name: string): Promise<boolean> {
  const { rowCount } = await run(server, `select 1 from pg_database where datname = '${name}'`)
  return rowCount === 1
}

/** Fingerprint of the migrations and the generator of the data set. */
export async function findFingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = join(root, 'server', 'migrations')
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name))
  for (const file of [...files, join(import.meta.dirname, 'national-file.ts')]) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

async function removeOutdated(current: string): Promise<void> {
  const names = await readdir(benchFolder).catch(() => [])
  for (const name of names) {
    if (name.startsWith('data-') && name !== current)
      await rm(join(benchFolder, name), { recursive: true, force: true })
  }
}

export async function run(config: pg.ClientConfig, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
