import { PROVIDER_PATHS } from '@portico/core/constants'
import { HIDDEN_CHARACTERS } from '@portico/core/forms/sentences'
import * as calls from '@portico/core/plan-data/calls'
import { LIST_TEXTS } from '@portico/core/plan-data/eligibility-list'
import type { LastList, ListAnswers, ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { ASK_MEMBER, BAD_DAY } from '@portico/core/plan-data/sentences'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#platform/context.ts'
import { endSessionByHash } from '#platform/identity/session.ts'
import { insertResult } from '#platform/identity/session-results.ts'
import { lockHits } from '#platform/limits/limits.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { competeWithPaused } from '../../test/lock-cases.ts'
import { ELIGIBILITY_TEXTS } from './domain/eligibility.ts'

let site: TestApp
let browser: TestBrowser
let account: { id: string; username: string }

const start = new Date('2026-04-01T15:00:00Z')
const person = {
  subscriber_id: 'HV20000001',
  relationship: 'SELF',
  birth_date: '1950-06-30',
  plan_name: 'Harbor Senior Care',
  effective_date: '2025-01-01',
}
const own = '1100000011'
const other = '1100000029'

beforeAll(async () => {
  site = await buildTestApp({
    clock: createTestClock(start),
    settings: {
      limits: {
        eligibilityRowsPerDayPerAccount: 600,
        eligibilityNamesNotFoundPerDayPerAccount: 3,
        signInsPerMinutePerAddress: 1000,
      },
    },
  })
  await site.db
    .insertInto('member')
    .values([
      {
        ...person,
        member_id: '200000001',
        first_name: 'Ada',
        last_name: "O'Fern",
        pcp_npi: own,
        copay_office: '25.00',
      },
      { ...person, member_id: 'R0000000b', first_name: 'Gus', last_name: 'Case', pcp_npi: other },
      { ...person, member_id: 'R0000000B', first_name: 'Hal', last_name: 'Case', termination_date: '2026-03-31' },
      { ...person, member_id: '200000004', first_name: 'Di', last_name: 'Twin' },
      { ...person, member_id: '200000005', first_name: 'Di', last_name: 'Twin' },
    ])
    .execute()
  const provider = { entity_type: 1, search_name: 'x' }
  await site.db
    .insertInto('provider')
    .values([
      { ...provider, npi: own, name: 'Eleanor Whitlock, M.D.' },
      { ...provider, npi: other, name: 'Sam Stone' },
    ])
    .onConflict((conflict) => conflict.column('npi').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .execute()
  await site.db
    .insertInto('network_provider')
    .values([{ npi: own }, { npi: other }])
    .onConflict((conflict) => conflict.column('npi').doUpdateSet({ left_at: null }))
    .execute()
})
beforeEach(async ({ task }) => {
  site.clock.set(start)
  const username = `list${task.id}`
  const grants = [{ role: 'AU' as const, permissions: ['HOME', 'ELIG'], scopeId: own }]
  account = { ...(await insertTestAccount(site.db, { username, grants })), username }
  browser = site.openBrowser()
  await browser.signIn(username, testPassword)
})
afterAll(() => site?.close())

const ada = { memberId: '200000001' }
const unknownName = { firstName: 'No', lastName: 'One', birthDate: '1950-06-30' }
const find = (rows: ListRow[], more: object = {}) =>
  browser.postCall<ListAnswers>(calls.findManyEligibility.path, { rows, ...more })
const last = () => browser.getCall<LastList>(calls.lastManyEligibility.path)
const messagesOf = ({ entity }: { entity: ListAnswers }) => entity.rows.map(({ found, message }) => message ?? found)

test('answers rows in the order sent, by ID or by name, as the single lookup does', async () => {
  const { status, entity } = await find([
    { firstName: ' ada ', lastName: "o'fern", birthDate: '6/30/1950', onDate: '2024-12-31' },
    { memberId: 'R0000000B' },
    { memberId: ' R0000000b ' },
    { memberId: 'nobody' },
  ])
  expect(status).toBe(200)
  expect(entity.rows.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(entity.rows[0]).toEqual({
    index: 0,
    found: true,
    memberId: '200000001',
    firstName: 'Ada',
    lastName: "O'Fern",
    birthDate: '1950-06-30',
    relationship: 'SELF',
    planName: 'Harbor Senior Care',
    effectiveDate: '2025-01-01',
    terminationDate: '',
    pcpNpi: own,
    pcpName: 'Eleanor Whitlock, M.D.',
    pcpIsOwn: true,
    copayOffice: '25.00',
    deductible: '',
    deductibleMet: '',
    isPpMember: false,
    onDate: '2024-12-31',
    coveredOnDate: false,
    coveredToday: true,
    askedAt: start.toISOString(),
    asOf: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(entity.rows[1]).toMatchObject({ firstName: 'Hal', coveredOnDate: false, pcpName: '', pcpIsOwn: false })
  expect(entity.rows[2]).toMatchObject({ firstName: 'Gus', pcpName: 'Sam Stone', pcpIsOwn: false })
  expect(entity.rows[3]).toEqual({
    ...{ index: 3, found: false, message: ELIGIBILITY_TEXTS.notFound },
    asOf: entity.rows[0]?.asOf,
  })
})

test('counts rows by whether a member was found', async () => {
  const { metrics } = site.deps
  const count = async () => {
    const { values } = await metrics.eligibilityRows.get()
    return ['yes', 'no'].map((found) => values.find(({ labels }) => labels.found === found)?.value ?? 0)
  }
  const [found = 0, missed = 0] = await count()
  await find([{ memberId: 'R0000000B' }, { memberId: 'nobody' }, {}])
  expect(await count()).toEqual([found + 1, missed + 2])
})

test('explains malformed rows only; a row that is not found gets one sentence, whatever was wrong', async () => {
  const reply = await find([
    {},
    { firstName: 'Ada' },
    { ...ada, onDate: '2026-02-30' },
    { memberId: 'x'.repeat(41) },
    { firstName: 'A\u0007', lastName: 'B', birthDate: '1950-06-30' },
    { memberId: 'r0000000b ' },
    { firstName: 'Di', lastName: 'Twin', birthDate: '1950-06-30' },
    ada,
  ])
  expect(messagesOf(reply)).toEqual([
    ASK_MEMBER,
    ASK_MEMBER,
    BAD_DAY,
    LIST_TEXTS.tooLong,
    HIDDEN_CHARACTERS,
    ELIGIBILITY_TEXTS.notFound,
    ELIGIBILITY_TEXTS.notFound,
    true,
  ])
})

test('refuses an empty list, and more than 500 rows in one call or in parts', async () => {
  const message = LIST_TEXTS.tooMany
  expect(await find([])).toMatchObject({ status: 400, entity: { message: LIST_TEXTS.empty } })
  expect(await find(Array(501).fill(ada))).toMatchObject({ status: 400, entity: { message } })
  const part = { listId: 'a'.repeat(16), firstIndex: 451 }
  expect(await find(Array(50).fill(ada), part)).toMatchObject({ status: 400, entity: { message } })
})

test('counts rows a day for themselves, and refuses a call that would exceed them without counting it', async () => {
  expect((await find(Array(500).fill(ada))).status).toBe(200)
  expect(await find(Array(101).fill(ada))).toMatchObject({ status: 407, entity: { message: LIST_TEXTS.limit } })
  expect((await find(Array(100).fill(ada))).status).toBe(200)
  expect((await find([ada])).status).toBe(407)
  expect((await browser.postCall(calls.findEligibility.path, ada)).status).toBe(200)
  site.clock.advance(86_400)
  await browser.signIn(account.username, testPassword)
  expect((await find([ada])).status).toBe(200)
})

test('after too many names that find no one, rows by name are not answered until the next day', async () => {
  const known = { firstName: 'Ada', lastName: "O'Fern", birthDate: '1950-06-30' }
  const first = await find([unknownName, unknownName, known])
  expect(messagesOf(first)).toEqual([ELIGIBILITY_TEXTS.notFound, ELIGIBILITY_TEXTS.notFound, true])
  const { byIdOnly } = LIST_TEXTS
  const second = await find([known, unknownName, known, unknownName, ada])
  expect(messagesOf(second)).toEqual([true, ELIGIBILITY_TEXTS.notFound, byIdOnly, byIdOnly, true])
  expect(messagesOf(await find([known]))).toEqual([byIdOnly])
  expect((await auditOf('eligibility.asked')).length).toBe(6)
  site.clock.advance(86_400)
  await browser.signIn(account.username, testPassword)
  expect(messagesOf(await find([known]))).toEqual([true])
})

test('two lists at once share the allowance of names', async () => {
  const key = `eligibility-name:${account.id}` as const
  const { waitedFor, result } = await competeWithPaused(site.db, {
    first: async (db) => {
      await lockHits({ db, now: start }, { key, windowSeconds: 86_400 })
      const window = { key, window_start: new Date('2026-04-01T00:00:00Z') }
      await db.updateTable('flood_counter').set({ hits: 3 }).where('key', '=', key).execute()
      return window
    },
    second: () => find([unknownName]),
  })
  expect(waitedFor).toBe('transactionid')
  expect(messagesOf(result)).toEqual([LIST_TEXTS.byIdOnly])
})

test('records one audit event for each member asked about, and none in the log', async () => {
  await find([ada, unknownName, {}])
  expect(await auditOf('eligibility.asked')).toEqual([
    { by: 'member-id', found: true, memberId: '200000001', list: true },
    { by: 'name', found: false, memberId: '', list: true },
  ])
  expect(site.logLines.join('')).not.toContain('200000001')
})

async function auditOf(action: string): Promise<unknown[]> {
  const events = site.db.selectFrom('audit_event').select('details').where('actor_account_id', '=', account.id)
  return (await events.where('action', '=', action).orderBy('id').execute()).map(({ details }) => details)
}

test('the number of statements does not depend on the number of rows', async () => {
  const count = async (rows: ListRow[]) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      expect((await find(rows)).status).toBe(200)
      return query.mock.calls.length
    } finally {
      query.mockRestore()
    }
  }
  const rows = [ada, { ...unknownName, firstName: 'Ada', lastName: "O'Fern" }]
  await count(rows)
  expect(await count(Array(200).fill(rows).flat())).toBe(await count(rows))
})

test('the last list comes back for an hour, in parts, encrypted, and a new list ends it', async () => {
  expect((await last()).entity).toEqual({ rows: [], total: 0 })
  const listId = 'b'.repeat(16)
  await find([{ memberId: 'nobody' }], { listId, firstIndex: 50 })
  await find([ada], { listId, firstIndex: 0 })
  await find([ada], { listId, firstIndex: 0, total: 400 })
  const { rows, total } = (await last()).entity
  expect(total).toBe(400)
  expect(rows.map(({ index, found, asked }) => ({ index, found, asked }))).toEqual([
    { index: 0, found: true, asked: ada },
    { index: 50, found: false, asked: { memberId: 'nobody' } },
  ])
  const stored = await site.db.selectFrom('session_result').select('sealed').execute()
  expect(Buffer.concat(stored.map(({ sealed }) => sealed)).toString('latin1')).not.toContain('Fern')
  await find([{ memberId: 'other' }])
  expect((await last()).entity.total).toBe(1)
  expect((await last()).entity.rows.map(({ asked }) => asked)).toEqual([{ memberId: 'other' }])
  for (const _ of [1, 2]) {
    site.clock.advance(1500)
    expect((await last()).entity.rows).toHaveLength(1)
  }
  site.clock.advance(700)
  expect((await last()).entity.rows).toEqual([])
})

test('the list belongs to its person, and cannot be read in another account’s row', async () => {
  await find([ada])
  const thief = await insertTestAccount(site.db, {
    username: `thief${account.id}`,
    grants: [{ role: 'AU', permissions: ['HOME', 'ELIG'] }],
  })
  await site.db
    .updateTable('session_result')
    .set({ account_id: thief.id })
    .where('account_id', '=', account.id)
    .execute()
  expect((await last()).entity.rows).toEqual([])
  const stranger = site.openBrowser()
  await stranger.signIn(`thief${account.id}`, testPassword)
  expect((await stranger.getCall<LastList>(calls.lastManyEligibility.path)).entity.rows).toEqual([])
})

test.each([
  ['sign-out', async () => void (await browser.get(PROVIDER_PATHS.logout))],
  ['a suspended grant', () => changeGrant(site.db, { state: 'SUSPENDED' })],
  ['a permission taken away', () => changeGrant(site.db, { permissions: ['HOME'] })],
])('%s deletes the list', async (_act, end) => {
  await find([ada])
  await end()
  expect(await findKept()).toEqual([])
})

const changeGrant = (db: Db, change: { state?: 'SUSPENDED'; permissions?: string[] }) =>
  db.updateTable('access_grant').set(change).where('account_id', '=', account.id).execute()
const findKept = () => site.db.selectFrom('session_result').selectAll().where('account_id', '=', account.id).execute()

test('a list stays while another grant has the permission', async () => {
  const { id } = await insertTestAccount(site.db, {
    username: `two${account.id}`,
    grants: [
      { role: 'AU', permissions: ['HOME', 'ELIG'], scopeId: own },
      { role: 'AU', permissions: ['HOME', 'ELIG'], scopeId: other },
    ],
  })
  const both = site.openBrowser()
  await both.signIn(`two${account.id}`, testPassword)
  await both.postCall(calls.findManyEligibility.path, { rows: [ada] })
  const suspend = (scope: string) =>
    site.db
      .updateTable('access_grant')
      .set({ state: 'SUSPENDED' })
      .where('account_id', '=', id)
      .where('scope_id', '=', scope)
      .execute()
  const count = async () =>
    (await site.db.selectFrom('session_result').select('kind').where('account_id', '=', id).execute()).length
  await suspend(own)
  expect(await count()).toBe(1)
  await suspend(other)
  expect(await count()).toBe(0)
})

test('a list is not kept if the permission ends during the call', async () => {
  const { waitedFor, result } = await competeWithPaused(site.db, {
    first: (db) => changeGrant(db, { permissions: ['HOME'] }),
    second: () => find([ada]),
  })
  expect(waitedFor).toBe('transactionid')
  expect(messagesOf(result)).toEqual([true])
  expect(await findKept()).toEqual([])
})

test('a permission that ends while a list is stored waits for it and deletes it', async () => {
  const session = site.db.selectFrom('account_session').selectAll().where('account_id', '=', account.id)
  const { id_hash: idHash } = await session.where('ended_at', 'is', null).executeTakeFirstOrThrow()
  const context = testSignedIn(testContext(site.db, site.deps.settings, { now: start }), {
    accountId: account.id,
    kind: 'provider',
    idHash,
  })
  const part = { listId: 'c'.repeat(16), firstRow: 0, content: [] }
  const { waitedFor } = await competeWithPaused(site.db, {
    first: (db) => insertResult({ ...context, db }, 'ELIGIBILITY', part),
    second: () => changeGrant(site.db, { state: 'SUSPENDED' }),
  })
  expect(waitedFor).toBe('transactionid')
  expect(await findKept()).toEqual([])
})

test('a list that is checked during the sign-out is not kept', async () => {
  const session = site.db.selectFrom('account_session').select('id_hash').where('account_id', '=', account.id)
  const { id_hash } = await session.where('ended_at', 'is', null).executeTakeFirstOrThrow()
  const { waitedFor, result } = await competeWithPaused(site.db, {
    first: (db) => endSessionByHash({ db, now: start }, id_hash),
    second: () => find([ada]),
  })
  expect(waitedFor).toBe('transactionid')
  expect(messagesOf(result)).toEqual([true])
  const kept = site.db.selectFrom('session_result').selectAll().where('account_id', '=', account.id)
  expect(await kept.execute()).toEqual([])
})

test('the export is the last list with its audit entry, and neutralizes formulas', async () => {
  expect((await browser.getCall(calls.exportManyEligibility.path)).status).toBe(404)
  await find([ada, { memberId: '=1+1' }])
  const file = await browser.get(`/Provider${calls.exportManyEligibility.path}`)
  expect(file.headers['content-type']).toContain('text/csv')
  const [header, first, second] = file.body.split('\r\n')
  expect(header).toContain('Member ID,First name,Last name,Birth date')
  expect(header).toContain('Copay,Deductible,Deductible met,Deductible left,Primary care provider')
  expect(first).toContain("200000001,Ada,O'Fern,")
  expect(first).toContain('Covered,Harbor Senior Care,25.00,,,,"Eleanor Whitlock, M.D.",Yes')
  expect(second).toContain(`'=1+1,,,,,,,${ELIGIBILITY_TEXTS.notFound}`)
  expect(await auditOf('eligibility.exported')).toEqual([{ rows: 2 }])
})

test('a list and its export need a fresh proof', async () => {
  await find([ada])
  site.clock.advance(11 * 60)
  for (const reply of [await find([ada]), await browser.getCall(calls.exportManyEligibility.path)])
    expect(reply).toMatchObject({ entity: { messageCode: 'step-up' } })
  expect((await last()).entity.rows).toHaveLength(1)
})
