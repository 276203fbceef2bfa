import * as calls from '@portico/core/members/calls'
import { NO_CARD, NO_MEMBER_RECORD, NOT_IN_FAMILY } from '@portico/core/members/sentences'
import type { Family, IdCardPdf, MemberClaims, MemberHome } from '@portico/core/members/shapes'
import * as directory from '@portico/core/plan-data/calls'
import * as signon from '@portico/core/signon/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { readPdf } from '../../test/read-pdf.ts'

let test: TestApp

/** Today is March 2, 2026. Ada has a spouse, a child, a child who turns eighteen tomorrow and one who does today. */
const ada = 'N7000000101'
const spouse = 'N7000000102'
const child = 'N7000000103'
const almost = 'N7000000104'
const adult = 'N7000000105'
const bo = 'R7000000201'
const boChild = 'R7000000202'
const ended = '80070000301'

const people = [
  { id: ada, of: ada, relationship: 'SELF', first: 'Ada', born: '1980-05-05' },
  { id: spouse, of: ada, relationship: 'SPOUSE', first: 'Sam', born: '1981-06-06' },
  { id: child, of: ada, relationship: 'CHILD', first: 'Cleo', born: '2015-07-07' },
  { id: almost, of: ada, relationship: 'CHILD', first: 'Alma', born: '2008-03-03' },
  { id: adult, of: ada, relationship: 'CHILD', first: 'Axel', born: '2008-03-02' },
  { id: bo, of: bo, relationship: 'SELF', first: 'Bo', born: '1975-01-01' },
  { id: boChild, of: bo, relationship: 'CHILD', first: 'Bea', born: '2018-01-01' },
  { id: ended, of: ended, relationship: 'SELF', first: 'Enid', born: '1970-01-01', until: '2025-12-31' },
]

beforeAll(async () => {
  const limits = { signInsPerMinutePerUser: 1000, signInsPerMinutePerAddress: 1000 }
  test = await buildTestApp({ database: 'migrated', settings: { limits } })
  for (const person of people) await insertMember(person)
  await insertProviders()
  await insertClaims()
  for (const [username, memberId] of Object.entries({ ada001: ada, sam001: spouse, bo0001: bo, enid01: ended })) {
    const { id } = await insertTestAccount(test.db, { username, kind: 'member' })
    await test.db.updateTable('account').set({ member_id: memberId }).where('id', '=', id).execute()
  }
  await insertTestAccount(test.db, { username: 'nobody1', kind: 'member' })
  await insertTestAccount(test.db, { username: 'staff001', kind: 'internal' })
  const permissions = ['HOME', 'CLAIM', 'ELIG']
  await insertTestAccount(test.db, {
    username: 'provider1',
    grants: [{ role: 'SAA', scopeId: '1100000029', permissions }],
  })
})
afterAll(() => test.close())
beforeEach(() => test.clock.set(new Date('2026-03-02T15:00:00Z')))

async function insertMember(person: (typeof people)[number]) {
  await test.db
    .insertInto('member')
    .values({
      member_id: person.id,
      subscriber_id: person.of,
      relationship: person.relationship,
      first_name: person.first,
      last_name: `Fam${person.of.slice(-3)}`,
      birth_date: person.born,
      plan_name: 'Harborview HMO',
      effective_date: '2020-01-01',
      termination_date: person.until ?? null,
    })
    .execute()
}

const providers = [
  ['1100000011', 'Maria Whitfield, MD', 'Whitfield', '207RC0000X', 'Salem'],
  ['1100000029', 'Marco Arden, MD', 'Arden', '207Q00000X', 'Salem'],
  ['1100000037', 'Jo Marsh, MD', 'Marsh', '207Q00000X', 'Lowell'],
  ['1100000045', 'Left Longago, MD', 'Longago', '207Q00000X', 'Salem'],
  ['1500000025', 'Out Ofnetwork, MD', 'Ofnetwork', '207Q00000X', 'Salem'],
] as const

async function insertProviders() {
  for (const [npi, name, last, code, city] of providers) {
    await test.db
      .insertInto('provider')
      .values({
        npi,
        entity_type: 1,
        name,
        first_name: name.split(' ')[0] ?? '',
        last_name: last,
        address: '1 Main St',
        city,
        state: 'MA',
        postal_code: '01970',
        phone: '9785550100',
        taxonomy_code: code,
        search_name: name.toLowerCase().replace(',', ''),
      })
      .execute()
    const left_at = npi === '1100000045' ? new Date('2025-01-01') : null
    if (npi !== '1500000025') await test.db.insertInto('network_provider').values({ npi, left_at }).execute()
  }
  await test.db.insertInto('provider_group').values({ group_id: 'G1', kind: 'PG', name: 'Salem Family' }).execute()
  await test.db.insertInto('group_member').values({ group_id: 'G1', npi: '1100000029' }).execute()
}

async function insertClaims() {
  const claims = [
    ['A1', ada, '1100000011', '2026-02-10', '100.00', '80.00', 'PAID'],
    ['A2', ada, '1100000011', '2026-01-15', '50.50', null, 'IN PROCESS'],
    ['A3', ada, '1100000029', '2025-11-01', '70.00', '70.00', 'PAID'],
    ['S1', spouse, '1100000011', '2026-02-01', '999.00', '999.00', 'PAID'],
    ['C1', child, '1100000029', '2026-02-20', '30.00', '10.00', 'PAID'],
    ['X1', adult, '1100000011', '2026-02-02', '888.00', '888.00', 'PAID'],
    ['B1', bo, '1100000029', '2026-02-03', '777.00', '777.00', 'PAID'],
    ['B2', boChild, '1100000029', '2026-02-04', '666.00', '666.00', 'PAID'],
  ] as const
  for (const [claim_number, member_id, npi, service_date, billed_amount, paid_amount, status] of claims)
    await test.db
      .insertInto('claim')
      .values({ claim_number, member_id, npi, service_date, billed_amount, paid_amount, status })
      .execute()
}

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = test.openBrowser()
  expect((await browser.signIn(username, testPassword)).headers.location).not.toContain('error')
  return browser
}

async function nameOf(browser: TestBrowser, firstName: string): Promise<string> {
  const { entity } = await browser.getCall<Family>(calls.family.path)
  return entity.people.find((person) => person.firstName === firstName)?.person ?? ''
}

const firstNames = (family: Family) => family.people.map((person) => person.firstName)

describe('plan data', () => {
  it('shows copay, deductible and primary care provider of visible people, and the amount due for a claim', async () => {
    const change = { pcp_npi: '1100000029', copay_office: '20.00', deductible: '500.00', deductible_met: '90.00' }
    await test.db.updateTable('member').set(change).where('member_id', '=', child).execute()
    const claim = { denial_reason: 'Not covered by this plan.', member_owes: '50.50' }
    await test.db.updateTable('claim').set(claim).where('claim_number', '=', 'A2').execute()
    const browser = await signedIn('ada001')
    const { people } = (await browser.getCall<Family>(calls.family.path)).entity
    const benefits = { pcpName: 'Marco Arden, MD', copayOffice: '20.00', deductible: '500.00', deductibleMet: '90.00' }
    expect(people.find((person) => person.firstName === 'Cleo')).toMatchObject(benefits)
    expect(people[0]).toMatchObject({ pcpNpi: '', pcpName: '', copayOffice: '', deductible: '', deductibleMet: '' })
    const claims = (await browser.getCall<MemberClaims>(calls.memberClaims.path, { year: '2026' })).entity.rows
    expect(claims.find((row) => row.claimNumber === 'A2')).toMatchObject({
      denialReason: 'Not covered by this plan.',
      memberOwes: '50.50',
    })
    expect(claims.find((row) => row.claimNumber === 'A1')).toMatchObject({ denialReason: '', memberOwes: '' })
    const sums = async (year: string) => (await browser.getCall<MemberClaims>(calls.memberClaims.path, { year })).entity
    const { owes, owesUnknown, total } = await sums('2026')
    expect({ owes, owesUnknown }).toEqual({ owes: '50.50', owesUnknown: total - 1 })
    expect(await sums('2025')).toMatchObject({ owes: '' })
    expect((await browser.getCall<MemberHome>(calls.memberHome.path)).entity.owesThisYear).toBe('50.50')
  })
})

describe('visibility of family members', () => {
  it('shows a subscriber their own data and dependents until their eighteenth birthday', async () => {
    const browser = await signedIn('ada001')
    const { entity } = await browser.getCall<Family>(calls.family.path)
    expect(firstNames(entity)).toEqual(['Ada', 'Alma', 'Cleo'])
    expect(entity.isSubscriber).toBe(true)
    test.clock.set(new Date('2026-03-03T15:00:00Z'))
    const next = await signedIn('ada001')
    expect(firstNames((await next.getCall<Family>(calls.family.path)).entity)).toEqual(['Ada', 'Cleo'])
  })

  it('shows a dependent only their own data', async () => {
    const { entity } = await (await signedIn('sam001')).getCall<Family>(calls.family.path)
    expect(firstNames(entity)).toEqual(['Sam'])
    expect(entity.isSubscriber).toBe(false)
    expect(entity.people[0]?.subscriberName).toBe('Ada Fam101')
  })

  it('shows an account without a member record whom to call', async () => {
    const reply = await (await signedIn('nobody1')).getCall(calls.memberHome.path)
    expect(reply).toMatchObject({ http: 200, status: 404, entity: { message: NO_MEMBER_RECORD } })
  })
})

/** Texts that must not appear in a reply to the given user. */
const foreign = {
  ada001: [spouse, adult, bo, boChild, ended, 'S1', 'X1', 'B1', 'B2', 'Axel', 'Bea', '999.00', '888.00', '777.00'],
  sam001: [child, almost, adult, bo, boChild, 'A1', 'C1', 'X1', 'B1', 'Cleo', 'Alma', '100.00', '888.00'],
  bo0001: [ada, spouse, child, almost, adult, 'A1', 'S1', 'C1', 'X1', 'Cleo', '100.00', '999.00'],
}

describe('access across families', () => {
  it.each(Object.entries(foreign))('returns no data of other families to %s', async (user, texts) => {
    const browser = await signedIn(user)
    const lookUps: [string, Record<string, string>][] = [
      [calls.memberHome.path, {}],
      [calls.family.path, {}],
      [calls.memberClaims.path, {}],
      [calls.memberClaims.path, { year: '2026' }],
      [calls.memberClaims.path, { year: '2025' }],
    ]
    for (const [call, query] of lookUps) {
      const reply = JSON.stringify(await browser.getCall(call, query))
      for (const text of texts) expect(reply, `${call} ${JSON.stringify(query)}`).not.toContain(`"${text}"`)
    }
  })

  it.each(Object.keys(foreign))('rejects other accounts’ person ids and every member ID for %s', async (user) => {
    const names: string[] = people.map(({ id }) => id)
    for (const other of Object.keys(foreign).filter((candidate) => candidate !== user)) {
      const { entity } = await (await signedIn(other)).getCall<Family>(calls.family.path)
      names.push(...entity.people.map(({ person }) => person))
    }
    const browser = await signedIn(user)
    for (const person of names) {
      for (const call of [calls.memberClaims.path, calls.idCardPdf.path]) {
        const reply = await browser.getCall(call, { person })
        expect(reply, `${call} ${person}`).toMatchObject({ status: 404, entity: { message: NOT_IN_FAMILY } })
      }
    }
  })

  it('rejects member calls from providers, plan staff and visitors', async () => {
    const secured = Object.values(calls).flatMap(({ path }) => (path.includes('/sec/') ? [path] : []))
    expect(secured).toHaveLength(8)
    for (const [user, http] of [
      ['provider1', 403],
      ['staff001', 403],
      ['', 401],
    ] as const) {
      const browser = user ? await signedIn(user) : test.openBrowser()
      for (const call of secured)
        expect((await browser.getCall(call, { person: ada, search: 'a' })).http, `${user} ${call}`).toBe(http)
    }
  })

  it('rejects provider calls from a member', async () => {
    const browser = await signedIn('ada001')
    expect((await browser.getCall<boolean>(signon.isMemberUser.path)).entity).toBe(true)
    expect((await browser.getCall<boolean>(signon.isProviderUser.path)).entity).toBe(false)
    expect((await browser.getCall(signon.keepAliveMember.path)).http).toBe(200)
    expect((await browser.getCall(signon.keepAliveProvider.path)).http).toBe(403)
    expect((await browser.postCall(directory.findEligibility.path, { memberId: bo })).http).toBe(403)
    expect((await browser.postCall(directory.searchClaims.path, {})).http).toBe(403)
  })

  it('shows a provider only the claims of their own scope', async () => {
    const reply = JSON.stringify(await (await signedIn('provider1')).postCall(directory.searchClaims.path, {}))
    for (const text of ['A1', 'A2', 'S1', 'X1']) expect(reply).not.toContain(`"${text}"`)
    for (const text of ['A3', 'C1', 'B1', 'B2']) expect(reply).toContain(`"${text}"`)
  })
})

describe('home', () => {
  it('home shows the year’s totals and recent changes, newest first', async () => {
    const { entity } = await (await signedIn('ada001')).getCall<MemberHome>(calls.memberHome.path)
    expect(entity).toMatchObject({ year: 2026, claimsThisYear: 3, billedThisYear: '180.50', paidThisYear: '90.00' })
    expect(entity.changes.map(({ on, what, who }) => [on, what, who])).toEqual([
      ['2026-02-20', 'CLAIM', 'Cleo'],
      ['2026-02-10', 'CLAIM', ''],
      ['2026-01-15', 'CLAIM', ''],
      ['2026-01-05', 'ACCOUNT', ''],
    ])
  })

  it('home reports ended coverage', async () => {
    const { entity } = await (await signedIn('enid01')).getCall<MemberHome>(calls.memberHome.path)
    expect(entity.people[0]?.coverage).toBe('ENDED')
    expect(entity.changes.map(({ what }) => what)).toContain('COVERAGE_ENDS')
  })
})

describe('claims', () => {
  it('returns the newest year of claims with all its months, and the available years', async () => {
    const { entity } = await (await signedIn('ada001')).getCall<MemberClaims>(calls.memberClaims.path)
    expect(entity).toMatchObject({ year: 2026, years: [2026, 2025], total: 3, billed: '180.50', paid: '90.00' })
    expect(entity.rows.map((row) => row.claimNumber)).toEqual(['C1', 'A1', 'A2'])
    expect(entity.rows[2]).toMatchObject({ paid: '', status: 'IN PROCESS', providerName: 'Maria Whitfield, MD' })
    expect(entity.months).toHaveLength(12)
    expect(entity.months[1]).toEqual({ month: 2, billed: '130.00', paid: '90.00' })
    expect(entity.months[11]).toEqual({ month: 12, billed: '0.00', paid: '0.00' })
  })

  it('filters claims by person and by year', async () => {
    const browser = await signedIn('ada001')
    const one = await browser.getCall<MemberClaims>(calls.memberClaims.path, { person: await nameOf(browser, 'Cleo') })
    expect(one.entity.rows.map((row) => row.claimNumber)).toEqual(['C1'])
    const before = await browser.getCall<MemberClaims>(calls.memberClaims.path, { year: '2025' })
    expect(before.entity.rows.map((row) => row.claimNumber)).toEqual(['A3'])
    const never = await browser.getCall<MemberClaims>(calls.memberClaims.path, { year: '2019' })
    expect(never.entity).toMatchObject({ rows: [], total: 0, billed: '0.00', years: [2026, 2025, 2019] })
  })
})

describe('ID card', () => {
  it('creates an ID card PDF with the data a provider’s office needs', async () => {
    const browser = await signedIn('ada001')
    const person = await nameOf(browser, 'Cleo')
    const { entity } = await browser.getCall<IdCardPdf>(calls.idCardPdf.path, { person })
    expect(entity.fileName).toBe('id-card-N7000000103.pdf')
    const { pages, text, complaints } = await readPdf(Buffer.from(entity.pdf, 'base64'))
    expect([pages, complaints]).toEqual([1, ''])
    for (const part of ['Cleo Fam101', child, 'Ada Fam101', 'Child', '01/01/2020', 'Harborview HMO', '1-800-555-0120'])
      expect(text[0]).toContain(part)
  })

  it('refuses an ID card for ended coverage', async () => {
    const browser = await signedIn('enid01')
    const reply = await browser.getCall(calls.idCardPdf.path, { person: await nameOf(browser, 'Enid') })
    expect(reply).toMatchObject({ status: 404, entity: { message: NO_CARD } })
  })
})

describe('the member’s profile', () => {
  it('changes a member’s contact details but never the name on file', async () => {
    const browser = await signedIn('sam001')
    const email = 'sam001@example.org'
    const body = { firstName: 'Else', lastName: 'Where', email, confirmEmail: email, phone: '6175550188', phoneExt: '' }
    expect((await browser.postCall(signon.updateContact.path, body)).status).toBe(200)
    const me = await browser.getCall<{ firstName: string; phone: string }>(signon.me.path)
    expect(me.entity).toMatchObject({ firstName: 'Robin', phone: '6175550188' })
  })
})
