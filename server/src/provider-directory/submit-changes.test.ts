import { ACCEPTABLE_FIELDS, type AcceptableField } from '@portico/core/provider-directory/change-fields'
import { NOT_YOUR_PROVIDER } from '@portico/core/provider-directory/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#platform/context.ts'
import { connectDatabase } from '#platform/database/database.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { createTestDatabase } from '../../test/database.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { type Submission, type SubmittedChange, submitChanges } from './domain/changes/submit-changes.ts'

// A Friday.
const now = new Date('2026-03-06T15:00:00Z')
const loaded = new Date('2026-01-02T15:00:00Z')
const [first, second] = north.npis.N1
let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: ReturnType<typeof connectDatabase>
let ids: Record<string, string>
let accountId: string

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
})
beforeEach(async () => {
  await database.restore()
  await insertSmallPlan(connection.db)
  ids = await insertSmallDirectory(connection.db, loaded)
  const grants = [
    { scopeKind: 'PG' as const, scopeId: 'N1', permissions: ['ROSTER'] },
    { scopeKind: 'NPI' as const, scopeId: north.solo, permissions: ['HOME'] },
  ]
  accountId = (await insertTestAccount(connection.db, { username: 'office', grants })).id
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const caller = (directoryAccept?: Accept): SignedIn =>
  testSignedIn(testContext(connection.db, testSettings(directoryAccept && { directoryAccept }), { now }), {
    accountId,
    kind: 'provider',
  })
type Accept = readonly AcceptableField[]
type Given = Partial<Submission> & { accept?: Accept }
const submit = (changes: SubmittedChange[], { accept, ...given }: Given = {}) =>
  transact(caller(accept), (inside) =>
    submitChanges(inside, { scope: { kind: 'PG', id: 'N1' }, source: 'PAGE', changes, ...given }),
  )
const practiceOf = (npi: string) =>
  connection.db.selectFrom('practice').selectAll().where('npi', '=', npi).orderBy('id').execute()
const locationOf = (id: string) =>
  connection.db.selectFrom('practice_location').selectAll().where('location_id', '=', id).executeTakeFirstOrThrow()
const findChanges = () => connection.db.selectFrom('practice_change').selectAll().orderBy('id').execute()

const phone = (npi: string, value = '(978) 555-0199'): SubmittedChange => ({
  npi,
  locationId: 'L-NORTH',
  field: 'phone',
  value,
  versions: { location: 1 },
})
const languages = (npi: string): SubmittedChange => ({
  npi,
  practiceId: ids[npi],
  field: 'languages',
  value: ['es', 'en'],
  versions: { practice: 1 },
})
const newLocation = {
  name: 'East Office',
  address: { line1: '5 Oak Street', line2: '', city: 'Lynn', state: 'MA', zip: '01901' },
  phone: '7815550123',
}

test('applies what a rule accepts, and leaves the rest waiting until the end of the second business day', async () => {
  const outcome = await submit([phone(first), languages(first)])
  expect(outcome).toMatchObject({
    entity: { accepted: [expect.any(String)], waiting: [expect.any(String)], unchanged: 0, moved: [] },
  })
  expect(outcome).toMatchObject({ entity: { touched: { npis: [first], locationIds: [] } } })
  expect(await practiceOf(first)).toMatchObject([{ languages: ['en', 'es'], version: 2, changed_at: now }])
  expect(await locationOf('L-NORTH')).toMatchObject({ phone: '9785550101', version: 1, changed_at: loaded })
  expect(await findChanges()).toMatchObject([
    { field: 'phone', state: 'WAITING', value_before: '9785550101', value_after: '9785550199', practice_id: null },
    { field: 'languages', state: 'ACCEPTED', is_automatic: true, decided_at: now, value_before: ['en'] },
  ])
  // Tuesday at midnight, when daylight saving time has begun.
  expect((await findChanges())[0]?.due_at).toEqual(new Date('2026-03-11T03:59:59.999Z'))
  const audit = connection.db.selectFrom('audit_event').select(['action', 'npi', 'details'])
  expect(await audit.where('action', '=', 'directory.changes-sent').execute()).toEqual([
    { action: 'directory.changes-sent', npi: first, details: { waiting: ['phone'], accepted: ['languages'] } },
  ])
})

test('counts an equal waiting change once, also for another provider of the location and twice in one request', async () => {
  await submit([phone(first), phone(second)])
  const again = await submit([phone(second)])
  expect(again).toMatchObject({ entity: { waiting: [], accepted: [], unchanged: 1 } })
  expect(await findChanges()).toHaveLength(1)
  await submit([phone(first, '9785550198')])
  expect(await findChanges()).toHaveLength(2)
})

test('takes no change that equals the accepted value', async () => {
  const same = { npi: first, practiceId: ids[first], field: 'acceptingNewPatients', value: 'Y' } as const
  expect(await submit([same, phone(first, '978-555-0101')])).toMatchObject({ entity: { unchanged: 2 } })
  expect(await findChanges()).toEqual([])
})

test('returns a row that changed after the office saw it, with its present value, and takes the others', async () => {
  await submit([languages(first)])
  const outcome = await submit([
    { ...languages(first), value: ['fr'] },
    { ...languages(second), value: ['fr'] },
  ])
  expect(outcome).toMatchObject({
    entity: {
      accepted: [expect.any(String)],
      moved: [{ npi: first, field: 'languages', value: ['en', 'es'], versions: { practice: 2 } }],
    },
  })
  expect(await practiceOf(first)).toMatchObject([{ languages: ['en', 'es'] }])
  expect(await practiceOf(second)).toMatchObject([{ languages: ['fr'] }])
})

test('takes two changes of one row with the version that the office saw', async () => {
  const accepting = { ...languages(first), field: 'acceptingNewPatients', value: 'N' } as const
  expect(await submit([languages(first), accepting])).toMatchObject({ entity: { moved: [], unchanged: 0 } })
  expect(await practiceOf(first)).toMatchObject([{ languages: ['en', 'es'], accepting_new_patients: 'N' }])
})

test.each<[string, () => SubmittedChange, Given]>([
  ['a provider of another practice', () => ({ ...languages(south.npis[0]) }), {}],
  ['another provider’s row', () => ({ ...languages(first), practiceId: ids[south.npis[0]] }), {}],
  ['a colleague’s row under another NPI', () => ({ ...languages(first), practiceId: ids[second] }), {}],
  ['a foreign location', () => ({ ...phone(first), locationId: 'L-SOUTH' }), {}],
  ['an unknown location', () => ({ ...phone(first), locationId: 'L-NONE' }), {}],
  ['a practice field without a row', () => ({ ...languages(first), practiceId: undefined }), {}],
  ['a location field without a location', () => ({ ...phone(first), locationId: undefined }), {}],
  [
    'a new location of a foreign provider',
    () => ({ npi: south.npis[0], field: 'newLocation', value: newLocation }),
    {},
  ],
  ['a report in words', () => ({ npi: first, field: 'other', value: { kind: 'LEFT', details: 'x' } }), {}],
  ['a scope that the account does not have', () => languages(first), { scope: { kind: 'PO', id: north.org } }],
  ['a scope without ROSTER', () => languages(north.solo), { scope: { kind: 'NPI', id: north.solo } }],
])('refuses %s, and takes nothing of the request', async (_, forged, given) => {
  expect(await submit([languages(second), forged()], given)).toEqual({
    refusal: { status: 404, message: NOT_YOUR_PROVIDER },
  })
  expect(await findChanges()).toEqual([])
  expect(await practiceOf(second)).toMatchObject([{ version: 1 }])
})

test('names the field of a value that breaks its rule', async () => {
  expect(await submit([phone(first, 'call us')])).toEqual({
    refusal: { status: 400, message: 'Phone: Enter a phone number with ten digits, such as (617) 555-0123.' },
  })
})

test('applies each field where the plan accepts it', async () => {
  const accept = ACCEPTABLE_FIELDS
  const row = { npi: first, practiceId: ids[first], locationId: 'L-NORTH' }
  const changes: SubmittedChange[] = [
    { ...row, field: 'specialty', value: ['207R00000X', '207RC0000X'] },
    { ...row, field: 'telehealth', value: true },
    { ...row, field: 'leaving', value: '2026-06-30' },
    { ...row, field: 'name', value: '' },
    { ...row, field: 'address', value: { ...newLocation.address, state: 'NH', zip: '03060' } },
    { ...row, field: 'fax', value: '9785550111' },
    { ...row, field: 'hours', value: 'Closed' },
    { ...row, field: 'accessibility', value: 'Ramp' },
  ]
  expect(await submit(changes, { accept })).toMatchObject({
    entity: { accepted: { length: 8 }, touched: { npis: [first, second], locationIds: ['L-NORTH'] } },
  })
  expect(await practiceOf(first)).toMatchObject([
    { specialty: '207R00000X;207RC0000X', telehealth: true, ends_on: '2026-06-30', version: 2 },
  ])
  expect(await locationOf('L-NORTH')).toMatchObject({
    ...{ name: null, address_1: '5 Oak Street', state: 'NH', zip: '03060', fax: '9785550111', hours: 'Closed' },
    ...{ accessibility: 'Ramp', version: 2 },
  })
  await submit([{ ...row, field: 'leaving', value: '' }], { accept })
  expect(await practiceOf(first)).toMatchObject([{ ends_on: null }])
})

test('adds a new location with the group and network of the provider, and shares it with a second provider', async () => {
  const accept: Accept = ['newLocation']
  const add = (npi: string): SubmittedChange => ({ npi, field: 'newLocation', value: newLocation })
  await submit([add(first), { ...add(second), practiceId: ids[second] }], { accept })
  const [, added] = await practiceOf(first)
  expect(added).toMatchObject({ group_id: 'N1', network_id: 'NET', specialty: '207Q00000X', file_values: null })
  expect((await practiceOf(second))[1]?.location_id).toBe(added?.location_id)
  expect(await locationOf(added?.location_id ?? '')).toMatchObject({ name: 'East Office', phone: '7815550123' })
})

test('adds the first location of a provider without any, in the group of the scope', async () => {
  await connection.db.deleteFrom('practice').where('npi', '=', first).execute()
  await submit([{ npi: first, field: 'newLocation', value: newLocation }], { accept: ['newLocation', 'address'] })
  expect(await practiceOf(first)).toMatchObject([{ group_id: 'N1', network_id: null, languages: [] }])
})

test('asks staff for a new location in another state, unless the plan accepts addresses', async () => {
  const value = { ...newLocation, address: { ...newLocation.address, state: 'NH', zip: '03060' } }
  const change: SubmittedChange = { npi: first, field: 'newLocation', value }
  expect(await submit([change], { accept: ['newLocation'] })).toMatchObject({ entity: { waiting: { length: 1 } } })
  expect(await submit([change], { accept: ['newLocation', 'address'] })).toMatchObject({
    entity: { accepted: { length: 1 } },
  })
})

test('takes changes of an organization’s providers in its groups', async () => {
  const grants = [{ scopeKind: 'PO' as const, scopeId: north.org, permissions: ['ROSTER'] }]
  accountId = (await insertTestAccount(connection.db, { username: 'organization', grants })).id
  const scope = { kind: 'PO', id: north.org } as const
  expect(await submit([languages(first)], { scope })).toMatchObject({ entity: { accepted: { length: 1 } } })
  await connection.db.updateTable('practice').set({ group_id: 'S1' }).where('npi', '=', second).execute()
  expect(await submit([languages(second)], { scope })).toMatchObject({ refusal: { status: 404 } })
})
