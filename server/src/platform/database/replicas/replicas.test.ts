import { ALL_CALLS } from '@portico/core/all-calls'
import type { Call } from '@portico/core/call'
import * as content from '@portico/core/content/calls'
import type { Banner } from '@portico/core/content/shapes'
import * as directory from '@portico/core/directory/calls'
import type { ClaimList } from '@portico/core/directory/shapes'
import * as members from '@portico/core/members/calls'
import * as attestation from '@portico/core/provider-directory/attestation/calls'
import * as registration from '@portico/core/registration/calls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../../../test/browser.ts'
import { testSettings } from '../../../../test/build-test-app.ts'
import { templates } from '../../../../test/database.ts'
import { createReplicatedDatabase, type Node, type ReplicatedDatabase } from '../../../../test/replicated-database.ts'
import { startServer } from '../../../../test/start-server.ts'
import { buildApp } from '../../../app.ts'
import { DEMO_PASSWORD } from '../../../demo/seed/demo-access.ts'
import { systemClock } from '../../clock.ts'
import type { Db } from '../../context.ts'
import type { Deps } from '../../deps.ts'
import { createLog } from '../../observability/log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { connectDatabase, type DatabaseConnection } from '../database.ts'
import { openReplicas, type WatchedReplicas } from './replicas.ts'

let nodes: ReplicatedDatabase
let connection: DatabaseConnection
let deps: Deps & { replicas: WatchedReplicas }
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  nodes = await createReplicatedDatabase()
  connection = connectDatabase(nodes.primary.app)
  const logins = nodes.replicas.map((replica) => replica.app)
  // Staleness in a test lasts as long as the test.
  const own = parts()
  const replicas = await openReplicas(logins, { ...own, login: nodes.primary.app }, { freshMs: 120_000 })
  deps = { ...own, db: connection.db, clock: systemClock, replicas }
  app = await buildApp(deps)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await deps?.replicas.close()
  await connection?.close()
  await nodes?.remove()
})

const parts = () => ({
  settings: testSettings(),
  pool: connection.pool,
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
})
const openBrowser = (address: string): TestBrowser => createTestBrowser(app, { address })
const soon = <Result>(look: () => Result | Promise<Result>) => vi.waitFor(look, { timeout: 200_000, interval: 50 })
const waitForBoth = () => soon(() => expect(deps.replicas.count()).toEqual({ asked: 2, of: 2 }))

async function whereRead(db: Db): Promise<{ standby: boolean; node: string }> {
  const { rows } = await sql<{ standby: boolean; node: string }>`
    select pg_is_in_recovery() as standby, pg_postmaster_start_time()::text as node`.execute(db)
  return rows[0] ?? { standby: false, node: '' }
}

/** Drops the cookies that say that signing in wrote something. */
async function signIn(user: string): Promise<TestBrowser> {
  const browser = openBrowser('203.0.113.7')
  await browser.signIn(user, DEMO_PASSWORD)
  browser.cookies.delete('portico_wrote')
  return browser
}

/** The request headers of a call. */
const inputs = new Map<Call, Record<string, string>>([
  [registration.npiSearch, { search: 'smith' }],
  [content.getFAQs, { categoryId: 'all' }],
  [content.getBanners, { categoryId: 'home' }],
  [content.getDesc, { categoryId: 'home' }],
  [members.providerNames, { search: 'a' }],
  [members.findProviders, { name: 'a' }],
  [members.openListedProvider, { npi: '1100000011' }],
  [attestation.listFindings, { kind: 'NEVER_VERIFIED' }],
  [attestation.exportFindings, { kind: 'NEVER_VERIFIED' }],
])

function send(browser: TestBrowser, call: Call) {
  const input = inputs.get(call) ?? {}
  const url = `/Provider${call.path}`
  return call.method === 'GET' ? browser.get(`${url}?${new URLSearchParams(input)}`) : browser.post(url, input)
}

async function countReads(): Promise<Record<string, number>> {
  const { values } = (await deps.metrics.registry.getSingleMetric('portico_reads_total')?.get()) ?? { values: [] }
  return Object.fromEntries(values.map(({ labels, value }) => [labels.from, value]))
}

/** Pauses replay on the replicas while the work runs. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await settle()
  for (const replica of nodes.replicas) await replica.ask('select pg_wal_replay_pause()')
  for (const replica of nodes.replicas)
    await soon(async () =>
      expect(await replica.ask('select pg_get_wal_replay_pause_state() as is')).toEqual([{ is: 'paused' }]),
    )
  await work().finally(async () => {
    for (const replica of nodes.replicas) await replica.ask('select pg_wal_replay_resume()')
  })
}

/** Waits until both replicas have replayed everything. */
async function settle(): Promise<void> {
  const [now] = await nodes.primary.ask<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  for (const replica of nodes.replicas)
    await soon(async () =>
      expect(await replica.ask(`select pg_last_wal_replay_lsn() >= '${now?.lsn}'::pg_lsn as has`)).toEqual([
        { has: true },
      ]),
    )
}

describe('reads that can be a second stale', () => {
  it('reads from the replicas in turn', async () => {
    await waitForBoth()
    const read = await Promise.all([1, 2, 3, 4].map(() => whereRead(deps.replicas.choose())))
    expect(read.every(({ standby }) => standby)).toBe(true)
    expect(new Set(read.map(({ node }) => node)).size).toBe(2)
  })

  it('rejects writes, on a replica or on the primary', async () => {
    const away = await openReplicas([{ ...nodes.primary.app, host: '/nowhere' }], {
      ...parts(),
      login: nodes.primary.app,
    })
    expect((await whereRead(away.choose())).standby).toBe(false)
    for (const handle of [deps.replicas.choose(), away.choose()]) {
      const written = sql`delete from faq`.execute(handle)
      await expect(written).rejects.toThrow('tried to write')
      await expect(handle.transaction().execute(async () => {})).rejects.toThrow('one statement at a time')
    }
    expect(await sql`select from faq limit 1`.execute(connection.db)).toHaveProperty('rows.length', 1)
    // Failing queries must not exhaust connections.
    const backends = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(away.choose())).rows
    const used = await backends()
    await expect(sql`select from nowhere`.execute(away.choose())).rejects.toThrow('nowhere')
    expect(await backends()).toEqual(used)
    await away.close()
  })

  it('reads from the primary if a replica cannot answer, and throws if neither can', async () => {
    await waitForBoth()
    // Created a moment ago, as by a migration, and not yet replayed.
    await whilePaused(async () => {
      await nodes.primary.ask('create table only_here as select 1 as one; grant select on only_here to portico_app')
      const { rows } = await sql<{ one: number }>`select one from only_here`.execute(deps.replicas.choose())
      expect(rows).toEqual([{ one: 1 }])
    })
    await nodes.primary.ask('drop table only_here')
    await expect(sql`select from nowhere`.execute(deps.replicas.choose())).rejects.toThrow('nowhere')
  })
})

describe('calls that allow stale reads', () => {
  it('answers from each of the replicas', async () => {
    await waitForBoth()
    const people = {
      provider: await signIn('demosaa'),
      member: await signIn('demomember'),
      internal: await signIn('demostaff'),
    }
    const { entity } = await people.provider.postCall<ClaimList>(directory.searchClaims.path)
    inputs.set(directory.openClaim, { claimNumber: entity.rows[0]?.claimNumber ?? '' })
    for (const { name, call } of ALL_CALLS.filter(({ call }) => call.described.allowStaleReads)) {
      const before = await countReads()
      const kind = call.access === 'public' ? 'member' : (call.access.kinds?.[0] ?? 'member')
      const answer = await send(people[kind], call)
      expect([name, answer.statusCode, answer.body]).toEqual([name, 200, expect.not.stringMatching(/^{"status":[^2]/)])
      const after = await countReads()
      expect([name, after.replica]).not.toEqual([name, before.replica])
      expect([name, after.primary]).toEqual([name, before.primary])
    }
    for (const browser of Object.values(people)) expect(browser.cookies.has('portico_wrote')).toBe(false)
  })

  it('shows writers their own writes before any replica has them', async () => {
    await waitForBoth()
    const staff = openBrowser('203.0.113.2')
    await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
    const visitor = openBrowser('203.0.113.3')
    const categoryId = 'replicas'
    const readBanners = async (browser: TestBrowser) =>
      (await browser.getCall<Banner[]>(content.getBanners.path, { categoryId })).entity.length
    await whilePaused(async () => {
      const startsAt = new Date(Date.now() - 60_000).toISOString()
      const banner = { id: '', version: 0, brand: '', categoryId, summary: 'New', body: '<p>New.</p>' }
      const shown = { displayBody: true, audience: 'PUBLIC', startsAt, endsAt: '' }
      expect((await staff.postCall(content.saveBanner.path, { ...banner, ...shown })).status).toBe(200)
      expect(await readBanners(staff)).toBe(1)
      expect(await readBanners(visitor)).toBe(0)
    })
    await soon(async () => expect(await readBanners(visitor)).toBe(1))
  })

  it('sets a cookie of two seconds on replies to writes, and none on replies to reads', async () => {
    const visitor = openBrowser('203.0.113.4')
    await visitor.getCall(content.getFAQs.path, { categoryId: 'all' })
    expect(visitor.cookies.has('portico_wrote')).toBe(false)
    const reply = await visitor.post(`/Provider${registration.endRegistration.path}`)
    expect([reply.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^portico_wrote=1; Max-Age=2; Path=\/; HttpOnly; SameSite=Lax$/),
    )
  })

  it('reads sessions from the primary: accepts new ones and rejects ended ones, whatever the replicas hold', async () => {
    await waitForBoth()
    const member = openBrowser('203.0.113.5')
    await whilePaused(async () => {
      await member.signIn('demomember', DEMO_PASSWORD, '/thp/portal/members/home')
      member.cookies.delete('portico_wrote')
      const before = await countReads()
      expect((await member.getCall(members.memberClaims.path)).status).toBe(200)
      expect((await countReads()).replica).toBeGreaterThan(before.replica ?? 0)
      await connection.db
        .updateTable('account_session')
        .set({ ended_at: new Date() })
        .where('ended_at', 'is', null)
        .execute()
      expect((await member.getCall(members.memberClaims.path)).http).toBe(401)
    })
  })
})

it('applies the end of a grant at once, whatever the replicas hold', async () => {
  await waitForBoth()
  const provider = await signIn('demosaa')
  const search = () => provider.postCall<ClaimList>(directory.searchClaims.path)
  expect((await search()).entity.total).toBeGreaterThan(0)
  const active = await connection.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['access_grant.id', 'scope_kind', 'scope_id', 'group_id'])
    .where('username', '=', 'demosaa')
    .where('access_grant.state', '=', 'ACTIVE')
    .execute()
  const updateGrant = ({ id, ...values }: Partial<(typeof active)[number]> & { state?: 'ACTIVE' | 'SUSPENDED' }) =>
    connection.db
      .updateTable('access_grant')
      .set(values)
      .where('id', '=', id ?? '')
      .execute()
  await whilePaused(async () => {
    // The permission remains, so that the call is allowed: its scope is checked too.
    for (const { id } of active) await updateGrant({ id, scope_kind: 'NPI', scope_id: id, group_id: null })
    expect((await search()).entity.total).toBe(0)
    for (const { id } of active) await updateGrant({ id, state: 'SUSPENDED' })
    expect((await search()).http).toBe(403)
  })
  for (const grant of active) await updateGrant({ ...grant, state: 'ACTIVE' })
})

describe('replicas that fail', () => {
  it('does not use a replica that is more than a second behind until it has caught up', async () => {
    const [slow] = nodes.replicas
    const strict = await openReplicas([slow.app], { ...parts(), login: nodes.primary.app })
    const waitForCount = (number: number) => soon(() => expect(strict.count().asked).toBe(number))
    await waitForCount(1)
    try {
      await slow.ask('select pg_wal_replay_pause()')
      await nodes.primary.ask('create table something (one int); drop table something')
      await waitForCount(0)
      expect((await whereRead(strict.choose())).standby).toBe(false)
    } finally {
      await slow.ask('select pg_wal_replay_resume()')
    }
    await waitForCount(1)
    await strict.close()
  })

  it('loses no reply if a replica is killed, and uses it again when it is back', async () => {
    await waitForBoth()
    const [, mortal] = nodes.replicas
    const visitor = openBrowser('203.0.113.6')
    const lookUp = () => visitor.getCall(content.getFAQs.path, { categoryId: 'all' })
    const before = Array.from({ length: 20 }, lookUp)
    await mortal.signal('SIGKILL')
    const after = Array.from({ length: 20 }, lookUp)
    for (const reply of await Promise.all([...before, ...after]))
      expect(reply).toMatchObject({ http: 200, status: 200 })
    await soon(() => expect(deps.replicas.count()).toEqual({ asked: 1, of: 2 }))
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', replicas: { asked: 1, of: 2 } }])
    expect(await deps.metrics.registry.metrics()).toMatch(
      new RegExp(`portico_replica_asked\\{replica="${mortal.app.host}:5432/${mortal.app.database}"\\} 0`),
    )
    await soon(() => mortal.start())
    await waitForBoth()
  })

  it('answers requests that were waiting for a replica that stopped answering', async () => {
    const [, mute] = nodes.replicas
    const lone = await openReplicas([mute.app], { ...parts(), login: nodes.primary.app }, { freshMs: 120_000 })
    await soon(() => expect(lone.count().asked).toBe(1))
    const witness = new pg.Client(mute.owner)
    await witness.connect()
    const answer = sql<{ standby: boolean }>`
      select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_sleep(600) end`.execute(
      lone.choose(),
    )
    const sleeping = `select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)%'
      and pid <> pg_backend_pid()`
    await soon(async () => expect((await witness.query(sleeping)).rowCount).toBe(1))
    try {
      await mute.signal('SIGSTOP')
      await witness.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'portico_app' and state = 'idle'`)
      expect((await answer).rows[0]?.standby).toBe(false)
      expect((await witness.query(sleeping)).rowCount).toBe(1)
    } finally {
      await mute.signal('SIGCONT')
      await witness.end()
    }
    await lone.close()
    await waitForBoth()
  })

  it('rejects a replica of another database, or under another login than the application’s', async () => {
    const [replica] = nodes.replicas
    const refused = async (login: pg.PoolConfig) => {
      const opened = await openReplicas([login], { ...parts(), login: nodes.primary.app })
      const refusals = opened.refusals()
      expect(opened.count().asked).toBe(0)
      await opened.close()
      return refusals.join()
    }
    expect(await refused({ ...replica.app, database: templates.migrated })).toMatch(
      /:5432\/portico_migrated, which is not a replica of/,
    )
    expect(await refused({ ...replica.app, user: 'postgres' })).toMatch(/the database user postgres, which owns/)
    // A promoted replica or the primary itself is no configuration error, but is not used.
    expect(await refused(nodes.primary.app)).toBe('')
  })
})

describe('the server', () => {
  const addressOf = ({ owner }: Node, database: string = owner.database) =>
    `postgres://${owner.user}@/${database}?host=${encodeURIComponent(owner.host)}&port=${owner.port}`
  const started = (...urls: string[]) =>
    startServer(
      { config: nodes.primary.owner, app: nodes.primary.app, drop: async () => {} },
      { env: { DATABASE_REPLICA_URL: urls.join(',') } },
    )

  it('reads from the replicas of DATABASE_REPLICA_URL, under its own login', async () => {
    const server = await started(...nodes.replicas.map((replica) => addressOf(replica)))
    try {
      await soon(async () =>
        expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({
          status: 'ready',
          replicas: { asked: 2, of: 2 },
        }),
      )
      await soon(async () => {
        await fetch(`${server.address}/Provider${content.getFAQs.path}?categoryId=all`)
        expect(await (await fetch(`${server.address}/metrics`)).text()).toContain('portico_reads_total{from="replica"}')
      })
    } finally {
      await server.kill()
    }
  })

  it('does not start with a replica address of another database', async () => {
    const elsewhere = addressOf(nodes.replicas[0], templates.migrated)
    await expect(started(elsewhere)).rejects.toThrow('which is not a replica of the database in DATABASE_URL')
  })
})

it('does not use a promoted replica', async () => {
  const promoted = nodes.spare
  await promoted.start()
  const lone = await openReplicas([promoted.app], { ...parts(), login: nodes.primary.app }, { freshMs: 120_000 })
  await soon(() => expect(lone.count()).toEqual({ asked: 1, of: 1 }))
  await promoted.ask('select pg_promote()')
  await soon(() => expect(lone.count()).toEqual({ asked: 0, of: 1 }))
  expect(await whereRead(lone.choose())).toEqual(await whereRead(connection.db))
  await lone.close()
})
