import * as calls from '@portico/core/access/calls'
import { PEOPLE_SORTS } from '@portico/core/access/limits'
import type { WaitingRequests } from '@portico/core/access/request-shapes'
import type { InviteManyResult, PeoplePage } from '@portico/core/access/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#platform/database/schema.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'
import { findPeople, type Place } from './store/people/people.ts'

/** Calls of the user administration pages other than the plain list. */
let site: TestApp
type Person = { publicId: string; browser: TestBrowser }
let saa: Person
let aa: Person
let au: Person
let stranger: Person

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(async () => {
  await site.reset()
  saa = await join('pagessaa', 'SAA', 'N1', ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV'])
  aa = await join('pagesaa', 'AA', 'N1', ['HOME', 'CLAIM'])
  au = await join('pagesau', 'AU', 'N1', ['HOME', 'CLAIM', 'ELIG'])
  stranger = await join('foreign', 'SAA', south.group, ['HOME', 'CLAIM'])
})
afterAll(() => site?.close())

async function join(username: string, role: Role, scopeId: string, permissions: string[]): Promise<Person> {
  const { publicId } = await insertTestAccount(site.db, {
    username,
    kind: 'provider',
    grants: [{ role, scopeKind: 'PG', scopeId, permissions }],
  })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { publicId, browser }
}

let joined = 0
async function joinAtBothEnds(): Promise<void> {
  for (const lastName of ['Aaron', 'Zzyzx']) {
    joined += 1
    const grants = [{ role: 'AU' as const, scopeKind: 'PG' as const, scopeId: 'N2' }]
    await insertTestAccount(site.db, { username: `joined${joined}`, lastName, grants })
  }
}

async function people(who: Person, query: Record<string, string>): Promise<PeoplePage> {
  return (await who.browser.getCall<PeoplePage>(calls.listPeople.path, query)).entity
}

test('only administrators of a user find the user by id', async () => {
  expect(await people(saa, { accountId: au.publicId })).toMatchObject({ total: 1, people: [{ role: 'AU' }] })
  expect(await people(stranger, { accountId: au.publicId })).toEqual({ total: 0, people: [], actions: [] })
  expect(await people(saa, { accountId: 'nobody' })).toEqual({ total: 0, people: [], actions: [] })
})

test('a new user has an empty history, and another tenant cannot read it', async () => {
  const history = (who: Person) => who.browser.getCall(calls.listHistory.path, { accountId: au.publicId })
  expect(await history(saa)).toMatchObject({ status: 200, entity: [] })
  expect(await history(stranger)).toMatchObject({ status: 404 })
})

test('filters people by role and lists the permissions the caller can give', async () => {
  const found = await people(aa, { role: 'AU' })
  expect(found.people.map((row) => row.accountId)).toEqual([au.publicId])
  expect(found.people[0]?.givable).toEqual(['HOME', 'CLAIM'])
})

test('list and export have the requested order and contain only users the caller administers', async () => {
  const roles = async (query: Record<string, string>) => (await people(saa, query)).people.map((row) => row.role)
  expect(await roles({ sort: 'role' })).toEqual(['SAA', 'AA', 'AU'])
  expect(await roles({ sort: 'role', descending: 'true' })).toEqual(['AU', 'AA', 'SAA'])
  await site.db.updateTable('account').set({ last_sign_in_at: null }).where('public_id', '=', aa.publicId).execute()
  expect(await roles({ sort: 'lastSignIn' })).toEqual(expect.arrayContaining(['SAA', 'AU']))
  expect((await roles({ sort: 'lastSignIn' }))[0]).toBe('AA')
  expect((await saa.browser.getCall(calls.listPeople.path, { sort: 'email' })).http).toBe(400)

  await site.db.updateTable('account').set({ first_name: '=1+1' }).where('public_id', '=', au.publicId).execute()
  const file = async (who: Person, query: string) =>
    (await who.browser.get(`/Provider${calls.exportPeople.path}${query}`)).body.trim().split('\r\n')
  const [header, ...lines] = await file(saa, '?sort=role&descending=true')
  expect(header).toBe(
    'First name,Last name,Email,Role,Access to,Permissions,State,Since,Since (ISO 8601),Last sign-in,Last sign-in (ISO 8601)',
  )
  expect(lines.map((line) => line.split(',')[3])).toEqual([
    'Access User',
    'Access Administrator',
    'Senior Access Administrator',
  ])
  expect(lines[0]).toMatch(/^'=1\+1,/)
  expect(lines[0]).toMatch(
    /,Portal home; Claim status; Member eligibility,Active,"[A-Z][a-z]{2} \d+, \d{4}",\d{4}-\d\d-\d\d,/,
  )
  expect(await file(saa, '?search=nobody-of-this-name')).toHaveLength(1)
  expect((await file(stranger, '')).join()).not.toContain(',Access User,')
  expect(await file(au, '')).toHaveLength(1)
  await site.db.updateTable('account').set({ first_name: 'Au' }).where('public_id', '=', au.publicId).execute()
})

test('answers an export with a null character in its filter with 400, and names the field', async () => {
  for (const field of ['entity', 'search'])
    expect(await saa.browser.getCall(calls.exportPeople.path, { [field]: 'a\0b' })).toMatchObject({
      http: 400,
      entity: { messageCode: 'malformed' },
      metadata: { field },
    })
})

test.each(PEOPLE_SORTS.flatMap((sort) => [{ sort }, { sort, descending: true }]))(
  'reading in parts by $sort (descending: $descending) returns each user once despite concurrent inserts',
  async (order) => {
    const names = ['Ann', 'ann', 'Bo', 'bo', 'Cy']
    for (const [index, firstName] of names.entries())
      await insertTestAccount(site.db, {
        username: `parts${order.sort}${'descending' in order}${index}`,
        firstName,
        lastName: index % 2 === 0 ? 'Parts' : 'parts',
        grants: [{ role: 'AU', scopeKind: 'PG', scopeId: 'N2' }],
      })
    const filter = { within: ['GROUP:N2'] }
    const whole = await findPeople(site.db, filter, { ...order, limit: 1000 })
    const read: string[] = []
    let after: Place | undefined
    for (;;) {
      const part = await findPeople(site.db, filter, { ...order, limit: 2, after })
      read.push(...part.map(({ grantId }) => grantId))
      if (part.length === 0) break
      after = part.at(-1)?.place
      // One user sorts before the rows already read, one after them.
      if (read.length === 2) await joinAtBothEnds()
    }
    expect(whole.length).toBeGreaterThanOrEqual(names.length)
    expect(new Set(read).size).toBe(read.length)
    const known = new Set(whole.map(({ grantId }) => grantId))
    expect(read.filter((grantId) => known.has(grantId))).toEqual(whole.map(({ grantId }) => grantId))
  },
)

test('the confirmation filter returns only grants due within a month', async () => {
  const dueOn = (days: number) =>
    site.db
      .updateTable('access_grant')
      .set({ confirm_due_at: new Date(site.clock.now().getTime() + days * 86_400_000) })
      .where('role', '=', 'AU')
      .execute()
  await dueOn(40)
  expect((await people(saa, { due: 'confirm' })).total).toBe(0)
  await dueOn(20)
  const { people: due } = await people(saa, { due: 'confirm' })
  expect(due.map((row) => [row.accountId, row.actions.includes('confirm')])).toEqual([[au.publicId, true]])
})

test('a pending request lists the permissions that the caller can give', async () => {
  const { id } = await insertTestAccount(site.db, { username: 'asking', kind: 'provider', grants: [] })
  await makeRequest(site.db, testSettings(), {
    accountId: id,
    role: 'AU',
    scopes: [{ kind: 'PG', id: 'N1' }],
    permissions: ['HOME', 'CLAIM', 'ELIG'],
    now: site.clock.now(),
  })
  const { entity } = await aa.browser.getCall<WaitingRequests>(calls.listRequests.path)
  expect(entity.rows[0]).toMatchObject({ permissions: ['HOME', 'CLAIM', 'ELIG'], givable: ['HOME', 'CLAIM'] })
})

test('pending requests are paged, and a request is found by its reference', async () => {
  const waiting = async (query: Record<string, string> = {}) =>
    (await aa.browser.getCall<WaitingRequests>(calls.listRequests.path, query)).entity
  const before = (await waiting()).total
  const request = { scopes: [{ kind: 'PG', id: 'N1' } as const], permissions: ['HOME' as const] }
  const references: string[] = []
  for (let count = 0; count < 210; count += 1) {
    const { id } = await insertTestAccount(site.db, { username: `flood${count}`, kind: 'provider', grants: [] })
    const now = new Date(site.clock.now().getTime() + count * 1000)
    const made = await makeRequest(site.db, testSettings(), { ...request, accountId: id, role: 'AU', now })
    references.push(made.reference)
  }
  // An AA cannot decide an AA request and does not see it.
  const { id: accountId } = await insertTestAccount(site.db, { username: 'wantsaa', kind: 'provider', grants: [] })
  const forAa = await makeRequest(site.db, testSettings(), { ...request, accountId, role: 'AA', now: site.clock.now() })

  const total = before + references.length
  expect(await waiting()).toMatchObject({ total, pageSize: 25 })
  const last = await waiting({ page: String(Math.floor((total - 1) / 25)) })
  expect(last.rows.at(-1)?.reference).toBe(references.at(-1))
  expect((await waiting({ sort: 'asked', descending: 'true' })).rows[0]?.reference).toBe(references.at(-1))
  expect((await waiting({ reference: references[203] ?? '' })).rows).toMatchObject([{ reference: references[203] }])
  expect((await waiting({ reference: forAa.reference })).rows).toEqual([])
})

test('a CSV preview reports the result of each row and sends no invitation', async () => {
  const csv = [
    'first_name,last_name,email,role',
    'Ann,Lee,ann@example.org,AU',
    'Ann,Lee,ANN@example.org,AU',
    'Bo,Li,bo@example.org,AA',
    'Cy,,cy@example.org,AA',
  ].join('\n')
  const send = async (preview: boolean) =>
    (await aa.browser.postCall<InviteManyResult>(calls.inviteMany.path, { entity: 'GROUP:N1', csv, preview })).entity
  const said = [
    'The same person is on line 2.',
    'You are not allowed to do this.',
    'Last name: Required; You are not allowed to do this',
  ]
  const before = await people(aa, {})
  const preview = await send(true)
  expect(preview.rows.map((row) => row.message)).toEqual(['Can be invited.', ...said])
  expect(preview.rows[0]).toMatchObject({
    name: 'Ann Lee',
    email: 'ann@example.org',
    role: 'AU',
    permissions: ['HOME'],
  })
  expect(await people(aa, {})).toEqual(before)
  const sent = await send(false)
  expect(sent.rows.map((row) => row.message)).toEqual(['Invited.', ...said])
  expect((await people(aa, {})).total).toBe(before.total + 1)
})

test('the colleagues filter returns only active users of the entity itself in roles the caller can give', async () => {
  const grant = { role: 'AU', scopeKind: 'PG', scopeId: 'N1' } as const
  const below = { ...grant, scopeKind: 'NPI', scopeId: north.npis.N1[0] } as const
  for (let count = 0; count < 60; count += 1)
    await insertTestAccount(site.db, { username: `below${count}`, lastName: 'Aaron', grants: [below] })
  const last = { firstName: 'Zoe', lastName: 'Zuckerman' }
  await insertTestAccount(site.db, { ...last, username: 'lastone', grants: [grant] })
  await insertTestAccount(site.db, { ...last, username: 'paused1', grants: [{ ...grant, state: 'SUSPENDED' }] })
  const at = { entity: 'GROUP:N1', colleagues: 'true' }
  const found = async (who: Person, query: Record<string, string>) =>
    (await people(who, query)).people.map(({ email }) => email.split('@')[0]).sort()
  expect(await found(saa, at)).toEqual(['lastone', 'pagesaa', 'pagesau'])
  expect(await people(saa, at)).toMatchObject({ total: 3 })
  expect(await found(aa, at)).toEqual(['lastone', 'pagesau'])
  expect(await found(saa, { ...at, search: 'zuck' })).toEqual(['lastone'])
  expect(await found(saa, { ...at, role: 'AA' })).toEqual(['pagesaa'])
  expect(await found(stranger, at)).toEqual([])
  expect(await found(au, at)).toEqual([])
  expect(await found(saa, { colleagues: 'true' })).toEqual([])
})
