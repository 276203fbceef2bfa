import { setTimeout as sleep } from 'node:timers/promises'
import { DECISION_DELAY_MAX_SECONDS } from '@portico/core/access/limits'
import * as calls from '@portico/core/contracts/calls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertSmallPlan, makeRequest, receiveContract } from '../../test/small-plan.ts'
import { type RunningServer, signInOverNetwork, startServer } from '../../test/start-server.ts'

const settings = testSettings()
const servers: RunningServer[] = []
let database: TestDatabase
let connection: DatabaseConnection
let people = 0
/** Runs during all tests, unlike the servers that are killed. */
let steady: Awaited<ReturnType<typeof openServer>>
let second: Awaited<ReturnType<typeof openServer>>

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  // Only the owner can create triggers.
  connection = connectDatabase(database.config)
  await insertSmallPlan(connection.db)
  for (const username of ['planstaff', 'colleague'])
    await insertTestAccount(connection.db, { username, kind: 'internal' })
  steady = await openServer()
  second = await openServer('colleague')
})
afterAll(async () => {
  for (const server of servers) await server.kill()
  await connection?.close()
  await database?.drop()
})

async function openServer(staff = 'planstaff') {
  const server = await startServer(database)
  servers.push(server)
  return { server, post: await signInOverNetwork(server.address, staff, testPassword) }
}

/** Creates a person whose signed contract for an NPI awaits review. */
async function awaitValidation(npi: string) {
  people += 1
  await connection.db
    .insertInto('network_provider')
    .values({ npi })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const account = await insertTestAccount(connection.db, { username: `person${people}` })
  const request = await makeRequest(connection.db, settings, {
    accountId: account.id,
    scopes: [{ kind: 'NPI', id: npi }],
    npi,
    now: new Date(),
  })
  const contractId = await receiveContract(connection.db, request.requestId, new Date())
  return { ...request, accountId: account.id, decision: { reference: request.reference, contractId } }
}

type Awaiting = Awaited<ReturnType<typeof awaitValidation>>

async function stateOf({ requestId, accountId }: Awaiting): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', r.state, g.state, c.state,
      (select count(*) from mail_message m where m.account_id = ${accountId} and m.kind = 'request.activated'),
      (select count(*) from audit_event e where e.request_id = r.id and e.action = 'contract.validated'),
      (select count(*) from audit_event e where e.request_id = r.id and e.action = 'request.activated')) as state
    from access_request r join access_grant g on g.request_id = r.id join signed_contract c on c.request_id = r.id
    where r.id = ${requestId}`.execute(connection.db)
  return rows[0]?.state ?? ''
}

/** Validates ten contracts at a time. */
async function decideAll(post: typeof steady.post, decisions: Awaiting['decision'][]) {
  const waiting = [...decisions]
  const replies: Awaited<ReturnType<typeof post>>[] = []
  const work = async () => {
    for (let decision = waiting.pop(); decision; decision = waiting.pop())
      replies.push(await post(calls.validateContract.path, decision))
  }
  await Promise.all(Array.from({ length: 10 }, work))
  return replies
}

const NOTHING = 'PENDING_CONTRACT PENDING_CONTRACT RECEIVED 0 0 0'
const ALL = 'ACTIVE ACTIVE VALIDATED 1 1 1'

// A later test kills a server that the first one uses.
describe('several servers', { shuffle: false }, () => {
  test('two servers that validate ten contracts for each of ten scopes make one SAA per scope and notify every requester', async () => {
    const npis = Array.from({ length: 10 }, (_, index) => `30000000${10 + index}`)
    for (const npi of npis) {
      const former = await awaitValidation(npi)
      expect(await steady.post(calls.validateContract.path, former.decision)).toEqual({ status: 200, entity: true })
      expect(await stateOf(former)).toBe(ALL)
    }
    const competing: Awaiting[] = []
    for (const npi of npis) for (let count = 0; count < 10; count += 1) competing.push(await awaitValidation(npi))
    const decisions = competing.map((request) => request.decision)
    const replies = (
      await Promise.all([decideAll(steady.post, decisions), decideAll(second.post, decisions.toReversed())])
    ).flat()
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect({ won: count(200), refused: count(407) }).toEqual({ won: 10, refused: 190 })

    const { rows: scopes } = await sql<{ saas: number; formers: number }>`
    select count(*) filter (where role = 'SAA' and state = 'ACTIVE')::int as saas,
      count(*) filter (where role = 'AA' and state = 'ACTIVE')::int as formers
    from access_grant where scope_id = any(${npis}) group by scope_id`.execute(connection.db)
    expect(scopes).toEqual(npis.map(() => ({ saas: 1, formers: 1 })))
    const { rows: mails } = await sql<{ kind: string; mails: number }>`
    select kind, count(*)::int as mails from mail_message
    where kind in ('request.activated', 'request.rejected', 'saa.replaced') group by kind order by kind`.execute(
      connection.db,
    )
    expect(mails).toEqual([
      { kind: 'request.activated', mails: 20 },
      { kind: 'request.rejected', mails: 90 },
      { kind: 'saa.replaced', mails: 10 },
    ])
  })

  /** The tables that a validation writes to. */
  const STEPS = ['access_grant', 'access_request', 'signed_contract', 'mail_message', 'audit_event'] as const
  type Step = (typeof STEPS)[number] | 'commit'

  const LOCK_ID = 4242

  /** Makes transactions wait at these steps for an advisory lock of the test; with `of`, only those of that request. */
  async function holdAt(steps: { step: Step; of?: Awaiting }[]) {
    const holder = new pg.Client(database.config)
    await holder.connect()
    await holder.query(`select pg_advisory_lock(${LOCK_ID})`)
    await sql`
    create function hold_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${sql.lit(LOCK_ID)}); return null; end $$`.execute(connection.db)
    for (const { step, of } of steps) await sql.raw(describeTrigger(step, of)).execute(connection.db)
    return {
      isReached: () => eventually(async () => (await countLocks({ granted: false })) >= steps.length),
      /** Resolves when every waiting transaction has ended. */
      async release() {
        await holder.end()
        await eventually(
          async () => (await countLocks({ granted: false })) + (await countLocks({ granted: true })) === 0,
        )
        await sql`drop function hold_here cascade`.execute(connection.db)
      },
    }
  }

  const idOf = (table: string) => (table === 'access_request' ? 'id' : 'request_id')

  function describeTrigger(step: Step, of?: Awaiting): string {
    const table = step === 'commit' ? 'access_request' : step
    const event = step === 'mail_message' || step === 'audit_event' ? 'insert' : 'update'
    const kind = step === 'commit' ? 'constraint trigger' : 'trigger'
    const deferred = step === 'commit' ? 'deferrable initially deferred' : ''
    const [column, value] = table === 'mail_message' ? ['account_id', of?.accountId] : [idOf(table), of?.requestId]
    const when = of ? `when (new.${column} = ${value})` : ''
    return `create ${kind} hold_${step} after ${event} on ${table} ${deferred} for each row ${when} execute function hold_here()`
  }

  async function countLocks({ granted }: { granted: boolean }): Promise<number> {
    const { rows } = await sql<{ locks: number }>`
    select count(*)::int as locks from pg_locks
    where locktype = 'advisory' and objid = ${LOCK_ID} and granted = ${granted}`.execute(connection.db)
    return rows[0]?.locks ?? 0
  }

  async function eventually(isSo: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 1000; tries += 1) {
      if (await isSo()) return
      await sleep(20)
    }
    throw new Error('Waited in vain.')
  }

  /** A delay long enough that no server runs the decision before the test makes it due. */
  const delay = { holdSeconds: DECISION_DELAY_MAX_SECONDS }
  const setDue = () => sql`update delayed_decision set due_at = now() where state = 'HELD'`.execute(connection.db)

  describe('killing a server during validation', () => {
    const at = new Map<Step | 'hold', Awaiting>()
    const findAt = (step: Step | 'hold'): Awaiting => at.get(step) ?? expect.fail(`no request is at ${step}`)

    // Kills the server while one validation waits at each step and one decision is delayed. The database keeps running.
    beforeAll(async () => {
      for (const step of [...STEPS, 'commit', 'hold'] as const)
        at.set(step, await awaitValidation(`40000000${10 + at.size}`))
      const post = await signInOverNetwork(second.server.address, 'planstaff', testPassword)
      const steps = [...STEPS, 'commit' as const].map((step) => ({ step, of: findAt(step) }))
      const blocked = await holdAt(steps)
      const lost = steps.map(({ of }) => post(calls.validateContract.path, of.decision).catch(() => 'lost'))
      await blocked.isReached()
      const reply = await post(calls.validateContract.path, { ...findAt('hold').decision, ...delay })
      expect(reply).toEqual({ status: 200, entity: true })
      await second.server.kill()
      expect(await Promise.all(lost)).toEqual(steps.map(() => 'lost'))
      await blocked.release()
    })

    test.each(STEPS)(
      'a validation killed at its write to %s leaves no changes, and another server can validate',
      async (step) => {
        const awaiting = findAt(step)
        expect(await stateOf(awaiting)).toBe(NOTHING)
        const again = await steady.post(calls.validateContract.path, awaiting.decision)
        expect(again).toEqual({ status: 200, entity: true })
        expect(await stateOf(awaiting)).toBe(ALL)
      },
    )

    test('a validation killed after COMMIT was sent is complete, and a retry gets the stored result', async () => {
      const awaiting = findAt('commit')
      expect(await stateOf(awaiting)).toBe(ALL)
      const again = await steady.post(calls.validateContract.path, awaiting.decision)
      expect(again).toEqual({ status: 200, entity: true })
      expect(await stateOf(awaiting)).toBe(ALL)
    })

    test('another server runs a delayed decision whose server was killed', async () => {
      expect(await stateOf(findAt('hold'))).toBe(NOTHING)
      await setDue()
      await eventually(async () => (await stateOf(findAt('hold'))) === ALL)
    })
  })

  test('only one of several servers runs each delayed decision, even if one is killed while it does', async () => {
    const third = await openServer()
    const awaiting: Awaiting[] = []
    for (let index = 0; index < 5; index += 1) awaiting.push(await awaitValidation(`40000000${40 + index}`))
    const replies = await Promise.all(
      awaiting.map(({ decision }) => third.post(calls.validateContract.path, { ...decision, ...delay })),
    )
    for (const reply of replies) expect(reply).toEqual({ status: 200, entity: true })
    const blocked = await holdAt([{ step: 'mail_message' }])
    await setDue()
    await blocked.isReached()
    await third.server.kill()
    await blocked.release()
    for (const one of awaiting) await eventually(async () => (await stateOf(one)) === ALL)
  })
})
