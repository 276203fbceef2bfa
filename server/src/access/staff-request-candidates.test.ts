import * as calls from '@portico/core/access/calls'
import type { WaitingRequests } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#platform/context.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'
import { competeWithPaused } from '../../test/lock-cases.ts'
import { insertSmallPlan, makeRequest, north } from '../../test/small-plan.ts'
import { accessJobs } from './scheduled-jobs.ts'

/** Staff see every request that no other user can decide, whatever happens to its deciders and in whatever order. */
let site: TestApp
let staff: TestBrowser
let requesterId: string
const [npi] = north.npis.N1
const requests: Record<string, string> = {}

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  await insertTestAccount(site.db, { username: 'ofnorth', grants: [{ scopeKind: 'PO', scopeId: north.org }] })
  await insertTestAccount(site.db, { username: 'ofn1', grants: [{ scopeKind: 'PG', scopeId: 'N1' }] })
  await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  requesterId = (await insertTestAccount(site.db, { username: 'asking', grants: [] })).id
  staff = site.openBrowser()
  await staff.signIn('staff', testPassword)
  for (const [name, scope] of [
    ['group', { kind: 'PG', id: 'N1' }],
    ['other', { kind: 'PG', id: 'N2' }],
    ['npi', { kind: 'NPI', id: npi }],
    ['solo', { kind: 'NPI', id: north.solo }],
  ] as const)
    requests[name] = (await createRequest([scope])).reference
})
afterAll(() => site.close())

type Scope = { kind: 'PG' | 'NPI'; id: string }
const createRequest = (scopes: Scope[], role: 'AU' | 'AA' = 'AU') =>
  makeRequest(site.db, testSettings(), { accountId: requesterId, role, scopes, now: site.clock.now() })
const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)
const tidy = async () => (await sweep(site.deps, site.clock.now(), accessJobs.jobs))['left-to-staff']
const named = (names: string[]) => names.map((name) => requests[name]).sort()

async function seenByStaff(): Promise<string[]> {
  const { entity } = await staff.getCall<WaitingRequests>(calls.listRequests.path)
  expect(entity.total).toBe(entity.rows.length)
  return entity.rows.map(({ reference }) => reference).sort()
}

/** Computes the expected requests from all pending ones and their current deciders, without the candidate table. */
async function leftToStaff(): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select r.reference from access_request r
    where r.state = 'PENDING_APPROVAL' and r.path = 'APPROVAL' and not exists (
      select from account saa where saa.state = 'ACTIVE' and saa.id <> r.account_id and not exists (
        select from access_grant g where g.request_id = r.id and not exists (
          select from access_grant held where held.account_id = saa.id and held.role = 'SAA' and held.state = 'ACTIVE'
            and held.entity = any(array_append(g.reach, g.entity)))))
    order by 1`.execute(site.db)
  return rows.map(({ reference }) => reference).sort()
}

async function expectSeen(names: string[]): Promise<void> {
  expect(await leftToStaff()).toEqual(named(names))
  expect(await seenByStaff()).toEqual(named(names))
}

const grantOf = (username: string) => `from account a where a.id = g.account_id and a.username_key = '${username}'`
const setSaa = (username: string, what: string) => change(`update access_grant g set ${what} ${grantOf(username)}`)
const setAccount = (username: string, state: string) =>
  change(`update account set state = '${state}' where username_key = '${username}'`)

beforeEach(async () => {
  await expectSeen(['solo'])
  await tidy()
  expect(await sql`select request_id from staff_request_candidate`.execute(site.db)).toMatchObject({ rows: [{}] })
})

test.each([
  ['revoked', "state = 'REVOKED'", "state = 'ACTIVE'"],
  ['suspended', "state = 'SUSPENDED'", "state = 'ACTIVE'"],
  ['given another role', "role = 'AA'", "role = 'SAA'"],
])('staff get the requests of an SAA who is %s, until another SAA can decide them', async (_, ended, begun) => {
  await setSaa('ofnorth', ended)
  await expectSeen(['other', 'solo'])
  await setSaa('ofn1', ended)
  await expectSeen(['group', 'npi', 'other', 'solo'])
  expect(await tidy()).toBe(0)
  await setSaa('ofnorth', begun)
  await expectSeen(['solo'])
  expect(await tidy()).toBe(3)
  await setSaa('ofn1', begun)
})

test('staff get the requests of an SAA whose account is suspended or closed', async () => {
  await setAccount('ofn1', 'SUSPENDED')
  await expectSeen(['solo'])
  await setAccount('ofnorth', 'CLOSED')
  await expectSeen(['group', 'npi', 'other', 'solo'])
  await setAccount('ofnorth', 'ACTIVE')
  await setAccount('ofn1', 'ACTIVE')
})

test('staff get the requests of an SAA whose grant is deleted or moves to the requester', async () => {
  const [remaining] = (
    await sql<{ id: string; account_id: string }>`
    select g.id, g.account_id from access_grant g join account a on a.id = g.account_id where username_key = 'ofnorth'`.execute(
      site.db,
    )
  ).rows
  await change(`update access_grant set account_id = ${requesterId} where id = ${remaining?.id}`)
  await expectSeen(['other', 'solo'])
  await change(`update access_grant set account_id = ${remaining?.account_id} where id = ${remaining?.id}`)
  await tidy()
  await change('create table kept_grant as select * from access_grant where entity = $$PO:NORTH$$')
  await change('delete from access_grant where entity = $$PO:NORTH$$')
  await expectSeen(['other', 'solo'])
  await change(`insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state,
    created_at, activated_at) select account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at,
    activated_at from kept_grant`)
  await change('drop table kept_grant')
})

test('staff get requests that a network change moves out of the SAA’s reach', async () => {
  await change(`update provider_group set org_id = null where group_id = 'N2'`)
  await expectSeen(['other', 'solo'])
  await change(`update provider_group set org_id = '${north.org}' where group_id = 'N2'`)
  await setSaa('ofnorth', "state = 'REVOKED'")
  await tidy()
  await change(`delete from group_member where npi = '${npi}'`)
  await expectSeen(['npi', 'other', 'solo'])
  await change(`insert into group_member (group_id, npi) values ('N1', '${npi}')`)
  await setSaa('ofnorth', "state = 'ACTIVE'")
})

test('staff get a request for several groups unless one SAA reaches them all', async () => {
  await setSaa('ofnorth', "state = 'REVOKED'")
  await tidy()
  const both = await createRequest([
    { kind: 'PG', id: 'N1' },
    { kind: 'PG', id: 'N2' },
  ])
  requests.both = both.reference
  await expectSeen(['both', 'other', 'solo'])
  await setSaa('ofnorth', "state = 'ACTIVE'")
  await expectSeen(['solo'])
  await change(`update access_request set state = 'REJECTED' where reference = '${both.reference}'`)
  await tidy()
  // A reopened request is pending again, whatever its state in between.
  await setSaa('ofnorth', "state = 'REVOKED'")
  await tidy()
  await expectSeen(['other', 'solo'])
  await change(`update access_request set state = 'PENDING_APPROVAL' where reference = '${both.reference}'`)
  await expectSeen(['both', 'other', 'solo'])
  await change(`update access_request set state = 'REJECTED' where reference = '${both.reference}'`)
  await setSaa('ofnorth', "state = 'ACTIVE'")
})

test('staff get requests made or scanned by the scheduled job while the SAA’s removal is uncommitted', async () => {
  const leaving = new pg.Client(site.ownerLogin)
  await leaving.connect()
  await leaving.query('begin')
  await leaving.query(`update access_grant g set state = 'REVOKED' ${grantOf('ofnorth')}`)
  const late = await createRequest([{ kind: 'PG', id: 'N2' }], 'AA')
  // The scheduled job still sees the SAA and deletes the candidates that the SAA can decide.
  expect(await tidy()).toBe(1)
  await expectSeen(['solo'])
  await leaving.query('commit')
  await leaving.end()
  requests.late = late.reference
  await expectSeen(['late', 'other', 'solo'])

  // The scheduled job waits for a removal that is about to commit.
  await setSaa('ofnorth', "state = 'ACTIVE'")
  await tidy()
  const revoke = async (db: Db) => {
    await sql.raw(`update access_grant g set state = 'REVOKED' ${grantOf('ofnorth')}`).execute(db)
    await sql`set constraints all immediate`.execute(db)
  }
  const { waitedFor, result } = await competeWithPaused(site.db, { first: revoke, second: tidy })
  expect(waitedFor).toBeDefined()
  // The group's requests have their own SAA.
  expect(result).toBe(2)
  await expectSeen(['late', 'other', 'solo'])
})
