import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_ANCHOR } from '#platform/audit/anchor.ts'
import { SYSTEM_TEXT } from '#platform/http/errors.ts'
import { administer, createTestDatabase, type TestDatabase, testSecretKey } from '../test/database.ts'
import { startTransactionPooler } from '../test/transaction-pooler.ts'

type Started = { child: ChildProcess; output: () => string; exit: Promise<number | null> }

const main = join(import.meta.dirname, 'main.ts')
const running = new Set<ChildProcess>()
let dataDir: string
let server: Started & { address: string }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-main-'))
  await chmod(dataDir, 0o755)
  server = await startServer()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await server.exit
  await rm(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORTICO_DEMO: '0',
      PORTICO_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, output: () => text, exit }
}

async function startServer(env: Record<string, string> = {}): Promise<Started & { address: string }> {
  const port = await findFreePort()
  const started = start({ PORT: String(port), ...env })
  await waitFor(async () => started.output().includes('is ready'), started)
  return { ...started, address: `http://127.0.0.1:${port}` }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function urlOf({ config }: TestDatabase): string {
  const query = new URLSearchParams({ host: config.host, port: String(config.port) })
  return `postgres://${config.user}@/${config.database}?${query}`
}

async function waitFor(isSo: () => Promise<boolean>, started: Started): Promise<void> {
  while (!(await isSo())) {
    if (!running.has(started.child)) throw new Error(`The server stopped. It said: ${started.output()}`)
    await sleep(50)
  }
}

async function findPostmasterPid(): Promise<number> {
  const files = await readdir(dataDir, { recursive: true })
  const file = files.find((name) => name.endsWith('postmaster.pid'))
  if (file) return Number((await readFile(join(dataDir, file), 'utf8')).split('\n')[0])
  const elsewhere = (await readFile(join(dataDir, 'postgres-is-at.txt'), 'utf8')).trim()
  return Number((await readFile(join(elsewhere, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

// The last test stops the server that the others use.
describe('one server', { shuffle: false }, () => {
  describe('startup errors', () => {
    it.each([
      [
        'a setting that cannot be used',
        { PORT: 'eighty' },
        "PORT must be a whole number from 0 to 65535, not 'eighty'.",
      ],
      ['an unsafe production', { NODE_ENV: 'production' }, 'In production these settings are required: '],
      [
        'a certificate that is not there',
        { PORTICO_SIGNING_P12: '/nowhere.p12' },
        'PORTICO_SIGNING_P12 cannot be used: ',
      ],
      [
        'a server with the login of commands only',
        { DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1:9/no' },
        'DATABASE_OWNER_URL is for commands. Set DATABASE_URL for the server.',
      ],
      [
        'an anchor file that cannot be written',
        { PORTICO_AUDIT_ANCHOR_FILE: '/nowhere/anchors' },
        'PORTICO_AUDIT_ANCHOR_FILE names /nowhere/anchors, which cannot be written (ENOENT).',
      ],
      ['a database that is away', { DATABASE_URL: 'postgres://no@127.0.0.1:9/no' }, 'The database cannot be reached: '],
    ])('reports %s in one sentence', async (_what, env, sentence) => {
      const { exit, output } = start(env)
      expect(await exit).toBe(1)
      expect(output()).toContain(sentence)
      expect(output().trim().split('\n')).toHaveLength(1)
    })

    it('rejects a second server on the same folder', async () => {
      const second = start({ PORT: String(await findFreePort()) })
      expect(await second.exit).toBe(1)
      expect(second.output()).toContain('Portico is already running on the data folder')
      expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    })

    it('names the setting that a pooler in transaction mode needs', async () => {
      const database = await createTestDatabase('migrated')
      const pooler = await startTransactionPooler(database.app)
      const { user, port, database: name } = pooler.config
      const url = `postgres://${user}@127.0.0.1:${port}/${name}`
      const refused = start({ DATABASE_URL: url, PORTICO_SECRET_KEY: testSecretKey })
      expect(await refused.exit).toBe(1)
      expect(refused.output()).toBe('The database is behind a pooler in transaction mode. Set PORTICO_PREPARED=0.\n')
      pooler.close()
      await database.drop()
    })

    it.each(['auto', 'off'])('refuses a database of an unreleased version (PORTICO_MIGRATE=%s)', async (migrating) => {
      const database = await createTestDatabase('migrated')
      const mark = "insert into kysely_migration values ('0017-names-to-search-by', '2026-01-01')"
      await administer(database.config, mark, database.config.database)
      const refused = start({ DATABASE_URL: urlOf(database), PORTICO_MIGRATE: migrating })
      expect(await refused.exit).toBe(1)
      expect(refused.output()).toBe(
        'This database was created by an unreleased version of Portico and cannot be upgraded: start with an empty ' +
          'database or data folder, or restore a backup made by a release.\n',
      )
      await database.drop()
    })

    it('reports that its port is taken', async () => {
      const database = await createTestDatabase('migrated')
      const url = urlOf(database)
      const second = start({ PORT: new URL(server.address).port, DATABASE_URL: url })
      expect(await second.exit).toBe(1)
      expect(second.output()).toContain('Something else is already listening on 127.0.0.1:')
      await database.drop()
    })
  })

  describe('a server that stores its seals only in the database', () => {
    it('warns at startup that its seals are stored only in the database', () =>
      waitFor(async () => server.output().includes(NO_ANCHOR), server))
  })

  describe('database outages', () => {
    it('answers 503 while the database is unavailable, and recovers by itself', async () => {
      const call = () => fetch(`${server.address}/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011`)
      const bodies = new Map<number, unknown>()
      const answersWith = (status: number) => async () => {
        const reply = await call()
        bodies.set(reply.status, await reply.json())
        return reply.status === status
      }
      expect(await answersWith(200)()).toBe(true)
      process.kill(await findPostmasterPid(), 'SIGKILL')
      await waitFor(answersWith(503), server)
      await waitFor(answersWith(200), server)
      await waitFor(async () => (await fetch(`${server.address}/readyz`)).status === 200, server)
      expect([...bodies.keys()].sort()).toEqual([200, 503])
      expect(bodies.get(503)).toMatchObject({ status: 503, entity: { message: SYSTEM_TEXT, messageCode: 'system' } })
      expect(server.child.exitCode).toBe(null)
    })
  })

  describe('stopping the server', () => {
    it('reports that it is not ready, keeps serving, then closes; a second signal ends the wait', async () => {
      const database = await createTestDatabase('migrated')
      const port = await findFreePort()
      const settings = { PORT: String(port), DATABASE_URL: urlOf(database), PORTICO_DRAIN_S: '600' }
      const draining = start({ ...settings, PORTICO_SECRET_KEY: testSecretKey })
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      await waitFor(async () => (await get('/readyz'))?.status === 200, draining)
      draining.child.kill('SIGTERM')
      await waitFor(async () => (await get('/readyz'))?.status === 503, draining)
      expect(await (await get('/readyz'))?.json()).toEqual({ status: 'not ready', reason: 'the server is stopping' })
      const served = await get('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011')
      expect([served?.status, served?.headers.get('connection')]).toEqual([200, 'close'])
      draining.child.kill('SIGTERM')
      expect(await draining.exit).toBe(0)
      await database.drop()
    })

    it('stops cleanly, even if asked twice', async () => {
      server.child.kill('SIGTERM')
      server.child.kill('SIGINT')
      expect(await server.exit).toBe(0)
      expect(server.output()).not.toContain('While stopping')
    })
  })
})
