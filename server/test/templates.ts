import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.ts'
import { migrateToLatest } from '#platform/database/migrate.ts'
import { loadDemoData } from '../src/demo/load-demo-data.ts'
import { administer, appLogin, templates, testSecretKey } from './database.ts'
import { numberRows } from './row-numbers.ts'

const root = resolve(import.meta.dirname, '../..')
const cacheFolder = join(root, '.cache', 'test-db')
const folderPrefix = 'portico-test-db-'
const hour = 60 * 60 * 1000

export type TestCluster = { database: EmbeddedPostgres; remove(): Promise<void> }

/** Starts one PostgreSQL for this test run, with templates copied from an earlier run or created now. */
export async function startTestCluster({ fast = true }: { fast?: boolean } = {}): Promise<TestCluster> {
  await sweepAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  // The PostgreSQL user needs access when the tests run as root.
  await chmod(dataDir, 0o755)
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await fillDataFolder(dataDir)
    const database = await startEmbeddedPostgres({ dataDir, fast })
    // The first connection writes catalog cache files into a database; copies then include them.
    for (const name of Object.values(templates)) await administer(database.config, 'select', name)
    return { database, remove: () => database.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Prepares a cluster with the templates, without starting it. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const cached = join(cacheFolder, await hashIngredients())
  if (await copyCluster(cached, dataDir)) return
  await makeTemplates(dataDir)
  await keepCluster(dataDir, cached)
}

async function makeTemplates(dataDir: string): Promise<void> {
  const { config, stop } = await startEmbeddedPostgres({ dataDir, fast: true })
  try {
    await administer(config, `create database ${templates.migrated}`)
    const owner = { ...config, database: templates.migrated }
    await migrateToLatest({ owner, app: appLogin(owner) })
    await administer(config, numberRows, templates.migrated)
    await administer(config, `create database ${templates.demo} template ${templates.migrated}`)
    const demo = { ...config, database: templates.demo }
    await loadDemoData({ config: demo, secretKey: testSecretKey, now: new Date() })
  } finally {
    await stop()
  }
}

/** Templates are rebuilt when a source file changes, and daily, because the demo's dates are relative to the build. */
async function hashIngredients(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  const migrations = await listFiles(join(root, 'server/migrations'))
  const files = await addImports([import.meta.filename, ...migrations])
  files.push(...(await listFiles(join(root, 'server/src/demo'))))
  for (const file of files) hash.update(`${relative(root, file)}\0`).update(await readFile(file))
  return hash.digest('hex').slice(0, 20)
}

async function listFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) && !name.includes('.test.'))
  return names.sort().map((name) => join(folder, name))
}

/** Adds all direct and indirect imports. */
async function addImports(files: string[]): Promise<string[]> {
  const found = new Set(files)
  for (const file of found) {
    for (const [, source = ''] of (await readFile(file, 'utf8')).matchAll(/ from '([^']+)'/g)) {
      if (source.startsWith('.')) found.add(join(dirname(file), source))
      if (source.startsWith('#platform/')) found.add(join(root, 'server/src', source.slice(1)))
      if (source.startsWith('@portico/core/')) found.add(join(root, 'core/src', `${source.slice(14)}.ts`))
    }
  }
  return [...found]
}

/** Returns false if the source is missing or belongs to another user. */
export async function copyCluster(from: string, to: string): Promise<boolean> {
  const mode = constants.COPYFILE_FICLONE
  try {
    await cp(join(from, 'postgres'), join(to, 'postgres'), { recursive: true, mode })
    return true
  } catch {
    await rm(join(to, 'postgres'), { recursive: true, force: true })
    return false
  }
}

/** Concurrent test runs each copy to a temporary folder, and the first rename wins. */
async function keepCluster(dataDir: string, cached: string): Promise<void> {
  const unfinished = `${cached}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  const copied = await copyCluster(dataDir, unfinished)
  if (
    !copied ||
    !(await rename(unfinished, cached).then(
      () => true,
      () => false,
    ))
  ) {
    await rm(unfinished, { recursive: true, force: true })
  }
  await pruneCache()
}

/** Each entry takes 100 MB. Another run may still use entries younger than an hour. */
async function pruneCache(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const path = join(cacheFolder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > hour) await rm(path, { recursive: true, force: true })
  }
}

/** Removes the databases of killed test runs. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.match(`^${folderPrefix}(\\d+)-`)?.[1])
    if (!pid || isRunning(pid)) continue
    const dataDir = join(tmpdir(), name)
    await startEmbeddedPostgres({ dataDir, fast: true })
      .then((database) => database.stop())
      .catch(() => {})
    await rm(dataDir, { recursive: true, force: true }).catch(() => {})
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
