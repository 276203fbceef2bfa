import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { type ConnectionConfig, connectionConfig, databaseName, ensureCluster, writeConfiguration } from './cluster.ts'
import { type Folders, prepareFolders, prepareSocketFolder } from './folders.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { withStartLock } from './start-lock.ts'

export type EmbeddedPostgres = {
  config: ConnectionConfig
  /** True if the database was already running: another Portico process uses it, or a killed one left it behind. */
  adopted: boolean
  /** Releases the database, and stops it unless another process still uses it. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log?: (line: string) => void
  /** For tests: trades durability for speed. */
  fast?: boolean
  /** The folder of PostgreSQL's programs, if not in the npm package. */
  nativeFolder?: string
}

/** Advisory locks: one shared by every process that uses the database, one exclusive to the server. */
const lockSpace = 0x706f7274
const useLock = 1
const instanceLock = 2

/** Starts the embedded PostgreSQL on this data folder, or joins a running one. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  await mkdir(resolve(options.dataDir), { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const lockFile = join(dataDir, 'postgres.lock')
  let stopping = false
  let joined = await withStartLock(lockFile, () => startOrJoin(dataDir, options, log))
  superviseUntilStopped(joined.session)

  const sayAway = (error: Error): void => log(`The database is unavailable: ${error.message}`)

  /** Restarts a database that died. The server answers 503 until it is back. */
  function superviseUntilStopped(session: pg.Client): void {
    session.once('end', async () => {
      for (let pause = 200; !stopping; pause = Math.min(pause * 2, 5_000)) {
        await sleep(pause, undefined, { ref: false })
        if (stopping) return
        const again = await withStartLock(lockFile, () => startOrJoin(dataDir, options, log)).catch(sayAway)
        if (!again) continue
        // The folder may be removed during a stop.
        if (stopping) return withStartLock(lockFile, () => leave(again)).catch(sayAway)
        joined = again
        return superviseUntilStopped(again.session)
      }
    })
  }

  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    await withStartLock(lockFile, () => leave(joined))
  }
  return { config: joined.config, adopted: joined.adopted, stop }
}

type Joined = { config: ConnectionConfig; adopted: boolean; session: pg.Client; folders: Folders; binaries: Binaries }

async function startOrJoin(dataDir: string, options: Options, log: (line: string) => void): Promise<Joined> {
  const folders = await prepareFolders(dataDir)
  const binaries = await locateBinaries(folders.account, options.nativeFolder)
  const running = await findPostmaster(folders.cluster)
  if (running) {
    const config = await connectionConfig(folders, running.socketFolder, running.port)
    const session = await joinDatabase(config).catch(() => undefined)
    if (session) return { config, adopted: true, session, folders, binaries }
    // It runs but cannot be reached, for example because its socket was deleted. Only a restart helps.
    await stopPostmaster(folders, binaries)
  }
  const fast = options.fast ?? false
  await ensureCluster(folders, binaries, { fast, log })
  const socketFolder = await prepareSocketFolder(folders)
  await writeConfiguration(folders, socketFolder, fast)
  const { port } = await startPostmaster(folders, binaries, socketFolder)
  const config = await connectionConfig(folders, socketFolder, port)
  await ensureDatabase(config)
  return { config, adopted: false, session: await joinDatabase(config), folders, binaries }
}

async function joinDatabase(config: ConnectionConfig): Promise<pg.Client> {
  const session = await openSession(config, 'portico in use')
  await session.query('select pg_advisory_lock_shared($1, $2)', [lockSpace, useLock])
  return session
}

async function ensureDatabase(config: ConnectionConfig): Promise<void> {
  const session = await openSession({ ...config, database: 'postgres' }, 'portico setup')
  const { rowCount } = await session.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await session.query(`create database ${databaseName}`)
  await session.end()
}

/** A connection that only holds locks. Losing it must not crash the process. */
async function openSession(config: ConnectionConfig, name: string): Promise<pg.Client> {
  const session = new pg.Client({ ...config, application_name: name, connectionTimeoutMillis: 10_000 })
  session.on('error', () => {})
  await session.connect()
  return session
}

/** Runs under the start lock, so that no process can join between the check and the stop. */
async function leave({ session, folders, binaries }: Joined): Promise<void> {
  const lastOne = await session
    .query('select pg_advisory_unlock_shared($1, $2)', [lockSpace, useLock])
    .then(() => session.query('select pg_try_advisory_lock($1, $2) as granted', [lockSpace, useLock]))
    .then(
      ({ rows }) => rows[0].granted as boolean,
      () => false,
    )
  await session.end().catch(() => {})
  if (lastOne) await stopPostmaster(folders, binaries)
}

export type InstanceLock = { held: true; release(): Promise<void> } | { held: false; sentence: string }

/**
 * Allows one server per data folder. Commands such as imports do not take this lock and run beside the server. A
 * recently killed server gets a second to lose its lock.
 */
export async function holdInstanceLock(config: ConnectionConfig, dataDir: string): Promise<InstanceLock> {
  const session = await openSession(config, 'portico server')
  for (let attempt = 1; attempt <= 10; attempt++) {
    if (await tryInstanceLock(session)) return keepInstanceLock(config, session)
    await sleep(100)
  }
  await session.end()
  const sentence = `Portico is already running on the data folder ${resolve(dataDir)}. Stop it first, or set PORTICO_DATA_DIR to another folder.`
  return { held: false, sentence }
}

async function tryInstanceLock(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock($1, $2) as granted', [lockSpace, instanceLock])
  return rows[0].granted
}

/** Takes the lock again after the database restarted. */
function keepInstanceLock(config: ConnectionConfig, first: pg.Client): InstanceLock {
  let session = first
  let released = false
  const watch = () =>
    session.once('end', async () => {
      while (!released) {
        await sleep(1_000, undefined, { ref: false })
        const again = await openSession(config, 'portico server').catch(() => undefined)
        if (!again) continue
        await tryInstanceLock(again).catch(() => false)
        session = again
        return watch()
      }
    })
  watch()
  return {
    held: true,
    async release() {
      released = true
      await session.end().catch(() => {})
    },
  }
}
