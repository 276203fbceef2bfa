import { randomUUID } from 'node:crypto'
import { NPI_TEN_DIGITS } from '@portico/core/forms/messages'
import * as calls from '@portico/core/provider-directory/calls'
import type {
  RosterHeading,
  RosterHeadings,
  RosterPreview,
  RosterRow,
} from '@portico/core/provider-directory/roster-shapes'
import * as text from '@portico/core/provider-directory/sentences'
import type { Receipts, Verified } from '@portico/core/provider-directory/verify-shapes'
import { proveFactor } from '@portico/core/signon/factors/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'

const DAY = 86_400
const [first, second] = north.npis.N1
const group = { scopeKind: 'PG', scopeId: 'N1' } as const
const permissions = ['HOME', 'ROSTER']
let site: TestApp
let office: TestBrowser
let counter = 0

beforeAll(async () => {
  site = await buildTestApp({
    settings: { limits: { signInsPerMinutePerAddress: 1000, rosterRowsPerDayPerAccount: 2100 } },
  })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())
beforeEach(async () => {
  for (const table of ['roster_file_heading', 'practice_change', 'verification', 'practice', 'practice_location'])
    await sql`delete from ${sql.table(table)}`.execute(site.db)
  await insertSmallDirectory(site.db, site.clock.now())
  site.clock.advance(60 * DAY)
  office = await person(group)
})

async function person(scope: { scopeKind: 'NPI' | 'PG' | 'PO'; scopeId: string }): Promise<TestBrowser> {
  counter += 1
  const username = `roster${counter}`
  await insertTestAccount(site.db, { username, firstName: 'Casey', grants: [{ ...scope, permissions, role: 'AU' }] })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

type Cells = RosterRow['cells']
/** Rows of a file, from line 2 on. */
const sheet = (...cells: Cells[]): RosterRow[] => cells.map((each, at) => ({ line: at + 2, cells: each }))
const preview = (rows: RosterRow[], browser = office, headings: RosterHeading[] = []) =>
  browser.postCall<RosterPreview>(calls.previewRoster.path, { ...group, rows, headings })
const apply = (rows: RosterRow[], hash: string, more: { browser?: TestBrowser; requestKey?: string } = {}) =>
  (more.browser ?? office).postCall<Verified>(calls.applyRoster.path, {
    ...{ ...group, rows, hash, requestKey: more.requestKey ?? randomUUID() },
  })
const previewed = async (...cells: Cells[]) => (await preview(sheet(...cells))).entity
const rejectsOf = async (...cells: Cells[]) => (await previewed(...cells)).rejects
const practiceOf = (npi: string) =>
  site.db.selectFrom('practice').selectAll().where('npi', '=', npi).executeTakeFirstOrThrow()
const locationOf = (id: string) =>
  site.db.selectFrom('practice_location').selectAll().where('location_id', '=', id).executeTakeFirstOrThrow()
const countOf = async (table: 'practice_change' | 'verification') =>
  (await site.db.selectFrom(table).select('id').execute()).length

const addSecondLocation = async (locationId = 'L-EAST', street = '5 Oak Street', suite: string | null = null) => {
  const { file_values: _, ...location } = await locationOf('L-NORTH')
  const own = { location_id: locationId, name: 'East Office', address_1: street, address_2: suite, file_values: '{}' }
  await site.db
    .insertInto('practice_location')
    .values({ ...location, ...own })
    .execute()
  const { id: _id, file_values: _values, ...practice } = await practiceOf(first)
  await site.db
    .insertInto('practice')
    .values({ ...practice, location_id: locationId, file_values: '{}' })
    .execute()
}

test('shows differences, entries that are still true, and providers that the file does not name', async () => {
  const found = await previewed({ npi: first, phone: '978-555-0177', languages: 'English; Spanish', hours: '' })
  expect(found).toMatchObject({
    changed: [
      {
        ...{ line: 2, npi: first, place: 'North Family Practice' },
        changes: [
          { field: 'phone', before: '9785550101', after: '9785550177' },
          { field: 'languages', before: ['en'], after: ['en', 'es'] },
        ],
      },
    ],
    ...{ confirmed: [], upToDate: 0, waiting: 0, rejects: [] },
    unnamed: { total: 1, rows: [{ npi: second }] },
  })
  expect(await previewed({ npi: first, phone: '(978) 555-0101' }, { npi: `${second}.0` })).toMatchObject({
    changed: [],
    confirmed: [
      { line: 2, npi: first },
      { line: 3, npi: second },
    ],
    unnamed: { total: 0, rows: [] },
  })
})

test('a preview changes nothing in the directory', async () => {
  await previewed({ npi: first, phone: '9785550177', languages: 'es' })
  expect(await practiceOf(first)).toMatchObject({ languages: ['en'], verified_at: null, version: 1 })
  expect([await countOf('practice_change'), await countOf('verification')]).toEqual([0, 0])
})

test('applies what the preview showed: rules accept some changes, others wait, with a receipt of a file', async () => {
  const rows = sheet({ npi: first, phone: '9785550177', languages: 'es' }, { npi: second })
  const { hash } = (await preview(rows)).entity
  const reply = await apply(rows, hash)
  expect(reply).toMatchObject({ status: 200, entity: { verified: 2, accepted: 1, waiting: 1, moved: [] } })
  expect(await practiceOf(first)).toMatchObject({ languages: ['es'], verified_at: site.clock.now() })
  expect(await locationOf('L-NORTH')).toMatchObject({ phone: '9785550101' })
  const changes = await site.db.selectFrom('practice_change').select(['field', 'source', 'state']).execute()
  expect(changes.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual([
    { field: 'languages', source: 'FILE', state: 'ACCEPTED' },
    { field: 'phone', source: 'FILE', state: 'WAITING' },
  ])
  const receipts = await office.getCall<Receipts>(calls.listReceipts.path, group)
  expect(receipts.entity.rows).toMatchObject([{ id: reply.entity.receipt, source: 'FILE', rows: 2, changes: 2 }])
})

test('the same file again changes nothing, and says so', async () => {
  const rows = sheet({ npi: first, phone: '9785550177', languages: 'es' }, { npi: second })
  await apply(rows, (await preview(rows)).entity.hash)
  const again = (await preview(rows)).entity
  expect(again).toMatchObject({ changed: [], confirmed: [], upToDate: 2, waiting: 1, rejects: [] })
  expect(await apply(rows, again.hash)).toMatchObject({ status: 400, entity: { message: text.ROSTER_NO_CHANGE } })
  expect([await countOf('practice_change'), await countOf('verification')]).toEqual([2, 1])
})

test('the same file confirms the entries again when they are due', async () => {
  const rows = sheet({ npi: first })
  await apply(rows, (await preview(rows)).entity.hash)
  site.clock.advance(70 * DAY)
  office = await person(group)
  expect((await preview(rows)).entity).toMatchObject({ confirmed: [{ npi: first }], upToDate: 0 })
})

test('a location that several providers share is changed once', async () => {
  const cells = { phone: '9785550177', fax: '9785550178' }
  const rows = sheet({ npi: first, ...cells }, { npi: second, ...cells })
  const found = (await preview(rows)).entity
  expect(found).toMatchObject({ changed: [{ npi: first }], confirmed: [{ npi: second }] })
  expect((await apply(rows, found.hash)).entity).toMatchObject({ verified: 2, waiting: 2 })
  expect(await rejectsOf({ npi: first, ...cells }, { npi: second, phone: '9785550101' })).toEqual([
    { line: 3, column: 'phone', cell: '9785550101', problem: text.contradictsLine(2) },
  ])
})

test('a field of a provider changes in each of their groups and networks at the location', async () => {
  const { id: _, file_values: _values, ...practice } = await practiceOf(first)
  await site.db
    .insertInto('practice')
    .values({ ...practice, network_id: 'NET2', file_values: '{}' })
    .execute()
  const rows = sheet({ npi: first, languages: 'fr', hours: 'Mon 8-12' })
  const found = (await preview(rows)).entity
  expect(found.changed).toHaveLength(1)
  expect((await apply(rows, found.hash)).entity).toMatchObject({ verified: 2, accepted: 3 })
  const stored = await site.db.selectFrom('practice').select('languages').where('npi', '=', first).execute()
  expect(stored).toEqual([{ languages: ['fr'] }, { languages: ['fr'] }])
})

test.each<[string, Cells, string]>([
  ['no NPI', { phone: '9785550101' }, text.NPI_OF_ROW],
  ['a malformed NPI', { npi: '1.23457E+9' }, NPI_TEN_DIGITS],
  ['an unknown NPI', { npi: '1999999999' }, text.NOT_IN_PRACTICE],
  ['an NPI of another practice', { npi: south.npis[0] }, text.NOT_IN_PRACTICE],
  ['a bad phone', { npi: first, phone: 'call us' }, text.BAD_PHONE],
  ['a bad state', { npi: first, state: 'XX' }, text.BAD_STATE],
  ['a bad ZIP code', { npi: first, zip: '12' }, text.BAD_ZIP],
  ['an unknown language', { npi: first, languages: 'Klingon-ish' }, text.WRITE_LANGUAGES],
  ['a specialty in other words', { npi: first, specialty: 'Doctor' }, text.WRITE_SPECIALTY],
  ['an unclear answer', { npi: first, telehealth: 'maybe' }, text.WRITE_YES_OR_NO],
  ['unclear new patients', { npi: first, acceptingNewPatients: 'ask' }, text.WRITE_ACCEPTING],
  ['a last day long ago', { npi: first, leaving: '1/5/2001' }, text.BAD_LEAVING],
  ['a location of another practice', { npi: first, locationId: 'L-SOUTH' }, text.UNKNOWN_LOCATION_ID],
])('rejects a line with %s, by line and cell', async (_title, cells, problem) => {
  const rejects = await rejectsOf({ npi: second }, cells)
  expect(rejects).toMatchObject([{ line: 3, problem }])
  const [{ column, cell }] = [rejects[0] ?? { column: undefined, cell: undefined }]
  expect(cell).toBe(column === undefined ? '' : (cells[column] ?? ''))
})

test('names every bad cell of a line, and takes nothing of it', async () => {
  const rows = sheet({ npi: first, phone: '1', zip: 'x', languages: 'es' })
  const found = (await preview(rows)).entity
  expect(found.rejects.map(({ column }) => column)).toEqual(['zip', 'phone'])
  expect(found).toMatchObject({ changed: [], confirmed: [] })
})

test('finds the location by its id, by street and ZIP code, or as the only one', async () => {
  expect(await previewed({ npi: first, line1: '99 New Street' })).toMatchObject({
    changed: [{ changes: [{ field: 'address', after: { line1: '99 New Street', city: 'Salem', zip: '01970' } }] }],
  })
  await addSecondLocation()
  expect(await rejectsOf({ npi: first, line1: '99 New Street', zip: '01970' })).toMatchObject([
    { column: 'line1', problem: text.SEVERAL_LOCATIONS },
  ])
  const places = async (cells: Cells) => (await previewed({ npi: first, ...cells })).confirmed.map(({ place }) => place)
  expect(await places({ locationId: 'L-EAST' })).toEqual(['East Office'])
  // Excel drops the leading zero of the ZIP code.
  expect(await places({ line1: '5 OAK ST.', zip: '1970' })).toEqual(['East Office'])
  expect(await places({ line1: '12 Harbor St', zip: '01970-1234' })).toEqual(['North Family Practice'])
  await addSecondLocation('L-SUITE', '5 Oak Street', 'Suite 2')
  expect(await places({ line1: '5 Oak Street', line2: 'Ste 2', zip: '01970' })).toHaveLength(1)
  expect(await rejectsOf({ npi: first, line1: '5 Oak Street', line2: 'Suite 3', zip: '01970' })).toHaveLength(1)
})

test('an address in other spelling is no difference, and a new street drops the old suite', async () => {
  await site.db
    .updateTable('practice_location')
    .set({ address_2: 'Suite 4' })
    .where('location_id', '=', 'L-NORTH')
    .execute()
  expect((await previewed({ npi: first, line1: '12 harbor st, ste 4', state: 'ma' })).confirmed).toHaveLength(1)
  const { changed } = await previewed({ npi: first, line1: '1 Pier Road' })
  expect(changed[0]?.changes).toMatchObject([{ after: { line1: '1 Pier Road', line2: '' } }])
})

test('rejects a line that repeats another one', async () => {
  expect(await rejectsOf({ npi: first }, { npi: first, phone: '9785550177' })).toEqual([
    { line: 3, cell: '', problem: text.repeatsLine(2) },
  ])
})

test('asks for a street or a phone that the directory lacks, unless the row or a waiting change has it', async () => {
  await site.db.updateTable('practice_location').set({ phone: null }).where('location_id', '=', 'L-NORTH').execute()
  expect(await rejectsOf({ npi: first })).toMatchObject([{ column: 'phone', problem: text.NEEDS_PHONE }])
  const rows = sheet({ npi: first, phone: '9785550177' }, { npi: second, phone: '9785550177' })
  const found = (await preview(rows)).entity
  expect(found.rejects).toEqual([])
  expect((await apply(rows, found.hash)).entity).toMatchObject({ verified: 2, incomplete: [], waiting: 1 })
  await site.db.updateTable('practice_location').set({ city: null }).where('location_id', '=', 'L-NORTH').execute()
  expect(await rejectsOf({ npi: first })).toMatchObject([{ column: 'line1', problem: text.NEEDS_ADDRESS }])
  expect(await rejectsOf({ npi: first, leaving: site.clock.now().toISOString().slice(0, 10) })).toEqual([])
})

test('a provider without a location gets one from a complete row', async () => {
  await site.db.deleteFrom('practice').where('npi', '=', second).execute()
  expect(await rejectsOf({ npi: second, phone: '7815550123' })).toMatchObject([{ problem: text.NEEDS_LOCATION }])
  const address = { line1: '5 Oak Street', city: 'Lynn', state: 'MA', zip: '1901' }
  const rows = sheet({ npi: second, ...address, phone: '7815550123' })
  const found = (await preview(rows)).entity
  expect(found.changed).toMatchObject([{ changes: [{ field: 'newLocation', after: { address: { zip: '01901' } } }] }])
  expect((await apply(rows, found.hash)).entity).toMatchObject({ verified: 1, waiting: 1 })
  expect((await preview(rows)).entity).toMatchObject({ changed: [], upToDate: 1, waiting: 1 })
})

test('formulas and HTML stay text', async () => {
  const name = '=HYPERLINK("http://example.org") <img src=x onerror=alert(1)>'
  const rows = sheet({ npi: first, name })
  const found = (await preview(rows)).entity
  expect(found.changed[0]?.changes).toMatchObject([{ field: 'name', after: name }])
  await apply(rows, found.hash)
  const [change] = await site.db.selectFrom('practice_change').select('value_after').execute()
  expect(change?.value_after).toBe(name)
})

test('refuses a forged hash, other rows under the hash, and takes nothing', async () => {
  const rows = sheet({ npi: first })
  const { hash } = (await preview(rows)).entity
  const refused = { status: 407, entity: { message: text.ROSTER_MOVED } }
  expect(await apply(rows, 'f'.repeat(64))).toMatchObject(refused)
  expect(await apply(sheet({ npi: first, languages: 'es' }), hash)).toMatchObject(refused)
  expect(await countOf('verification')).toBe(0)
})

test('refuses a preview that is older than another person’s change', async () => {
  const colleague = await person(group)
  const rows = sheet({ npi: first, languages: 'es' })
  const theirs = sheet({ npi: first, languages: 'fr' })
  const { hash } = (await preview(rows)).entity
  await apply(theirs, (await preview(theirs, colleague)).entity.hash, { browser: colleague })
  expect(await apply(rows, hash)).toMatchObject({ status: 407, entity: { message: text.ROSTER_MOVED } })
  expect(await practiceOf(first)).toMatchObject({ languages: ['fr'] })
  const now = (await preview(rows)).entity
  expect(now.changed[0]?.changes).toMatchObject([{ before: ['fr'], after: ['es'] }])
  expect((await apply(rows, now.hash)).status).toBe(200)
})

test('returns the stored result for the same post, also for two at once, and refuses the key with other rows', async () => {
  const rows = sheet({ npi: first, languages: 'es' })
  const { hash } = (await preview(rows)).entity
  const requestKey = randomUUID()
  const [one, two] = await Promise.all([apply(rows, hash, { requestKey }), apply(rows, hash, { requestKey })])
  expect(one).toMatchObject({ status: 200, entity: { verified: 1, accepted: 1 } })
  expect([two, await apply(rows, hash, { requestKey })]).toEqual([one, one])
  expect(await apply(sheet({ npi: second }), hash, { requestKey })).toMatchObject({
    ...{ status: 407, entity: { message: text.OTHER_VERIFICATION } },
  })
  expect(await countOf('verification')).toBe(1)
})

test('asks for a recent proof of identity before it applies even one row', async () => {
  const rows = sheet({ npi: first })
  const { hash } = (await preview(rows)).entity
  site.clock.advance(11 * 60)
  expect(await apply(rows, hash)).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
  await office.postCall(proveFactor.path, { kind: 'password', password: testPassword })
  expect((await apply(rows, hash)).status).toBe(200)
})

test('refuses a scope that is not the caller’s, in every call', async () => {
  const rows = sheet({ npi: first })
  const { hash } = (await preview(rows)).entity
  const foreign = await person({ scopeKind: 'PG', scopeId: south.group })
  const refused = { status: 404, entity: { message: text.NOT_YOUR_SCOPE } }
  expect(await preview(rows, foreign)).toMatchObject(refused)
  expect(await apply(rows, hash, { browser: foreign })).toMatchObject(refused)
  expect(await foreign.getCall(calls.openRosterHeadings.path, group)).toMatchObject(refused)
})

test('refuses 10,000 rows, overlong cells, unknown columns and a day’s worth of rows', async () => {
  const many = (count: number) => sheet(...Array.from({ length: count }, () => ({ npi: first })))
  expect((await preview(many(10_000))).status).toBe(400)
  expect((await preview(sheet({ npi: first, name: 'x'.repeat(601) }))).status).toBe(400)
  const forged = { ...group, headings: [], rows: [{ line: 2, cells: { npi: first, verified_by: '1' } }] }
  expect((await office.postCall(calls.previewRoster.path, forged)).status).toBe(400)
  expect((await preview(many(2000))).entity.rejects).toHaveLength(1999)
  expect(await preview(many(101))).toMatchObject({ status: 407, entity: { message: text.ROSTER_LIMIT } })
  expect((await preview(many(100))).status).toBe(200)
})

test('remembers the headings of a scope for everyone who verifies it', async () => {
  const headings: RosterHeading[] = [{ heading: 'Doctor number', column: 'npi' }]
  const read = async (browser: TestBrowser) =>
    (await browser.getCall<RosterHeadings>(calls.openRosterHeadings.path, group)).entity.headings
  expect(await read(office)).toEqual([])
  await preview(sheet({ npi: first }), office, headings)
  await preview(sheet({ npi: first }))
  expect(await read(await person(group))).toEqual(headings)
  const next: RosterHeading[] = [{ heading: 'NPI', column: 'npi' }]
  await preview(sheet({ npi: first }), office, next)
  expect(await read(office)).toEqual(next)
})
