import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../server/src/platform/database/migrate.ts'
import { benchFolder, findFingerprint, run } from './bench-database.ts'
import { keepNationalFile } from './national-file.ts'
import { keepClaimsFile, keepMembersFile, keepNetworkFile } from './plan-files.ts'
import { type ImportFigures, runImport } from './run-import.ts'

export type CountrySizes = { providers: number; network: number; members: number; claims: number }

/** How long its own making took: each file once into an empty plan, and what came after it. */
export type Making = {
  nppes: ImportFigures
  nppesAgain: ImportFigures
  parser: ImportFigures
  network: ImportFigures
  members: ImportFigures
  claims: ImportFigures
  bytesPerProvider: number
}

export type Country = { sizes: CountrySizes; config: pg.PoolConfig; making: Making; stop(): Promise<StoppedCountry> }

/** Its database's folder, where nothing runs. */
export type StoppedCountry = { sizes: CountrySizes; folder: string }

/** A plan of these sizes in the product's own PostgreSQL, made once and kept while its migrations stay. */
export async function openCountry(sizes: CountrySizes, say: (line: string) => void): Promise<Country> {
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
    const making: Making = known ? JSON.parse(known) : await makeCountry(sizes, config, say)
    if (!known) await writeFile(made, JSON.stringify(making))
    return { sizes, config, making, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * All of it, as of a server that has been asked for a while: else it is the disk that is measured. The largest first:
 * where not all has room in memory, it gives way to the rest.
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

async function makeCountry(sizes: CountrySizes, config: pg.PoolConfig, say: (line: string) => void): Promise<Making> {
  await migrateToLatest({ owner: config, app: { ...config, user: APP_ROLE } })
  const file = (kind: string, rows: number) => join(benchFolder, `${kind}-${rows}.csv`)
  const load = async (kind: string, path: string) => {
    say(`Making the country: ${kind}…`)
    return runImport(kind, path, config)
  }
  const national = await keepNationalFile(file('nppes', sizes.providers), sizes.providers)
  const nppes = await load('nppes', national)
  // Its parser before and after: what of the file is still in memory helps neither more.
  const before = await runImport('parser', national, config)
  const nppesAgain = await load('nppes', national)
  const after = await runImport('parser', national, config)
  const parser = { ...after, milliseconds: (before.milliseconds + after.milliseconds) / 2 }
  await rm(national)
  // What so large a file leaves to do to the database is no part of what the next one takes.
  await run(config, 'vacuum analyze')
  await run(config, 'checkpoint')
  await readIntoMemory({ config })
  const bytes = await run(
    config,
    `select (pg_total_relation_size('provider') + pg_total_relation_size('provider_word'))::float8 as bytes`,
  )
  const network = await load('network', await keepNetworkFile(file('network', sizes.network), sizes.network))
  const members = await load('members', await keepMembersFile(file('members', sizes.members), sizes.members))
  const claimsFile = await keepClaimsFile(file('claims', sizes.claims), sizes)
  const claims = await load('claims', claimsFile)
  await rm(claimsFile)
  await run(config, 'vacuum analyze')
  const bytesPerProvider = bytes.rows[0].bytes / sizes.providers
  return { nppes, nppesAgain, parser, network, members, claims, bytesPerProvider }
}
