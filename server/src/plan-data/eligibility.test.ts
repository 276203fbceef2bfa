import * as calls from '@portico/core/plan-data/calls'
import type { Eligibility } from '@portico/core/plan-data/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { ELIGIBILITY_TEXTS } from './domain/eligibility.ts'

let site: TestApp
let browser: TestBrowser
let accountId: string
let username: string

const member = {
  subscriber_id: 'HV10000001',
  relationship: 'SELF',
  birth_date: '1950-06-30',
  plan_name: 'Harbor Senior Care',
  effective_date: '2025-01-01',
  termination_date: null,
  email: null,
}

// 2 a.m. UTC: in the plan's time zone it is still the evening of March 31.
const start = new Date('2026-04-01T02:00:00Z')

beforeAll(async () => {
  site = await buildTestApp({
    clock: createTestClock(start),
    settings: { limits: { eligibilityPerHourPerAccount: 30 } },
  })
  await site.db
    .insertInto('member')
    .values([
      { ...member, member_id: 'HV1AX0000001', first_name: 'Ada', last_name: "O'Fern" },
      {
        ...member,
        member_id: '1000k0007',
        first_name: 'Flo',
        last_name: 'Small',
        pcp_npi: '1100000011',
        copay_office: '25.00',
        deductible: '1500.00',
        deductible_met: '412.50',
      },
      { ...member, member_id: 'R0000000a', first_name: 'Gus', last_name: 'Case', pcp_npi: '1100000029' },
      { ...member, member_id: 'R0000000A', first_name: 'Hal', last_name: 'Case' },
      { ...member, member_id: '100000002', first_name: 'Bo', last_name: 'Gale', termination_date: '2026-03-31' },
      { ...member, member_id: '100000003', first_name: 'Cy', last_name: 'Hale', effective_date: '2026-04-01' },
      { ...member, member_id: '100000004', first_name: 'Di', last_name: 'Twin' },
      { ...member, member_id: '100000005', first_name: 'di', last_name: 'TWIN' },
      {
        ...member,
        member_id: '100000006',
        first_name: 'Ed',
        last_name: 'Left',
        left_at: new Date('2026-03-15T12:00:00Z'),
      },
    ])
    .execute()
  await site.db
    .insertInto('provider')
    .values({ npi: '1100000011', entity_type: 1, name: 'Eleanor Whitlock, M.D.', search_name: 'eleanor whitlock' })
    .onConflict((conflict) => conflict.column('npi').doUpdateSet({ name: 'Eleanor Whitlock, M.D.' }))
    .execute()
})
beforeEach(async ({ task }) => {
  site.clock.set(start)
  username = `elig${task.id}`
  browser = await signIn()
})
afterAll(() => site?.close())

async function signIn(): Promise<TestBrowser> {
  const account = await insertTestAccount(site.db, {
    username,
    grants: [{ role: 'AU', permissions: ['HOME', 'ELIG'] }],
  })
  accountId = account.id
  const opened = site.openBrowser()
  await opened.signIn(username, testPassword)
  return opened
}

const check = (body: object) => browser.postCall<Eligibility>(calls.findEligibility.path, body)

test('finds coverage today and on a given day, plan, relationship and PP status by member ID', async () => {
  const reply = await check({ memberId: 'HV1AX 000 0001', onDate: '2024-12-31' })
  expect(reply.entity).toEqual({
    asOf: expect.stringMatching(/^\d{4}-.*Z$/),
    memberId: 'HV1AX0000001',
    firstName: 'Ada',
    lastName: "O'Fern",
    birthDate: '1950-06-30',
    relationship: 'SELF',
    planName: 'Harbor Senior Care',
    effectiveDate: '2025-01-01',
    terminationDate: '',
    pcpNpi: '',
    pcpName: '',
    copayOffice: '',
    deductible: '',
    deductibleMet: '',
    isPpMember: true,
    onDate: '2024-12-31',
    coveredOnDate: false,
    coveredToday: true,
    askedAt: '2026-04-01T02:00:00.000Z',
  })
})

test('finds an ID in any case, unless case distinguishes two members', async () => {
  const found = async (memberId: string) => (await check({ memberId })).entity.memberId
  expect(await found('hv1ax0000001')).toBe('HV1AX0000001')
  expect(await found(' hv1ax 000 0001 ')).toBe('HV1AX0000001')
  expect(await found('1000K0007')).toBe('1000k0007')
  expect(await found('R0000000a')).toBe('R0000000a')
  expect(await found('R0000000A')).toBe('R0000000A')
  expect((await check({ memberId: 'r0000000a' })).status).toBe(404)
})

test('returns copay, deductible and primary care provider if the plan’s file has them', async () => {
  expect((await check({ memberId: '1000k0007' })).entity).toMatchObject({
    pcpNpi: '1100000011',
    pcpName: 'Eleanor Whitlock, M.D.',
    copayOffice: '25.00',
    deductible: '1500.00',
    deductibleMet: '412.50',
  })
  await site.db.deleteFrom('provider').where('npi', '=', '1100000029').execute()
  expect((await check({ memberId: 'R0000000a' })).entity).toMatchObject({ pcpNpi: '1100000029', pcpName: '' })
})

test('uses the plan’s time zone for today, first and last day included', async () => {
  const ends = (await check({ memberId: '100000002' })).entity
  expect(ends).toMatchObject({ onDate: '2026-03-31', coveredOnDate: true, coveredToday: true, isPpMember: false })
  const begins = (await check({ memberId: '100000003', onDate: '2026-04-01' })).entity
  expect(begins).toMatchObject({ coveredOnDate: true, coveredToday: false })
})

test('treats a member missing from the last snapshot as not covered from that day on', async () => {
  const reply = await check({ memberId: '100000006', onDate: '2026-03-14' })
  expect(reply.entity).toMatchObject({ terminationDate: '2026-03-14', coveredOnDate: true, coveredToday: false })
})

test('finds a member by name and birth date in any case, and never guesses between two matches', async () => {
  const person = { firstName: ' ada ', lastName: "O'FERN", birthDate: '1950-06-30' }
  expect((await check(person)).entity.memberId).toBe('HV1AX0000001')
  expect(await check({ ...person, birthDate: '1950-06-29' })).toMatchObject({
    status: 404,
    entity: { message: ELIGIBILITY_TEXTS.notFound },
  })
  expect(await check({ ...person, firstName: 'Di', lastName: 'Twin' })).toMatchObject({
    status: 404,
    entity: { message: ELIGIBILITY_TEXTS.several },
  })
})

test('finds no member by part of an ID, or by part of a name without a birth date', async () => {
  for (const body of [{}, { memberId: ' ' }, { firstName: 'Ada', lastName: "O'Fern" }, { birthDate: '1950-06-30' }]) {
    expect((await check(body)).status).toBe(400)
  }
  for (const memberId of ['10000000', '100000002%', '1000000022']) expect((await check({ memberId })).status).toBe(404)
  expect((await check({ memberId: '100000002', onDate: '2026-02-30' })).status).toBe(400)
})

test('audits every lookup and enforces the hourly limit', async () => {
  const replies = []
  for (let count = 0; count < 31; count += 1) replies.push(await check({ memberId: '100000002' }))
  expect(replies.map((reply) => reply.status)).toEqual([...Array(30).fill(200), 407])
  expect(replies.at(-1)?.entity.message).toBe(ELIGIBILITY_TEXTS.limit)
  const events = await site.db
    .selectFrom('audit_event')
    .select('details')
    .where('actor_account_id', '=', accountId)
    .where('action', '=', 'eligibility.asked')
    .execute()
  expect(events).toHaveLength(30)
  expect(events[0]?.details).toEqual({ by: 'member-id', found: true, memberId: '100000002' })
  site.clock.advance(3600)
  await browser.signIn(username, testPassword)
  expect((await check({ memberId: '100000002' })).status).toBe(200)
  expect(site.logLines.join('')).not.toContain('100000002')
})
