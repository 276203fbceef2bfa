import { randomUUID } from 'node:crypto'
import * as calls from '@portico/core/provider-directory/calls'
import { NOT_YOUR_SCOPE, OTHER_VERIFICATION, UNKNOWN_RECEIPT } from '@portico/core/provider-directory/sentences'
import type {
  Receipt,
  Receipts,
  VerificationDraft,
  VerificationScope,
  Verified,
  VerifyItem,
  VerifyList,
  VerifyReferences,
  VerifyRow,
} from '@portico/core/provider-directory/verify-shapes'
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
const scopes = {
  group: { scopeKind: 'PG' as const, scopeId: 'N1', permissions: ['HOME', 'ROSTER'] },
  solo: { scopeKind: 'NPI' as const, scopeId: north.solo, permissions: ['HOME', 'ROSTER'] },
}
let site: TestApp
let office: TestBrowser
let colleague: TestBrowser
let counter = 0

beforeAll(async () => {
  site = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(site.db)
  await sql`update provider set search_name = lower(name)`.execute(site.db)
})
afterAll(() => site?.close())
beforeEach(async () => {
  for (const table of ['verification_draft', 'practice_change', 'verification', 'practice', 'practice_location'])
    await sql`delete from ${sql.table(table)}`.execute(site.db)
  const unknown = { address: null, city: null, state: null, postal_code: null, phone: null, taxonomy_code: null }
  await site.db.updateTable('provider').set(unknown).where('npi', 'in', [first, second]).execute()
  await insertSmallDirectory(site.db, site.clock.now())
  site.clock.advance(60 * DAY)
  office = await person(scopes.group)
  colleague = await person(scopes.group)
})

type Grant = { scopeKind: 'NPI' | 'PG' | 'PO'; scopeId: string; permissions: string[] }

async function person(...grants: Grant[]): Promise<TestBrowser> {
  counter += 1
  const username = `verify${counter}`
  const asUser = grants.map((grant) => ({ ...grant, role: 'AU' as const }))
  await insertTestAccount(site.db, { username, firstName: 'Casey', grants: asUser })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const list = (browser = office, query: Record<string, string> = {}) =>
  browser.getCall<VerifyList>(calls.listToVerify.path, { ...group, ...query })
const rowsOf = async (browser = office): Promise<VerifyRow[]> => (await list(browser)).entity.rows
const rowOf = async (npi: string, browser = office): Promise<VerifyRow> => {
  const found = (await rowsOf(browser)).find((row) => row.npi === npi)
  if (!found) throw new Error('The list has the provider.')
  return found
}
const stillTrue = ({ id, npi, seen }: VerifyRow, changes: VerifyItem['changes'] = []): VerifyItem => ({
  ...(id === undefined ? {} : { id }),
  npi,
  seen,
  changes,
})
const verify = (items: VerifyItem[], browser = office, more: object = {}) =>
  browser.postCall<Verified>(calls.verifyDirectory.path, { ...group, requestKey: randomUUID(), items, ...more })
const phone = (value: string) => [{ field: 'phone' as const, value }]
const practiceOf = (npi: string) =>
  site.db.selectFrom('practice').selectAll().where('npi', '=', npi).executeTakeFirstOrThrow()

test('lists the scopes with progress, due dates and the caller’s draft', async () => {
  const both = await person(scopes.group, scopes.solo)
  await both.postCall(calls.saveVerificationDraft.path, { ...group, items: [stillTrue(await rowOf(first, both))] })
  const { entity } = await both.getCall<VerificationScope[]>(calls.listVerificationScopes.path)
  const dueOn = new Date(site.clock.now().getTime() + 30 * DAY * 1000).toISOString().slice(0, 10)
  expect(entity).toMatchObject([
    { ...group, name: 'North Family Practice', total: 2, verified: 0, overdue: 0, dueSoon: 2, dueOn },
    { scopeKind: 'NPI', scopeId: north.solo, total: 1, draftSavedAt: '' },
  ])
  expect(entity[0]?.draftSavedAt).not.toBe('')
})

test('shows accepted values beside the national file, and marks differences, gaps and what waits', async () => {
  await site.db
    .updateTable('provider')
    .set({ address: '12 HARBOR ST', city: 'SALEM', state: 'MA', postal_code: '01970', phone: '9785550199' })
    .where('npi', '=', first)
    .execute()
  await site.db.updateTable('provider').set({ taxonomy_code: '208000000X' }).where('npi', '=', first).execute()
  await verify([stillTrue(await rowOf(first), phone('9785550177'))])
  expect(await rowOf(first)).toMatchObject({
    ...{ name: 'North Family Practice', phone: '9785550101', hours: 'Mon-Fri 9-5', specialty: ['207Q00000X'] },
    national: { phone: '9785550199', specialty: '208000000X', address: { line1: '12 HARBOR ST' } },
    ...{ different: ['address', 'phone', 'specialty'], missing: [], state: 'VERIFIED', verifiedBy: 'Casey Sample' },
    pending: [{ field: 'phone', value: '9785550177' }],
  })
  expect(await rowOf(second)).toMatchObject({ different: [], state: 'DUE_SOON', verifiedAt: '' })
})

test.each([
  [{ view: 'VERIFIED' }, [first]],
  [{ view: 'TO_VERIFY' }, [second]],
  [{ view: 'MISSING' }, []],
  [{ view: 'OVERDUE' }, []],
  [{ view: 'DIFFERENT' }, []],
  [{ view: 'PENDING' }, []],
  [{ search: second }, [second]],
  [{ search: 'nobody' }, []],
  [{ sort: 'due', descending: 'true' }, [first, second]],
  [{ page: '1' }, []],
])('filters and sorts the list by %j', async (query: Record<string, string>, npis) => {
  await verify([stillTrue(await rowOf(first))])
  expect((await list(office, query)).entity.rows.map(({ npi }) => npi)).toEqual(npis)
})

test('finds rows by what waits, what is missing, what differs and what is overdue', async () => {
  await site.db.updateTable('practice_location').set({ address_1: null }).where('location_id', '=', 'L-NORTH').execute()
  await site.db.updateTable('provider').set({ phone: '9785550100' }).where('npi', '=', second).execute()
  await verify([stillTrue(await rowOf(first), [{ field: 'specialty', value: ['208000000X'] }, ...phone('9785550188')])])
  site.clock.advance(31 * DAY)
  office = await person(scopes.group)
  const npisOf = async (view: string) => (await list(office, { view })).entity.rows.map(({ npi }) => npi)
  expect(await npisOf('MISSING')).toEqual([first, second])
  expect(await npisOf('OVERDUE')).toEqual([first, second])
  expect(await npisOf('DIFFERENT')).toEqual([second])
  expect(await npisOf('PENDING')).toEqual([])
})

test('confirms one row, which is then due after the days of the setting, with a receipt and one audit entry', async () => {
  const reply = await verify([stillTrue(await rowOf(first))])
  expect(reply).toMatchObject({ status: 200, entity: { verified: 1, accepted: 0, waiting: 0, moved: [] } })
  expect((await practiceOf(first)).verified_at).toEqual(site.clock.now())
  expect((await practiceOf(second)).verified_at).toBeNull()
  const dueOn = new Date(site.clock.now().getTime() + 90 * DAY * 1000).toISOString().slice(0, 10)
  expect(await rowOf(first)).toMatchObject({ state: 'VERIFIED', dueOn })
  const audit = await site.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'directory.verified')
    .execute()
  expect(audit.at(-1)?.details).toMatchObject({ scope: 'PG N1', rows: 1, changes: 0, source: 'PAGE' })
})

test('takes changes with the verification: a rule accepts some, the others wait for staff', async () => {
  const changes: VerifyItem['changes'] = [
    ...phone('(978) 555-0177'),
    { field: 'languages', value: ['es', 'en'] },
    { field: 'leaving', value: site.clock.now().toISOString().slice(0, 10) },
  ]
  const { entity } = await verify([stillTrue(await rowOf(first), changes), stillTrue(await rowOf(second))])
  expect(entity).toMatchObject({ verified: 2, accepted: 1, waiting: 2 })
  expect(await practiceOf(first)).toMatchObject({ languages: ['en', 'es'], version: 2 })
  const stored = await site.db.selectFrom('practice_change').select(['field', 'verification_id']).execute()
  expect(stored).toHaveLength(3)
  expect(stored.every(({ verification_id }) => verification_id !== null)).toBe(true)
})

test('adds a first location of a provider without any', async () => {
  await site.db.deleteFrom('practice').where('npi', '=', second).execute()
  const row = await rowOf(second)
  expect(row).toMatchObject({ missing: ['newLocation'], seen: '', state: 'NOT_VERIFIED' })
  expect(row.id).toBeUndefined()
  expect((await verify([stillTrue(row)])).entity).toMatchObject({ verified: 0, incomplete: [{ npi: second }] })
  const address = { line1: '5 Oak Street', line2: '', city: 'Lynn', state: 'MA', zip: '01901' }
  const value = { name: 'East', address, phone: '7815550123', fax: '', hours: '', accessibility: '' }
  const { entity } = await verify([stillTrue(row, [{ field: 'newLocation', value }])])
  expect(entity).toMatchObject({ verified: 1, waiting: 1, incomplete: [] })
})

test('asks for a missing street or phone before a row can be confirmed, and takes the other rows', async () => {
  await site.db.updateTable('practice_location').set({ phone: null }).where('location_id', '=', 'L-NORTH').execute()
  const row = await rowOf(first)
  expect(row.missing).toEqual(['phone'])
  const { entity: selected } = await office.getCall<VerifyReferences>(calls.selectToVerify.path, group)
  expect(selected).toEqual({ rows: [], incomplete: 2 })
  expect((await verify([stillTrue(row)])).entity).toMatchObject({
    verified: 0,
    incomplete: [{ id: row.id, npi: first }],
  })
  expect((await verify([stillTrue(row, phone('9785550177'))])).entity).toMatchObject({ verified: 1, incomplete: [] })
  // The phone of the shared location waits for staff now.
  expect((await verify([stillTrue(await rowOf(second))])).entity).toMatchObject({ verified: 1, incomplete: [] })
})

test('returns a row that another person verified or changed in between, and takes the other rows', async () => {
  const [one, two] = await rowsOf()
  if (!one || !two) throw new Error('The list has two rows.')
  await verify([stillTrue(one, [{ field: 'languages', value: ['fr'] }])], colleague)
  const { entity } = await verify([stillTrue(one, [{ field: 'languages', value: ['es'] }]), stillTrue(two)])
  expect(entity).toMatchObject({ verified: 1, moved: [{ id: one.id, what: 'CHANGED', by: 'Casey Sample' }] })
  expect(await practiceOf(one.npi)).toMatchObject({ languages: ['fr'] })
  expect((await verify([stillTrue(two)], colleague)).entity).toMatchObject({
    ...{ verified: 0, moved: [{ id: two.id, what: 'VERIFIED', at: site.clock.now().toISOString() }] },
  })
  // After a look at the present state, the change is taken.
  const again = await verify([stillTrue(await rowOf(one.npi), [{ field: 'languages', value: ['es'] }])])
  expect(again.entity).toMatchObject({ verified: 1, accepted: 1 })
})

test('returns rows that left, and takes nothing of a forged id', async () => {
  const row = await rowOf(first)
  const foreign = await person(scopes.solo)
  const { entity } = await foreign.getCall<VerifyList>(calls.listToVerify.path, {
    scopeKind: 'NPI',
    scopeId: north.solo,
  })
  const [theirs] = entity.rows
  if (!theirs) throw new Error('The list has the solo provider.')
  await site.db.updateTable('practice').set({ left_at: site.clock.now() }).where('npi', '=', first).execute()
  const reply = await verify([stillTrue(row), stillTrue(theirs), { ...stillTrue(await rowOf(second)), id: 'forged' }])
  expect(reply.entity).toMatchObject({ verified: 0, moved: [{ what: 'GONE' }, { what: 'GONE' }, { what: 'GONE' }] })
  expect((await practiceOf(north.solo)).verified_at).toBeNull()
})

test('returns the stored result for the same post, and refuses the key with other content', async () => {
  const body = { ...group, requestKey: randomUUID(), items: [stillTrue(await rowOf(first))] }
  const post = (given: object) => office.postCall<Verified>(calls.verifyDirectory.path, given)
  const [one, two] = await Promise.all([post(body), post(body)])
  expect(one).toMatchObject({ status: 200, entity: { verified: 1, moved: [] } })
  expect(two).toEqual(one)
  expect(await post({ ...body, items: [stillTrue(await rowOf(second))] })).toMatchObject({
    status: 407,
    entity: { message: OTHER_VERIFICATION },
  })
  const { count } = await site.db
    .selectFrom('verification')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe('1')
})

test('another person’s key is not found', async () => {
  const requestKey = randomUUID()
  const items = [stillTrue(await rowOf(first))]
  await verify(items, office, { requestKey })
  expect((await verify(items, colleague, { requestKey })).entity).toMatchObject({ verified: 0, moved: [{}] })
})

test.each<[string, () => Promise<VerifyItem[]>]>([
  ['changes', async () => [stillTrue(await rowOf(first), phone('9785550177'))]],
  ['all rows', async () => (await rowsOf()).map((row) => stillTrue(row))],
  [
    'more than 25 rows',
    async () => Array.from({ length: 26 }, (_, at) => ({ id: `no${at}`, npi: first, seen: '', changes: [] })),
  ],
])('asks for a recent proof of identity for %s', async (_title, items) => {
  const given = await items()
  site.clock.advance(11 * 60)
  expect(await verify(given)).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
  await office.postCall(proveFactor.path, { kind: 'password', password: testPassword })
  expect((await verify(given)).status).toBe(200)
})

test('confirms one of several rows without a recent proof', async () => {
  const item = stillTrue(await rowOf(first))
  site.clock.advance(11 * 60)
  expect((await verify([item])).entity).toMatchObject({ verified: 1 })
})

test('refuses a scope that is not the caller’s, in every call', async () => {
  const items = [stillTrue(await rowOf(first))]
  const { entity } = await verify(items)
  const foreign = await person({ scopeKind: 'PG', scopeId: south.group, permissions: ['HOME', 'ROSTER'] })
  const refused = { status: 404, entity: { message: NOT_YOUR_SCOPE } }
  expect(await list(foreign)).toMatchObject(refused)
  for (const call of [calls.selectToVerify, calls.openVerificationDraft, calls.listReceipts])
    expect(await foreign.getCall(call.path, group), call.path).toMatchObject(refused)
  expect(await foreign.postCall(calls.saveVerificationDraft.path, { ...group, items })).toMatchObject(refused)
  expect(await verify(items, foreign)).toMatchObject(refused)
  expect(await foreign.getCall(calls.openReceipt.path, { id: entity.receipt ?? '' })).toMatchObject({
    status: 404,
    entity: { message: UNKNOWN_RECEIPT },
  })
})

test('refuses a caller without ROSTER, and a grant that has ended', async () => {
  const without = await person({ ...scopes.group, permissions: ['HOME'] })
  expect((await list(without)).http).toBe(403)
  await site.db.updateTable('access_grant').set({ state: 'SUSPENDED' }).execute()
  expect((await list()).http).toBe(403)
  await site.db.updateTable('access_grant').set({ state: 'ACTIVE' }).execute()
})

test('keeps a draft per person and scope, and takes what was verified out of it', async () => {
  const [one, two] = await rowsOf()
  if (!one || !two) throw new Error('The list has two rows.')
  const items = [stillTrue(one, phone('9785550177')), stillTrue(two)]
  const saved = await office.postCall<VerificationDraft>(calls.saveVerificationDraft.path, { ...group, items })
  expect(saved.entity.savedAt).toBe(site.clock.now().toISOString())
  const draftOf = async (browser: TestBrowser) =>
    (await browser.getCall<VerificationDraft>(calls.openVerificationDraft.path, group)).entity
  expect(await draftOf(office)).toEqual({ ...saved.entity, items })
  expect(await draftOf(colleague)).toEqual({ savedAt: '', items: [] })
  await verify([stillTrue(two)])
  expect((await draftOf(office)).items).toEqual([items[0]])
  await verify([stillTrue(one, phone('9785550177'))])
  expect(await draftOf(office)).toEqual({ savedAt: '', items: [] })
})

test('refuses a draft with a value that breaks its rule, and deletes an empty one', async () => {
  const row = await rowOf(first)
  const save = (items: VerifyItem[]) => office.postCall(calls.saveVerificationDraft.path, { ...group, items })
  expect((await save([stillTrue(row, phone('call us'))])).status).toBe(400)
  await save([stillTrue(row)])
  await save([])
  expect(await site.db.selectFrom('verification_draft').selectAll().execute()).toEqual([])
})

test('lists receipts, and shows in each what was verified, also after later changes', async () => {
  const { entity } = await verify([stillTrue(await rowOf(first), [{ field: 'languages', value: ['es'] }])])
  await verify([stillTrue(await rowOf(first), [{ field: 'languages', value: ['fr'] }])])
  const receipts = await colleague.getCall<Receipts>(calls.listReceipts.path, group)
  expect(receipts.entity).toMatchObject({ total: 2, rows: [{ rows: 1, changes: 1 }, { id: entity.receipt }] })
  const receipt = await colleague.getCall<Receipt>(calls.openReceipt.path, { id: entity.receipt ?? '' })
  expect(receipt.entity).toMatchObject({
    ...{ ...group, name: 'North Family Practice', verifiedBy: 'Casey Sample', source: 'PAGE' },
    lines: [{ npi: first, phone: '9785550101', languages: ['en'], changes: [{ before: ['en'], after: ['es'] }] }],
  })
})

test('refuses a change that breaks its rule, and takes nothing of the request', async () => {
  const reply = await verify([stillTrue(await rowOf(first), phone('call us')), stillTrue(await rowOf(second))])
  expect(reply).toMatchObject({ status: 400 })
  expect((await practiceOf(second)).verified_at).toBeNull()
})
