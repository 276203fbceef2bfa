import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import * as calls from '@portico/core/plan-data/calls'
import { CHANGE_TEXT_MAX } from '@portico/core/plan-data/change-kinds'
import type { ClaimList, ProviderOption, RosterList } from '@portico/core/plan-data/shapes'
import * as directory from '@portico/core/provider-directory/calls'
import type { OfficeChanges } from '@portico/core/provider-directory/queue-shapes'
import { csvCell } from '@portico/core/spreadsheet/csv-cell'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { csvFile } from './domain/export-csv.ts'
import { LOOKUP_PAGE_SIZE } from './store/page-sizes.ts'

const PROVIDERS = 4_000
const CLAIMS = 40_000
/** In the first months. Pages of 50 start and end in the middle of a day. */
const CLAIMS_PER_DAY = 110
const LARGEST_REPLY = 100_000

let site: TestApp
let browser: TestBrowser

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertLargeGroup()
  const account = await insertTestAccount(site.db, {
    username: 'largeoffice',
    grants: [{ scopeKind: 'PG', scopeId: 'BIG', permissions: ['HOME', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV'] }],
  })
  await sql`
    insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state, answer, decided_at)
    select ${account.id}, '2000000000', 'other',
      jsonb_build_object('kind', 'OTHER', 'details', repeat('ä', ${CHANGE_TEXT_MAX})), 'REPORT', now(), now(), 'ACCEPTED',
      repeat('é', ${CHANGE_TEXT_MAX}), now()
    from generate_series(1, 40) i`.execute(site.db)
  browser = site.openBrowser()
  await browser.signIn('largeoffice', testPassword)
}, 120_000)
afterAll(() => site?.close())

/** One group of all providers with long names and ten claims, a case and an invoice each. */
async function insertLargeGroup(): Promise<void> {
  const { db } = site
  await sql`insert into provider_group (group_id, kind, name) values ('BIG', 'PG', 'Everybody')`.execute(db)
  await sql`
    insert into provider (npi, entity_type, name, search_name, city, state, address, postal_code, phone)
    select (2000000000 + i)::text, 1, lpad(i::text, 5, '0') || repeat(' Longname', 15), 'n' || lpad(i::text, 5, '0'),
      repeat('Townsend ', 4), 'MA', repeat('Long Street ', 4), '021340000', '6175550100'
    from generate_series(0, ${PROVIDERS - 1}::int) i`.execute(db)
  // In parts, because the role's statement timeout is fifteen seconds and the machine may be busy.
  for (const last of ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
    const some = sql`from provider where npi like ${`%${last}`}`
    await sql`insert into network_provider (npi) select npi ${some}`.execute(db)
    await sql`insert into group_member (group_id, npi) select 'BIG', npi ${some}`.execute(db)
  }
  // With their cohorts, as imports set them: looking each up takes most of the time.
  for (let first = 0; first < CLAIMS; first += 20_000)
    await sql`
      insert into claim (claim_number, npi, member_id, billed_amount, paid_amount, service_date, status, cohort_id)
      select 'L' || i, npi, 'M' || i, 10, 8, date '2025-01-01' + i % 365, 'PAID', cohort_id
      from generate_series(${first}::int, ${first + 19_999}::int) i
      join network_provider on npi = (2000000000 + i % ${PROVIDERS}::int)::text`.execute(db)
  await sql`
    insert into sco_case (case_id, npi, member_id, opened, status)
    select 'C' || npi, npi, 'M' || npi, date '2025-01-01', 'OPEN' from provider`.execute(db)
  await sql`
    insert into sco_invoice (invoice_number, npi, period, amount, status)
    select 'I' || npi, npi, '2025-01', 12.50, 'DUE' from provider`.execute(db)
  await sql`analyze`.execute(db)
}

const bytesOf = (body: string) => Buffer.byteLength(body)

test('keeps the first and last page of every list below 100 kB', async () => {
  const lookUps = [
    calls.getNPIs.path,
    calls.getAllProviders.path,
    calls.providerlist.path,
    calls.getClaimNpis.path,
    calls.getScoTrakkerNpis.path,
    calls.getScoInvoiceNpis.path,
  ]
  const lists = [
    calls.listRoster.path,
    calls.listScoCases.path,
    calls.listScoInvoices.path,
    directory.listMyChanges.path,
  ]
  for (const call of [...lookUps, ...lists]) {
    const { body } = await browser.get(`/Provider${call}`)
    expect(bytesOf(body), call).toBeGreaterThan(1000)
    expect(bytesOf(body), call).toBeLessThan(LARGEST_REPLY)
  }
  const { body } = await browser.post(`/Provider${calls.searchClaims.path}`, { page: CLAIMS / 50 - 1 })
  expect(bytesOf(body)).toBeLessThan(LARGEST_REPLY)
  expect((JSON.parse(body).entity as ClaimList).rows).toHaveLength(50)
}, 60_000)

test('pages through the claims of a large group in both orders, with totals', async () => {
  const search = async (asked: object) => (await browser.postCall<ClaimList>(calls.searchClaims.path, asked)).entity
  const orders = sql<{ number: string }>`select claim_number as number from claim`
  const inOrder = (await sql`${orders} order by service_date desc, claim_number`.execute(site.db)).rows
  const first = await search({})
  expect(first).toMatchObject({ total: CLAIMS, totalBilled: '400000.00', totalPaid: '320000.00' })
  expect(first.roughly).toBeUndefined()
  const numbersOf = (list: ClaimList) => list.rows.map((row) => ({ number: row.claimNumber }))
  expect(numbersOf(first)).toEqual(inOrder.slice(0, 50))
  for (const page of [1, 2, 5, 6, 39, 40, 41, 170, 171, 400, 799])
    expect(numbersOf(await search({ page })), String(page)).toEqual(inOrder.slice(page * 50, page * 50 + 50))
  expect((await search({ page: 800 })).rows).toEqual([])
  const ascending = (await sql`${orders} order by service_date, claim_number`.execute(site.db)).rows
  for (const page of [0, 3, 567])
    expect(numbersOf(await search({ descending: false, page })), String(page)).toEqual(
      ascending.slice(page * 50, page * 50 + 50),
    )
}, 120_000)

test('marks long lists between days as estimated, and offers no other order for them', async () => {
  const search = (asked: object) => browser.postCall<ClaimList>(calls.searchClaims.path, asked)
  const whole = (await search({ from: '2025-02-01', to: '2025-03-31' })).entity
  expect(whole).toMatchObject({ total: 59 * CLAIMS_PER_DAY, totalBilled: (59 * CLAIMS_PER_DAY * 10).toFixed(2) })
  expect(whole.roughly).toBeUndefined()
  const parts = (await search({ from: '2025-02-15', to: '2025-03-20' })).entity
  expect(parts.roughly).toBe('about')
  expect(Math.abs(parts.total - 34 * CLAIMS_PER_DAY)).toBeLessThan(34)
  expect(parts.rows[0]?.serviceDate).toBe('2025-03-20')
  const deep = (await search({ from: '2025-02-15', to: '2025-03-20', page: 71 })).entity
  expect([deep.rows[0]?.serviceDate, deep.rows.length]).toEqual(['2025-02-16', 50])
  const fewDays = (await search({ from: '2025-02-15', to: '2025-02-15', npi: '2000000045' })).entity
  expect(fewDays).toMatchObject({ total: 1, totalBilled: '10.00' })
  expect((await search({ sort: 'billed' })).status).toBe(400)
  expect((await search({ sort: 'billed', npi: '2000000045' })).entity.total).toBe(10)
})

test('moves the claims and totals with a provider who joins or leaves the group', async () => {
  const npi = '2000000045'
  const search = async (asked: object) => (await browser.postCall<ClaimList>(calls.searchClaims.path, asked)).entity
  await sql`delete from group_member where npi = ${npi}`.execute(site.db)
  expect(await search({})).toMatchObject({ total: CLAIMS - 10, totalBilled: '399900.00' })
  expect(await search({ npi })).toMatchObject({ total: 0, rows: [] })
  await sql`insert into group_member (group_id, npi) values ('BIG', ${npi})`.execute(site.db)
  expect((await search({})).total).toBe(CLAIMS)
  await sql`update claim set billed_amount = 11, status = 'DENIED' where claim_number = 'L45'`.execute(site.db)
  expect(await search({ status: 'DENIED' })).toMatchObject({ total: 1, totalBilled: '11.00' })
  expect(await search({})).toMatchObject({ total: CLAIMS, totalBilled: '400001.00' })
  await sql`update claim set billed_amount = 10, status = 'PAID' where claim_number = 'L45'`.execute(site.db)
  expect((await search({ status: 'DENIED' })).total).toBe(0)
})

test('returns every provider once over the pages of a look-up', async () => {
  const seen: string[] = []
  for (let page = 0; page <= PROVIDERS / LOOKUP_PAGE_SIZE; page += 1) {
    const { entity } = await browser.getCall<ProviderOption[]>(calls.getNPIs.path, { page: String(page) })
    seen.push(...entity.map((row) => row.npi))
  }
  expect(seen).toHaveLength(PROVIDERS)
  expect(new Set(seen).size).toBe(PROVIDERS)
})

test('returns twenty matches while typing, and counts all matches in the roster', async () => {
  const typed = await browser.getCall<ProviderOption[]>(calls.getClaimNpis.path, { search: 'n0012' })
  expect(typed.entity).toHaveLength(10)
  expect((await browser.getCall<ProviderOption[]>(calls.getClaimNpis.path, { search: 'n00' })).entity).toHaveLength(20)
  const roster = await browser.getCall<RosterList>(calls.listRoster.path, { page: String(PROVIDERS / 50 - 1) })
  expect(roster.entity).toMatchObject({ total: PROVIDERS, pageSize: 50 })
  expect(roster.entity.rows.at(-1)?.name).toMatch(/^03999/)
})

test('lists the newest reports of an office first, with the total on each page, even past the last', async () => {
  const seen: number[] = []
  for (const [page, rows] of [15, 15, 10, 0].entries()) {
    const { entity } = await browser.getCall<OfficeChanges>(directory.listMyChanges.path, { page: String(page) })
    expect(entity).toMatchObject({ total: 40, pageSize: 15 })
    expect(entity.rows).toHaveLength(rows)
    expect(entity.rows[0] ?? {}).not.toHaveProperty('found')
    seen.push(...entity.rows.map(({ id }) => Number(id)))
  }
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one))
})

/** Calls back with the number of rows of each result of the application's statements. */
function countRows(onResult: (rows: number) => void): void {
  site.pool.on('acquire', (client) => {
    const query: (...args: unknown[]) => Promise<pg.QueryResult> = client.query.bind(client)
    const counting = async (...args: unknown[]) => {
      const result = await query(...args)
      onResult(result.rows.length)
      return result
    }
    client.query = counting as typeof client.query
  })
}

/** Reads the file from a listening server, as a browser would. Returns how often it lists each claim. */
async function readExport(): Promise<Uint8Array> {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as AddressInfo
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = browser.cookies.get('XSRF-TOKEN') ?? ''
  const headers = { cookie, 'x-xsrf-token': token, 'content-type': 'application/json' }
  const path = `/Provider${calls.exportClaims.path}`
  const sent = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers })
  sent.end('{}')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const timesSeen = new Uint8Array(CLAIMS)
  for await (const line of createInterface({ input: response })) {
    const claim = /^L(\d+),/.exec(line)?.[1]
    if (claim !== undefined) timesSeen[Number(claim)] = (timesSeen[Number(claim)] ?? 0) + 1
  }
  return timesSeen
}

test('exports 40,000 claims once each, and holds at most 1,000 rows at a time', async () => {
  let mostRows = 0
  countRows((rows) => {
    mostRows = Math.max(mostRows, rows)
  })
  const timesSeen = await readExport()
  expect(timesSeen.every((times) => times === 1)).toBe(true)
  expect(mostRows).toBe(1000)
})

test('reads nothing ahead of a slow client', async () => {
  let reads = 0
  const readAfter = async (last = 0, limit: number) => {
    reads += 1
    return Array.from({ length: limit }, (_, index) => last + index + 1)
  }
  const made = await csvFile('rows.csv', readAfter, { Row: String })
  if (!('entity' in made) || Buffer.isBuffer(made.entity.content)) throw new Error('A file is a stream.')
  const stream = made.entity.content
  const pieces = stream[Symbol.asyncIterator]()
  for (let taken = 0; taken < 5; taken += 1) await pieces.next()
  expect(reads).toBeLessThanOrEqual(7)
  stream.destroy()
})

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['say "so"', '"say ""so"""'],
  ['-12.50', '-12.50'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['two\nlines', '"two\nlines"'],
])('writes the cell of %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
