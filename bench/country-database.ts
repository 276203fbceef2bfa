import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { benchFolder, findFingerprint, run } from './bench-database.ts'
import { ensureNationalFile } from './national-file.ts'
import { ensureClaimsFile, ensureMembersFile, ensureNetworkFile } from './plan-files.ts'
import { type ImportFigures, runImport } from './run-import.ts'

export type CountrySizes = { providers: number; network: number; members: number; claims: number }

/** Import times of each file into an empty plan, and the disk use. */
export type ImportTimes = {
  nppes: ImportFigures
  nppesAgain: ImportFigures
  parser: ImportFigures
  network: ImportFigures
  members: ImportFigures
  claims: ImportFigures
  bytesPerProvider: number
}

export type Country = {
  sizes: CountrySizes
  config: pg.PoolConfig
  imports: ImportTimes
  stop(): Promise<StoppedCountry>
}

/** Folder of the stopped database. */
export type StoppedCountry = { sizes: CountrySizes; folder: string }

/**
 * Opens a plan of these sizes in the embedded PostgreSQL. It is created once and reused until the migrations change.
 */
export async function openCountry(sizes: CountrySizes, log: (line: string) => void): Promise<Country> {
  const name = Object.values(sizes).join('-')
  const folder = join(benchFolder, `country-${await findFingerprint()}-${name}`)
  const made = join(folder, 'made.json')
  if (!(await stat(made).catch(() => undefined))) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const dataDir = join(folder, 'data')
  const embedded = await startEmbeddedPostgres({ dataDir })
  const stop = async () => {
    await embedded.stop()
    return { sizes, folder: dataDir }
  }
  const { config } = embedded
  try {
    const known = await readFile(made, 'utf8').catch(() => undefined)
    const imports: ImportTimes = known ? JSON.parse(known) : await createCountry(sizes, config, log)
    if (!known) await writeFile(made, JSON.stringify(imports))
    return { sizes, config, imports, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Warms the page cache, so that the benchmark does not measure the disk. The largest relations come first: if memory is
 * too small, they are evicted first.
 */
export async function readIntoMemory({ config }: Pick<Country, 'config'>): Promise<void> {
  await run(config, 'create extension if not exists pg_prewarm')
  await run(
    config,
    `select pg_prewarm(oid, 'read') from pg_class
     where relkind in ('r', 'i') and relnamespace = current_schema()::regnamespace
     order by pg_relation_size(oid) desc`,
  )
}

async function createCountry(
  sizes: CountrySizes,
  config: pg.PoolConfig,
  log: (line: string) => void,
): Promise<ImportTimes> {
  await migrateToLatest({ owner: config, app: { ...config, user: APP_ROLE } })
  const file = (kind: string, rows: number) => join(benchFolder, `${kind}-${rows}.csv`)
  const load = async (kind: string, path: string) => {
    log(`Creating the country: ${kind}…`)
    return runImport(kind, path, config)
  }
  const national = await ensureNationalFile(file('nppes', sizes.providers), sizes.providers)
  const nppes = await load('nppes', national)
  // The parser runs before and after, so that a cached file favors neither side.
  const before = await runImport('parser', national, config)
  const nppesAgain = await load('nppes', national)
  const after = await runImport('parser', national, config)
  const parser = { ...after, milliseconds: (before.milliseconds + after.milliseconds) / 2 }
  await rm(national)
  // Finishes the pending work of the large import, so that it does not count against the next one.
  await run(config, 'vacuum analyze')
  await run(config, 'checkpoint')
  await readIntoMemory({ config })
  const bytes = await run(
    config,
    `select (pg_total_relation_size('provider') + pg_total_relation_size('provider_word'))::float8 as bytes`,
  )
  const network = await load('network', await ensureNetworkFile(file('network', sizes.network), sizes.network))
  const members = await load('members', await ensureMembersFile(file('members', sizes.members), sizes.members))
  const claimsFile = await ensureClaimsFile(file('claims', sizes.claims), sizes)
  const claims = await load('claims', claimsFile)
  await rm(claimsFile)
  await run(config, 'vacuum analyze')
  const bytesPerProvider = bytes.rows[0].bytes / sizes.providers
  return { nppes, nppesAgain, parser, network, members, claims, bytesPerProvider }
}
