import * as access from '@portico/core/access/calls'
import type { OfficeHome } from '@portico/core/access/shapes'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { providerDirectoryJobs } from '../provider-directory/scheduled-jobs.ts'

/** Maintained counters for news about claims and reports equal a recount. */
let site: TestApp
let ofNorth: TestBrowser
let ofSolo: TestBrowser
let reporter: string
const MONDAY = '2026-02-23T06:00:00Z'
const TUESDAY = '2026-02-24T06:00:00Z'
const [first, second] = north.npis.N1
const [third] = north.npis.N2

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  const permissions = ['HOME', 'CLAIM', 'ROSTER']
  const grant = (scopeKind: 'PO' | 'NPI', scopeId: string) => ({ scopeKind, scopeId, permissions })
  await insertTestAccount(site.db, { username: 'ofnorth', grants: [grant('PO', north.org)] })
  await insertTestAccount(site.db, { username: 'ofsolo', grants: [grant('NPI', north.solo)] })
  const reporting = await insertTestAccount(site.db, { username: 'reporter', grants: [] })
  reporter = reporting.id
  ofNorth = site.openBrowser()
  await ofNorth.signIn('ofnorth', testPassword)
  ofSolo = site.openBrowser()
  await ofSolo.signIn('ofsolo', testPassword)
  await visitedBefore('2026-02-01T00:00:00Z')
})
afterAll(() => site.close())

const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)
const visitedBefore = (at: string) => change(`update account set previous_sign_in_at = '${at}'`)

async function newsFor(browser: TestBrowser, what: string) {
  const { entity } = await browser.getCall<OfficeHome>(access.officeHome.path)
  return entity.changes.filter((one) => one.what === what).map(({ on, count, about }) => ({ on, count, about }))
}
const countFor = async (browser: TestBrowser) => (await newsFor(browser, 'CLAIMS'))[0]?.count ?? 0
const answeredTo = async (browser: TestBrowser) => (await newsFor(browser, 'REPORT_ANSWERED')).map(({ about }) => about)

async function expectTrueCounts(): Promise<void> {
  const { rows: stored } = await sql`select * from claim_change_count order by 1, 2`.execute(site.db)
  const { rows: counted } = await sql`
    select cohort_id, changed_at, count(*)::int as claims from claim
    where cohort_id is not null and changed_at is not null group by 1, 2 order by 1, 2`.execute(site.db)
  expect(stored).toEqual(counted)
}

const claims = (numbers: string, npi: string, at: string | null) => `
  insert into claim (claim_number, npi, member_id, billed_amount, service_date, status, changed_at)
  select n || '-${npi}', '${npi}', 'M1', 10, '2026-01-05', 'PAID', ${at ? `'${at}'` : 'null'}
  from unnest('{${numbers}}'::text[]) n`

test('counts changed claims as they are added, changed, moved and deleted', async () => {
  await change(claims('A,B,C', first, MONDAY))
  await change(claims('A,B', second, TUESDAY))
  await change(claims('A', third, null))
  await change(claims('A,B', north.solo, MONDAY))
  await change(claims('A', south.npis[0], MONDAY))
  await expectTrueCounts()
  expect([await countFor(ofNorth), await countFor(ofSolo)]).toEqual([5, 2])
  expect(await newsFor(ofNorth, 'CLAIMS')).toMatchObject([{ on: new Date(TUESDAY).toISOString() }])
  await visitedBefore('2026-02-23T12:00:00Z')
  expect([await countFor(ofNorth), await countFor(ofSolo)]).toEqual([2, 0])

  // Changed again, changed for the first time, changed without a notice.
  await change(`update claim set changed_at = '${TUESDAY}' where claim_number in ('A-${first}', 'A-${third}')`)
  await change(`update claim set status = 'DENIED' where npi = '${first}'`)
  await expectTrueCounts()
  expect(await countFor(ofNorth)).toBe(4)
  // No counter is left for a time at which no claim changed last.
  await change(`update claim set changed_at = '${TUESDAY}' where npi = '${first}'`)
  await expectTrueCounts()
  expect(await countFor(ofNorth)).toBe(6)

  await change(`update network_provider set org_id = null where npi = '${second}'`)
  await change(`delete from group_member where npi = '${second}'`)
  await expectTrueCounts()
  expect(await countFor(ofNorth)).toBe(4)
  await change(`update network_provider set left_at = now() where npi = '${third}'`)
  await change(`delete from claim where claim_number = 'B-${first}'`)
  await change(`update claim set npi = '${second}' where claim_number = 'C-${first}'`)
  await expectTrueCounts()
  expect(await countFor(ofNorth)).toBe(1)
})

test('counts claims of two parallel writers, and not those rolled back', async () => {
  const before = await countFor(ofNorth)
  const [one, other] = [new pg.Client(site.ownerLogin), new pg.Client(site.ownerLogin)]
  await Promise.all([one.connect(), other.connect()])
  await one.query('begin')
  await one.query(claims('X,Y', first, TUESDAY))
  const waiting = other.query(claims('Z', first, TUESDAY))
  await one.query('commit')
  await waiting
  await one.query('begin')
  await one.query(claims('U', first, TUESDAY))
  await one.query('rollback')
  await Promise.all([one.end(), other.end()])
  await expectTrueCounts()
  expect(await countFor(ofNorth)).toBe(before + 3)
})

const report = (npi: string, answered: string) => `
  insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state, answer, decided_at)
  values (${reporter}, '${npi}', 'other', '"${answered}"', 'REPORT', '${MONDAY}', '${MONDAY}', 'ACCEPTED', 'Done.',
    '${answered}')`

test('shows answered reports within reach, which follow their provider', async () => {
  await visitedBefore('2026-02-01T00:00:00Z')
  await change(report(first, '2026-02-10T06:00:00Z'))
  await change(report(first, '2026-01-10T06:00:00Z'))
  await change(report(north.solo, '2026-02-11T06:00:00Z'))
  await change(report(south.npis[0], '2026-02-12T06:00:00Z'))
  await change(`insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state)
    values (${reporter}, '${first}', 'other', '"Waits"', 'REPORT', '${MONDAY}', '${MONDAY}', 'WAITING')`)
  await change(`insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state,
      is_automatic, decided_at)
    values (${reporter}, '${first}', 'hours', '"8-5"', 'PAGE', '${MONDAY}', '${MONDAY}', 'ACCEPTED', true, '2026-02-10T07:00:00Z')`)
  expect(await answeredTo(ofNorth)).toEqual([`Physician ${first}`])
  expect(await answeredTo(ofSolo)).toEqual([`Physician ${north.solo}`])

  await change(`update network_provider set org_id = '${north.org}' where npi = '${north.solo}'`)
  expect(await answeredTo(ofNorth)).toEqual([`Physician ${north.solo}`, `Physician ${first}`])
  await change(`update network_provider set left_at = now() where npi = '${first}'`)
  expect(await answeredTo(ofNorth)).toEqual([`Physician ${north.solo}`])
  await change(`update network_provider set left_at = null where npi = '${first}'`)

  // The newest of each cohort, and no more than home shows.
  for (let day = 1; day <= 9; day += 1) await change(report(first, `2026-02-2${day % 9}T06:00:0${day}Z`))
  expect((await answeredTo(ofNorth)).length).toBeLessThanOrEqual(8)
})

test('shows a user’s own reports once each, for any provider', async () => {
  await change(report(north.solo, '2026-02-11T06:00:00Z'))
  await change(report(south.npis[0], '2026-02-12T06:00:00Z'))
  await change(`update practice_change set account_id = (select id from account where username_key = 'ofnorth')`)
  expect(await answeredTo(ofNorth)).toEqual([`Physician ${south.npis[0]}`, `Physician ${north.solo}`])
})

test('shows a report with an outdated cohort to no one else, and the sweep corrects it', async () => {
  await change(report(first, '2026-02-14T06:00:00Z'))
  await change(report(third, '2026-02-15T06:00:00Z'))
  const answers = await answeredTo(ofNorth)
  expect(answers).toEqual([`Physician ${third}`, `Physician ${first}`])
  await change(`update practice_change set cohort_id = null where npi = '${first}'`)
  await change(`update practice_change set cohort_id = (select cohort_id from network_provider where npi = '${first}')
    where npi = '${third}'`)
  expect(await answeredTo(ofNorth)).toEqual([])
  expect(await sweep(site.deps, site.clock.now(), providerDirectoryJobs.jobs)).toMatchObject({ 'refresh-cohorts': 2 })
  expect(await answeredTo(ofNorth)).toEqual(answers)
  expect(await sweep(site.deps, site.clock.now(), providerDirectoryJobs.jobs)).toMatchObject({ 'refresh-cohorts': 0 })
})
