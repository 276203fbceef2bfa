import * as calls from '@portico/core/plan-data/calls'
import type { ScoCaseList, ScoInvoiceList } from '@portico/core/plan-data/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'

/** More than a page for each provider, many on one day. */
const CASES = 40

let site: TestApp
let byOrganization: TestBrowser
let byName: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', isUnwatched: true })
  await insertSmallPlan(site.db)
  const all = [...north.npis.N1, ...north.npis.N2, north.solo, ...south.npis]
  await sql`
    insert into sco_case (case_id, npi, member_id, opened, status)
    select 'C' || npi || '-' || i, npi, 'M' || i, date '2026-01-01' + i % 3, 'OPEN'
    from unnest(${all}::text[]) npi, generate_series(1, ${CASES}::int) i`.execute(site.db)
  await sql`
    insert into sco_invoice (invoice_number, npi, period, amount, status)
    select 'I' || case_id, npi, '2026-01', 2.5, 'DUE' from sco_case`.execute(site.db)
  const permissions = ['HOME', 'SCOTRK', 'SCOINV']
  await insertTestAccount(site.db, {
    username: 'byorganization',
    grants: [{ scopeKind: 'PO', scopeId: north.org, permissions }],
  })
  const npis = [...north.npis.N1, ...north.npis.N2]
  await insertTestAccount(site.db, {
    username: 'byname',
    grants: npis.map((scopeId) => ({ role: 'AU' as const, scopeId, permissions })),
  })
  byOrganization = site.openBrowser()
  await byOrganization.signIn('byorganization', testPassword)
  byName = site.openBrowser()
  await byName.signIn('byname', testPassword)
})
afterAll(() => site.close())

async function readCases(browser: TestBrowser, query: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; ; page += 1) {
    const { entity } = await browser.getCall<ScoCaseList>(calls.listScoCases.path, { ...query, page: String(page) })
    found.push(...entity.rows.map(({ caseId }) => caseId))
    if (entity.rows.length === 0) {
      expect(entity.total).toBe(found.length)
      return found
    }
  }
}

test('lists an organization’s cases like those of its providers one by one, in the same order, without duplicates', async () => {
  const cases = await readCases(byOrganization)
  expect(new Set(cases).size).toBe(3 * CASES)
  expect(await readCases(byName)).toEqual(cases)
  for (const query of [{ sort: 'caseId' }, { sort: 'opened', descending: 'false' }, { npi: north.npis.N2[0] }])
    expect(await readCases(byName, query)).toEqual(await readCases(byOrganization, query))
  const { entity } = await byOrganization.getCall<ScoInvoiceList>(calls.listScoInvoices.path)
  expect(entity).toMatchObject({ total: 3 * CASES, totalAmount: '300.00' })
})

test('returns nothing for another office’s provider', async () => {
  expect(await readCases(byOrganization, { npi: south.npis[0] })).toEqual([])
})

test('moves cases with their provider between organizations, and hides those of one who leaves', async () => {
  const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)
  await change(`update network_provider set org_id = '${north.org}' where npi = '${north.solo}'`)
  expect(await readCases(byOrganization)).toHaveLength(4 * CASES)
  await change(`update network_provider set left_at = now() where npi = '${north.solo}'`)
  expect(await readCases(byOrganization)).toHaveLength(3 * CASES)
})
