import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { insertTestAccount, testPassword } from '../accounts.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../database.ts'
import { startMailServer } from '../mail-server.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { startTestCluster, type TestCluster } from '../templates.ts'
import { checkHistory } from './check-history.ts'
import { History } from './history.ts'
import { openNetworkBrowser } from './network-browser.ts'
import { playOffice, type Stage } from './office.ts'
import { insertPhysicians, LAST_SSN } from './physicians.ts'

/** The short form of `npm run chaos`: offices work while servers and the database are killed. */

// Starts three servers in sequence.
vi.setConfig({ testTimeout: 900_000 })

const OFFICES = 2
const cheapHashes = new URL('../../../e2e/support/cheap-hashes.ts', import.meta.url).href
const env = { PORTICO_CAPTCHA_COST: '1', NODE_OPTIONS: `--import ${cheapHashes}` }
const staff = { userName: 'chaosstaff', password: testPassword }

let cluster: TestCluster
let database: TestDatabase
let owner: DatabaseConnection
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  // A kill must not lose committed data, so fsync is on as in production.
  cluster = await startTestCluster({ fast: false })
  database = await createTestDatabase('demo', cluster.database.config)
  owner = connectDatabase(database.config, { max: 4 })
  mail = await startMailServer()
  await insertTestAccount(owner.db, { username: staff.userName, kind: 'internal' })
})
afterAll(async () => {
  await owner.close()
  await mail.stop()
  await cluster.remove()
})

test('loses and repeats no acknowledged step while servers and the database are killed', async () => {
  const npis = await insertPhysicians(owner.db, testSecretKey, OFFICES)
  const start = () => startServer(database, { env: { ...env, SMTP_URL: `smtp://127.0.0.1:${mail.port}` } })
  const servers = await Promise.all([start(), start()])
  const history = new History({ patienceMs: 600_000 })
  const stage: Stage = { addresses: addressesOf(servers), db: owner.db, secretKey: testSecretKey, history }
  const play = (npi: string) => playOffice(stage, npi, LAST_SSN, staff)
  try {
    const [first = '', ...others] = npis
    // The first office runs without faults: its mail is the expected mail of every office.
    const offices = [await play(first)]
    const playing = Promise.all(others.map(play))
    await disturb(history, [() => restart(servers, 0, start, stage), killDatabase])
    offices.push(...(await playing))
    const { received } = mail
    const played = { db: owner.db, secretKey: testSecretKey, history, offices, received, letGoMs: 2_000 }
    expect(await checkHistory(played)).toEqual([])
    expect(history.entries.filter((entry) => entry.outcome === 'refused')).toEqual([])
    expect(history.troubles.size).toBeGreaterThan(0)
    expect(mail.received.length).toBeGreaterThan(OFFICES)
    await expectCheckerSees(played, stage)
  } finally {
    for (const server of servers) await server.kill()
  }
})

const addressesOf = (servers: RunningServer[]): string[] => servers.map((server) => server.address)

/** Injects one fault after every few steps that finish from now on. */
async function disturb(history: History, troubles: (() => Promise<unknown>)[]): Promise<void> {
  const EVERY = 2
  const before = history.entries.length
  const done = () => history.entries.length - before
  for (const [index, make] of troubles.entries()) {
    await expect.poll(done, { timeout: 600_000 }).toBeGreaterThanOrEqual(index * EVERY + 1)
    await make()
  }
}

async function restart(servers: RunningServer[], at: number, start: () => Promise<RunningServer>, stage: Stage) {
  await servers[at]?.kill()
  servers[at] = await start()
  stage.addresses.splice(0, stage.addresses.length, ...addressesOf(servers))
}

/** Kills PostgreSQL; the process that started it restarts it. */
async function killDatabase(): Promise<void> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(owner.db)
  const said = await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')
  process.kill(Number(said.split('\n')[0]), 'SIGKILL')
}

/** Proves that the checker detects errors. */
async function expectCheckerSees(played: Parameters<typeof checkHistory>[0], { addresses }: Stage): Promise<void> {
  const [office] = played.offices
  if (!office) throw new Error('Nobody played.')
  const { email } = office.successor
  await owner.db.updateTable('account').set({ email: 'gone@example.org' }).where('email', '=', email).execute()
  expect(await checkHistory(played)).toHaveLength(2)
  await owner.db.updateTable('account').set({ email }).where('email', '=', 'gone@example.org').execute()
  const suspended = openNetworkBrowser(addresses)
  await suspended.signIn(office.saa.userName, office.saa.password)
  const [seen] = await checkHistory({ ...played, offices: [{ ...office, suspended }] })
  expect(seen).toContain('is still signed in')
  expect(await checkHistory({ ...played, received: played.received.slice(1) })).toHaveLength(1)
}
