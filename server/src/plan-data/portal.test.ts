import * as calls from '@portico/core/plan-data/calls'
import type {
  ClaimDetail,
  ClaimList,
  GroupOption,
  ProviderOption,
  RosterGroup,
  RosterList,
  ScoCaseList,
  ScoInvoiceList,
} from '@portico/core/plan-data/shapes'
import * as changes from '@portico/core/provider-directory/calls'
import type { OfficeChanges } from '@portico/core/provider-directory/queue-shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'

let site: TestApp
let counter = 0

const northNpis = [...north.npis.N1, ...north.npis.N2]
const everyNpi = [...northNpis, north.solo, ...south.npis]
const all = ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV']

beforeAll(async () => {
  site = await buildTestApp({
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
  await insertSmallPlan(site.db)
  await insertRecords()
})
afterAll(() => site?.close())

/** Two claims, a case and an invoice for every provider; the numbers identify the owner. */
async function insertRecords(): Promise<void> {
  for (const npi of everyNpi) {
    const claim = { npi, member_id: `M${npi}`, billed_amount: '100.00', status: 'PAID' }
    await site.db
      .insertInto('claim')
      .values([
        { ...claim, claim_number: `A${npi}`, paid_amount: '80.50', service_date: '2026-01-02' },
        { ...claim, claim_number: `B${npi}`, paid_amount: null, service_date: '2026-02-03', status: 'PENDING' },
      ])
      .execute()
    await site.db
      .insertInto('sco_case')
      .values({ case_id: `C${npi}`, npi, member_id: `M${npi}`, opened: '2026-01-02', status: 'OPEN' } as never)
      .execute()
    await site.db
      .insertInto('sco_invoice')
      .values({ invoice_number: `I${npi}`, npi, period: '2026-01', amount: '40.00', status: 'DUE', due_date: null })
      .execute()
  }
  await site.db
    .updateTable('network_provider')
    .set({ region: 'Cape Cod' })
    .where('npi', 'in', [north.npis.N1[0], south.npis[0]])
    .execute()
  await sql`update provider set search_name = lower(name)`.execute(site.db)
  // As an import does at its end.
  await sql`select refresh_network_names()`.execute(site.db)
}

type TestGrant = { scopeKind: 'NPI' | 'PG' | 'IPA' | 'PO'; scopeId: string; permissions?: string[] }

async function person(...grants: TestGrant[]): Promise<{ id: string; browser: TestBrowser; email: string }> {
  counter += 1
  const username = `portal${counter}`
  const account = await insertTestAccount(site.db, {
    username,
    grants: grants.map((grant) => ({ role: 'AU', permissions: all, ...grant })),
  })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { id: account.id, browser, email: `${username}@example.org` }
}

async function staff() {
  counter += 1
  const username = `staff${counter}`
  const account = await insertTestAccount(site.db, { username, kind: 'internal', firstName: 'Plan' })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { id: account.id, browser }
}

const csvRows = (body: string) => body.trim().split('\r\n').slice(1)

/** The NPIs that each call with provider records returns. */
const readers: Record<string, (browser: TestBrowser) => Promise<string[]>> = {
  ...Object.fromEntries(
    [
      calls.getNPIs.path,
      calls.getAllProviders.path,
      calls.providerlist.path,
      calls.getClaimNpis.path,
      calls.getScoTrakkerNpis.path,
      calls.getScoInvoiceNpis.path,
    ].map((call) => [
      call,
      async (browser: TestBrowser) => (await browser.getCall<ProviderOption[]>(call)).entity.map((row) => row.npi),
    ]),
  ),
  [calls.searchClaims.path]: async (browser) =>
    (await browser.postCall<ClaimList>(calls.searchClaims.path)).entity.rows.map((row) => row.npi),
  [calls.exportClaims.path]: async (browser) =>
    csvRows((await browser.post(`/Provider${calls.exportClaims.path}`)).body).map((row) => row.split(',')[1] ?? ''),
  [calls.listRoster.path]: async (browser) =>
    (await browser.getCall<RosterList>(calls.listRoster.path)).entity.rows.map((row) => row.npi),
  [calls.exportRoster.path]: async (browser) =>
    csvRows((await browser.get(`/Provider${calls.exportRoster.path}`)).body).map((row) => row.split(',')[0] ?? ''),
  [calls.listScoCases.path]: async (browser) =>
    (await browser.getCall<ScoCaseList>(calls.listScoCases.path)).entity.rows.map((row) => row.npi),
  [calls.listScoInvoices.path]: async (browser) =>
    (await browser.getCall<ScoInvoiceList>(calls.listScoInvoices.path)).entity.rows.map((row) => row.npi),
  [calls.exportScoCases.path]: async (browser) =>
    csvRows((await browser.get(`/Provider${calls.exportScoCases.path}`)).body).map((row) => row.split(',')[1] ?? ''),
  [calls.exportScoInvoices.path]: async (browser) =>
    csvRows((await browser.get(`/Provider${calls.exportScoInvoices.path}`)).body).map((row) => row.split(',')[1] ?? ''),
}

describe('separation of two tenants', () => {
  const tenants: { name: string; grants: TestGrant[]; covers: readonly string[] }[] = [
    { name: 'an organization', grants: [{ scopeKind: 'PO', scopeId: north.org }], covers: northNpis },
    { name: 'a group', grants: [{ scopeKind: 'PG', scopeId: 'N1' }], covers: north.npis.N1 },
    { name: 'one NPI', grants: [{ scopeKind: 'NPI', scopeId: north.solo }], covers: [north.solo] },
    {
      name: 'a group and one NPI',
      grants: [
        { scopeKind: 'PG', scopeId: south.group },
        { scopeKind: 'NPI', scopeId: north.solo },
      ],
      covers: [...south.npis, north.solo],
    },
  ]
  for (const tenant of tenants) {
    test(`${tenant.name} sees only its own providers' records in every call`, async () => {
      const { browser } = await person(...tenant.grants)
      for (const [call, read] of Object.entries(readers)) {
        expect([...new Set(await read(browser))].sort(), call).toEqual([...tenant.covers].sort())
      }
    })
  }

  test('hides a provider who left the network in every call', async () => {
    const { browser } = await person({ scopeKind: 'PG', scopeId: 'S1' })
    const gone = south.npis[1]
    await site.db.updateTable('network_provider').set({ left_at: new Date() }).where('npi', '=', gone).execute()
    for (const [call, read] of Object.entries(readers)) {
      expect([...new Set(await read(browser))], call).toEqual([south.npis[0]])
    }
    await site.db.updateTable('network_provider').set({ left_at: null }).where('npi', '=', gone).execute()
  })

  test('returns nothing for a foreign provider, claim, member or group', async () => {
    const { browser } = await person({ scopeKind: 'PG', scopeId: 'N1' })
    const foreign = south.npis[0]
    for (const filter of [{ npi: foreign }, { claimNumber: `A${foreign}` }, { memberId: `M${foreign}` }]) {
      const found = await browser.postCall<ClaimList>(calls.searchClaims.path, filter)
      expect(found.entity).toMatchObject({ rows: [], total: 0, totalBilled: '0', totalPaid: '0' })
      expect(csvRows((await browser.post(`/Provider${calls.exportClaims.path}`, filter)).body)).toEqual([])
    }
    expect((await browser.getCall(calls.openClaim.path, { claimNumber: `A${foreign}` })).status).toBe(404)
    for (const call of [calls.listScoCases.path, calls.listScoInvoices.path]) {
      expect((await browser.getCall<ScoCaseList>(call, { npi: foreign })).entity.total).toBe(0)
    }
    for (const call of [calls.exportScoCases.path, calls.exportScoInvoices.path]) {
      expect(csvRows((await browser.get(`/Provider${call}?npi=${foreign}`)).body)).toEqual([])
    }
    expect((await browser.getCall<RosterList>(calls.listRoster.path, { groupId: 'S1' })).entity.total).toBe(0)
    const report = { npi: foreign, kind: 'PHONE', details: 'New number' }
    expect((await browser.postCall(changes.reportChange.path, report)).status).toBe(404)
  })

  test('limits a permission to its own scope', async () => {
    const { browser } = await person(
      { scopeKind: 'PG', scopeId: 'N1', permissions: ['HOME', 'CLAIM'] },
      { scopeKind: 'PG', scopeId: 'S1', permissions: ['HOME', 'ROSTER'] },
    )
    const npisOf = async (call: string) => [...new Set(await readers[call]?.(browser))].sort()
    expect(await npisOf(calls.searchClaims.path)).toEqual([...north.npis.N1])
    expect(await npisOf(calls.listRoster.path)).toEqual([...south.npis])
    const npisFor = async (permId: string) =>
      (await browser.getCall<ProviderOption[]>(calls.getNPIs.path, { permId })).entity.map((row) => row.npi).sort()
    expect(await npisFor('CLAIM')).toEqual([...north.npis.N1])
    expect(await npisFor('SCOINV')).toEqual([])
    expect(await npisFor('NO-SUCH')).toEqual([])
  })
})

describe('permissions', () => {
  const needed: Record<string, string[]> = {
    ELIG: [calls.findEligibility.path],
    CLAIM: [
      calls.searchClaims.path,
      calls.claimStatuses.path,
      calls.openClaim.path,
      calls.exportClaims.path,
      calls.getClaimNpis.path,
    ],
    ROSTER: [
      calls.listRoster.path,
      calls.listRosterGroups.path,
      changes.reportChange.path,
      changes.listMyChanges.path,
      calls.exportRoster.path,
    ],
    SCOTRK: [calls.listScoCases.path, calls.exportScoCases.path, calls.getScoTrakkerNpis.path],
    SCOINV: [calls.listScoInvoices.path, calls.exportScoInvoices.path, calls.getScoInvoiceNpis.path],
  }
  const posts: string[] = [
    calls.findEligibility.path,
    calls.searchClaims.path,
    calls.exportClaims.path,
    changes.reportChange.path,
    changes.acceptChanges.path,
  ]
  const send = (browser: TestBrowser, call: string) =>
    posts.includes(call) ? browser.postCall(call) : browser.getCall(call)

  test('refuses each function without its own permission, whatever other permissions there are', async () => {
    for (const [permission, calls] of Object.entries(needed)) {
      const { browser } = await person({
        scopeKind: 'PG',
        scopeId: 'N1',
        permissions: all.filter((id) => id !== permission),
      })
      for (const call of calls) {
        const reply = await send(browser, call)
        expect({ call, http: reply.http, status: reply.status, code: reply.entity.messageCode }).toEqual({
          call,
          http: 403,
          status: 403,
          code: 'permission',
        })
      }
    }
  })

  test('allows staff calls only to staff, portal calls only to providers, and none to visitors', async () => {
    const { browser } = await person({ scopeKind: 'PG', scopeId: 'N1' })
    const console = await staff()
    const stranger = site.openBrowser()
    const staffCalls: string[] = [changes.listChanges.path, changes.acceptChanges.path]
    for (const call of staffCalls) expect((await send(browser, call)).http, call).toBe(403)
    const portalCalls = [...Object.values(needed).flat(), calls.getNPIs.path, calls.getIPAs.path]
    for (const call of portalCalls) expect((await send(console.browser, call)).http, call).toBe(403)
    for (const call of [...portalCalls, ...staffCalls]) expect((await send(stranger, call)).http, call).toBe(401)
  })
})

describe('look-ups', () => {
  test('looks up groups by kind and permission; a whole organization includes its groups', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org, permissions: ['HOME', 'CLAIM'] })
    const groups = async (call: string, permId?: string) =>
      (await browser.getCall<GroupOption[]>(call, permId ? { permId } : {})).entity.map((group) => group.id)
    expect(await groups(calls.getIPAs.path)).toEqual(['N2'])
    expect(await groups(calls.getIPAs.path, 'CLAIM')).toEqual(['N2'])
    expect(await groups(calls.getIPAs.path, 'ROSTER')).toEqual([])
    expect(await groups(calls.getSGs.path)).toEqual([])
  })

  test('limits Cape Cod to the region within what is covered', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org })
    const found = await browser.getCall<ProviderOption[]>(calls.getCapeCodNpis.path)
    expect(found.entity.map((row) => row.npi)).toEqual([north.npis.N1[0]])
  })

  test('finds by NPI and by words, and treats search operators as plain text', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org })
    const typed = async (search: string) =>
      (await browser.getCall<ProviderOption[]>(calls.getClaimNpis.path, { search })).entity.map((row) => row.npi)
    expect(await typed('10000000')).toEqual([...northNpis].sort())
    expect(await typed('100000002')).toEqual(['1000000020'])
    expect(await typed('phys 1000000020')).toEqual(['1000000020'])
    for (const nothing of ['%', '_', "'", 'hysician', '999']) expect(await typed(nothing), nothing).toEqual([])
  })
})

describe('claims', () => {
  const office = () => person({ scopeKind: 'PG', scopeId: 'N1' })
  const search = async (browser: TestBrowser, body: object) =>
    (await browser.postCall<ClaimList>(calls.searchClaims.path, body)).entity

  test('filters, sorts and totals claims', async () => {
    const { browser } = await office()
    const [npi] = north.npis.N1
    const list = await search(browser, {})
    expect(list).toMatchObject({ total: 4, totalBilled: '400.00', totalPaid: '161.00' })
    expect(list.rows.map((row) => row.serviceDate)).toEqual(['2026-02-03', '2026-02-03', '2026-01-02', '2026-01-02'])
    expect((await search(browser, { npi })).total).toBe(2)
    expect((await search(browser, { from: '2026-02-03', to: '2026-02-03' })).total).toBe(2)
    expect((await search(browser, { to: '2026-02-02' })).total).toBe(2)
    expect((await search(browser, { memberId: ` M${npi} ` })).total).toBe(2)
    expect((await search(browser, { claimNumber: ` a${npi} ` })).rows.map((row) => row.claimNumber)).toEqual([
      `A${npi}`,
    ])
    const byPaid = await search(browser, { sort: 'paid', descending: false })
    expect(byPaid.rows.map((row) => row.paid)).toEqual(['80.50', '80.50', '', ''])
  })

  test('lists the statuses that occur within what is covered', async () => {
    const { browser } = await office()
    const statuses = async (asking: TestBrowser) => (await asking.getCall<string[]>(calls.claimStatuses.path)).entity
    expect(await statuses(browser)).toEqual(['PAID', 'PENDING'])
    expect((await search(browser, { status: 'PENDING' })).rows.map((row) => row.paid)).toEqual(['', ''])
    expect((await search(browser, { status: "PAID' or true --" })).total).toBe(0)
    const { browser: otherUser } = await person({ scopeKind: 'NPI', scopeId: north.solo })
    await site.db.updateTable('claim').set({ status: 'REVIEW' }).where('claim_number', '=', `B${north.solo}`).execute()
    expect(await statuses(otherUser)).toEqual(['PAID', 'REVIEW'])
    expect(await statuses(browser)).toEqual(['PAID', 'PENDING'])
    await site.db.updateTable('claim').set({ status: 'PENDING' }).where('claim_number', '=', `B${north.solo}`).execute()
  })

  test('finds claims by a member ID in lower case, whether or not the plan’s file has the member', async () => {
    const { browser } = await person({ scopeKind: 'NPI', scopeId: north.solo })
    expect((await search(browser, { memberId: `m${north.solo}` })).total).toBe(2)
    await site.db
      .insertInto('member')
      .values(memberRow({ member_id: '7777k0001' }))
      .execute()
    await site.db
      .updateTable('claim')
      .set({ member_id: '7777k0001' })
      .where('claim_number', '=', `A${north.solo}`)
      .execute()
    expect((await search(browser, { memberId: '7777K0001' })).rows.map((row) => row.memberId)).toEqual(['7777k0001'])
    await site.db
      .updateTable('claim')
      .set({ member_id: `M${north.solo}` })
      .where('claim_number', '=', `A${north.solo}`)
      .execute()
  })

  test('shows why a claim was denied and what the member owes in the list, the detail and the file', async () => {
    const { browser } = await office()
    const [npi] = north.npis.N1
    const change = { denial_reason: 'No authorization is on file.', member_owes: '12.50' }
    await site.db.updateTable('claim').set(change).where('claim_number', '=', `B${npi}`).execute()
    const shown = { denialReason: 'No authorization is on file.', memberOwes: '12.50' }
    expect((await search(browser, { claimNumber: `B${npi}` })).rows).toMatchObject([shown])
    expect((await browser.getCall<ClaimDetail>(calls.openClaim.path, { claimNumber: `B${npi}` })).entity).toMatchObject(
      shown,
    )
    const file = await browser.post(`/Provider${calls.exportClaims.path}`, { claimNumber: `B${npi}` })
    expect(file.body).toContain('PENDING,No authorization is on file.,12.50\r\n')
  })

  test('refuses invalid days and reversed ranges with a message', async () => {
    const { browser } = await office()
    for (const filter of [{ from: '2026-02-30' }, { to: 'soon' }, { from: '2026-02-02', to: '2026-02-01' }]) {
      for (const call of [calls.searchClaims.path, calls.exportClaims.path]) {
        const reply = await browser.postCall(call, filter)
        expect({ http: reply.http, status: reply.status }).toEqual({ http: 200, status: 400 })
        expect(reply.entity.message).toMatch(/^(Please enter a valid date|The last day)/)
      }
    }
    expect((await browser.postCall(calls.searchClaims.path, { claimNumber: 'A\u0000' })).http).toBe(400)
  })

  test('names member and plan in the detail of a claim', async () => {
    const { browser } = await office()
    const [npi] = north.npis.N1
    await site.db
      .insertInto('member')
      .values(memberRow({ member_id: `M${npi}` }))
      .execute()
    const detail = await browser.getCall<ClaimDetail>(calls.openClaim.path, { claimNumber: `A${npi}` })
    expect(detail.entity).toMatchObject({ memberName: 'Ada Fern', planName: 'Harbor HMO', billed: '100.00' })
  })

  test('exports a file that spreadsheets open, without formulas', async () => {
    const { browser } = await person({ scopeKind: 'NPI', scopeId: north.solo })
    await site.db.updateTable('provider').set({ name: '=HYPERLINK("x"), M.D.' }).where('npi', '=', north.solo).execute()
    const file = await browser.post(`/Provider${calls.exportClaims.path}`, {})
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="claims.csv"')
    expect(file.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFClaim number,NPI,Provider,Member ID,Service date,Service date (ISO 8601),Billed,Paid,Status,Denial reason,Member owes',
      `B${north.solo},${north.solo},"'=HYPERLINK(""x""), M.D.",M${north.solo},"Feb 3, 2026",2026-02-03,100.00,,PENDING,,`,
    ])
    await site.db.updateTable('provider').set({ name: 'Solo' }).where('npi', '=', north.solo).execute()
  })
})

const memberRow = (row: { member_id: string; [name: string]: unknown }) => ({
  subscriber_id: row.member_id,
  relationship: 'SELF',
  first_name: 'Ada',
  last_name: 'Fern',
  birth_date: '1950-06-30',
  plan_name: 'Harbor HMO',
  effective_date: '2025-01-01',
  termination_date: null,
  email: null,
  ...row,
})

describe('roster', () => {
  test('lists roster groups by organization with the user’s counts, and filters by group or words', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org }, { scopeKind: 'PG', scopeId: 'S1' })
    const groups = await browser.getCall<RosterGroup[]>(calls.listRosterGroups.path)
    expect(groups.entity).toEqual([
      { id: 'N1', name: 'North Family Practice', organization: 'Northern Physicians', providers: 2 },
      { id: 'N2', name: 'North Pediatrics', organization: 'Northern Physicians', providers: 1 },
      { id: 'S1', name: 'South Clinic', organization: '', providers: 2 },
    ])
    const roster = async (query: Record<string, string>) =>
      (await browser.getCall<RosterList>(calls.listRoster.path, query)).entity
    expect((await roster({})).total).toBe(5)
    expect((await roster({ groupId: 'N2' })).rows).toMatchObject([
      { npi: north.npis.N2[0], organization: 'Northern Physicians', groups: ['North Pediatrics'], groupCount: 1 },
    ])
    expect((await roster({ search: '1000000020' })).rows.map((row) => row.npi)).toEqual(['1000000020'])
    expect((await roster({ page: '7' })).total).toBe(5)
  })

  test('sorts the roster by name, practice and organization in both directions, with empty values last', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org }, { scopeKind: 'PG', scopeId: 'S1' })
    const [first, second] = north.npis.N1
    await site.db.updateTable('provider').set({ address: '1 First Street' }).where('npi', '=', second).execute()
    await site.db.updateTable('provider').set({ address: '2 Second Street' }).where('npi', '=', first).execute()
    const sorted = async (sort: 'name' | 'address' | 'organization', descending: boolean) => {
      const query = { sort, descending: String(descending) }
      const { rows } = (await browser.getCall<RosterList>(calls.listRoster.path, query)).entity
      expect(rows).toHaveLength(5)
      return rows
    }
    for (const sort of ['name', 'address', 'organization'] as const) {
      const values = async (descending: boolean) =>
        (await sorted(sort, descending)).map((row) => row[sort]).filter((value) => value !== '')
      const ascending = await values(false)
      expect(ascending).toEqual([...ascending].sort())
      expect(await values(true)).toEqual([...ascending].reverse())
    }
    expect((await sorted('address', false)).slice(0, 2).map((row) => row.npi)).toEqual([second, first])
    for (const descending of [true, false])
      expect((await sorted('organization', descending)).slice(3).map((row) => row.organization)).toEqual(['', ''])
  })

  test('exports the filtered roster with all groups of each provider', async () => {
    const { browser } = await person({ scopeKind: 'PO', scopeId: north.org }, { scopeKind: 'PG', scopeId: 'S1' })
    const file = async (query: string) => (await browser.get(`/Provider${calls.exportRoster.path}${query}`)).body
    expect((await file('')).split('\r\n')[0]).toBe('\uFEFFNPI,Provider,Practice,Phone,Organization,Groups')
    expect(csvRows(await file(''))).toHaveLength(5)
    const [row = '', ...others] = csvRows(await file('?groupId=N2'))
    expect(others).toEqual([])
    expect(row.startsWith(`${north.npis.N2[0]},`)).toBe(true)
    expect(row.endsWith(',Northern Physicians,North Pediatrics')).toBe(true)
    expect(csvRows(await file('?search=1000000020'))).toHaveLength(1)
  })

  test('keeps showing a user’s own report after the provider left', async () => {
    const office = await person({ scopeKind: 'NPI', scopeId: north.npis.N1[1] }, { scopeKind: 'PG', scopeId: 'S1' })
    const npi = north.npis.N1[1]
    await office.browser.postCall(changes.reportChange.path, { npi, kind: 'LEFT', details: 'Retired in May.' })
    await site.db.updateTable('network_provider').set({ left_at: new Date() }).where('npi', '=', npi).execute()
    const seen = await office.browser.getCall<OfficeChanges>(changes.listMyChanges.path)
    expect(seen.entity.rows.map((row) => row.after)).toEqual(['Left a group or retired\nRetired in May.'])
    await site.db.updateTable('network_provider').set({ left_at: null }).where('npi', '=', npi).execute()
  })
})

describe('SCO', () => {
  test('lists SCO cases and invoices of the chosen NPI in the requested order', async () => {
    const { browser } = await person({ scopeKind: 'PG', scopeId: 'N1' })
    const [npi, other] = north.npis.N1
    const cases = await browser.getCall<ScoCaseList>(calls.listScoCases.path, { npi })
    expect(cases.entity).toMatchObject({ total: 1, rows: [{ caseId: `C${npi}`, nextReview: '', careManager: '' }] })
    const invoices = await browser.getCall<ScoInvoiceList>(calls.listScoInvoices.path, {
      sort: 'invoiceNumber',
      descending: 'false',
    })
    expect(invoices.entity).toMatchObject({ total: 2, totalAmount: '80.00' })
    expect(invoices.entity.rows.map((row) => row.npi)).toEqual([npi, other])
    expect((await browser.getCall(calls.listScoInvoices.path, { sort: 'drop table' })).http).toBe(400)
  })
})
