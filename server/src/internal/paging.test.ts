import type { AccountRow } from '@portico/core/access/account-shapes'
import * as access from '@portico/core/access/calls'
import * as contracts from '@portico/core/contracts/calls'
import type { DecidedRow } from '@portico/core/contracts/shapes'
import * as calls from '@portico/core/internal/calls'
import type { AuditRow, MailRow } from '@portico/core/internal/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { captureStatements } from '../../test/plans/captured.ts'

/** More than two pages of equal rows with one timestamp: only the last sort column distinguishes them. */
const ALIKE = 60
const moment = '2026-03-01T12:00:00Z'

let site: TestApp
let browser: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', isUnwatched: true })
  const { db } = site
  await insertTestAccount(db, { username: 'staff', kind: 'internal', firstName: 'Zora', lastName: 'Zweig' })
  const alike = sql`generate_series(1, ${ALIKE}::int) i`
  await sql`
    insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name, email,
      created_at, last_sign_in_at)
    select 'alike' || i, 'provider', 'ACTIVE', 'harborview', 'alike' || i, 'alike' || i, 'none', 'Al', 'Ike',
      'al@example.org', ${moment}, case when i <= 30 then ${moment}::timestamptz end from ${alike}`.execute(db)
  await sql`
    insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at, decided_at,
      decided_as)
    select 'ALIKE' || i, (select id from account where public_id = 'alike' || i), 'AU', 'NPI', '1000000012', 'APPROVAL',
      'harborview', case when i % 2 = 0 then 'ACTIVE' else 'REJECTED' end, ${moment}, ${moment}, 'STAFF' from ${alike}`.execute(
    db,
  )
  await sql`
    insert into signed_contract (request_id, came_by, received_at, state, decided_at)
    select id, 'MAIL', ${moment}, case when id % 2 = 0 then 'VALIDATED' else 'RETURNED' end, ${moment}
    from access_request`.execute(db)
  await sql`
    insert into mail_message (message_id, kind, brand, to_address, subject, body, created_at, next_attempt_at, gave_up_at)
    select 'alike' || i, 'request.made', 'harborview', 'al@example.org', 'Alike ' || i, '', ${moment}, ${moment},
      case when i <= 30 then ${moment}::timestamptz end from ${alike}`.execute(db)
  await sql`
    insert into audit_event (at, actor_kind, action, npi, actor_account_id)
    select ${moment}, 'provider', case when i % 2 = 0 then 'grant.changed' else 'session.opened' end, '1000000012',
      (select id from account where public_id = 'alike' || i) from ${alike}`.execute(db)
  browser = site.openBrowser()
  await browser.signIn('staff', testPassword)
})
afterAll(() => site.close())

type Page<Row> = { rows: Row[]; total: number; pageSize: number }

/** Reads all pages of a list up to the first page that is not full. */
async function readAll<Row>(path: string, query: Record<string, string>): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 0; ; page += 1) {
    const { entity } = await browser.getCall<Page<Row>>(path, { ...query, page: String(page) })
    found.push(...entity.rows)
    if (entity.rows.length < entity.pageSize) {
      expect(entity.total).toBe(found.length)
      return found
    }
  }
}

/** Expects no duplicates and the exact reverse in descending order. */
async function expectWhole<Row>(path: string, query: Record<string, string>, keyOf: (row: Row) => string) {
  const up = (await readAll<Row>(path, query)).map(keyOf)
  const down = (await readAll<Row>(path, { ...query, descending: 'true' })).map(keyOf)
  expect(new Set(up).size).toBe(up.length)
  expect(down).toEqual(up.toReversed())
  return up
}

test.each(['name', 'created', 'lastSignIn'])('pages equal people by %s without loss or duplicates', async (sort) => {
  const found = await expectWhole<AccountRow>(
    access.listAccounts.path,
    { sort, kind: 'provider' },
    (row) => row.accountId,
  )
  expect(found).toHaveLength(ALIKE)
})

test('sorts people who never signed in before those who did', async () => {
  const found = await readAll<AccountRow>(access.listAccounts.path, { sort: 'lastSignIn', kind: 'provider' })
  expect(found.findIndex((row) => row.lastSignIn !== '')).toBe(30)
})

test.each([
  ['al', ALIKE],
  ['ke', 0],
  ['lik', ALIKE],
  ['al ike', ALIKE],
  ['ALIKE7', 1],
  ['1000000012', 0],
  ['100%', 0],
  ['_', 0],
  ['zw', 1],
])('finds the expected number of people for the search %j', async (search, count) => {
  expect(await readAll<AccountRow>(access.listAccounts.path, { search })).toHaveLength(count)
})

test('finds a renamed person by the current name only', async () => {
  await site.db.updateTable('account').set({ last_name: 'Renamed' }).where('public_id', '=', 'alike9').execute()
  expect(await readAll<AccountRow>(access.listAccounts.path, { search: 'renamed' })).toHaveLength(1)
  expect(await readAll<AccountRow>(access.listAccounts.path, { search: 'al ike' })).toHaveLength(ALIKE)
  await site.db.updateTable('account').set({ last_name: 'Ike' }).where('public_id', '=', 'alike9').execute()
  expect(await readAll<AccountRow>(access.listAccounts.path, { search: 'renamed' })).toHaveLength(0)
})

test('pages mail with equal timestamps by state and search without loss or duplicates', async () => {
  const keyOf = ({ subject }: MailRow) => subject
  expect(await expectWhole<MailRow>(calls.listMail.path, {}, keyOf)).toHaveLength(ALIKE)
  expect(await expectWhole<MailRow>(calls.listMail.path, { state: 'GIVEN_UP' }, keyOf)).toHaveLength(30)
  expect(await expectWhole<MailRow>(calls.listMail.path, { state: 'WAITING' }, keyOf)).toHaveLength(30)
  expect(await expectWhole<MailRow>(calls.listMail.path, { search: 'alike 5' }, keyOf)).toHaveLength(11)
  expect(await expectWhole<MailRow>(calls.listMail.path, { search: 'ke' }, keyOf)).toHaveLength(0)
})

test('derives the total from a partial page without a count query, and counts past the last page', async () => {
  const lookUp = async (page: number, search = '') => {
    const statements = captureStatements(site.pool)
    const { entity } = await browser.getCall<Page<MailRow>>(calls.listMail.path, { page: String(page), search })
    statements.stop()
    const isCounted = statements.take().some(({ text }) => text.includes('count(*)::int as total'))
    return { rows: entity.rows.length, total: entity.total, isCounted }
  }
  expect(await lookUp(0)).toEqual({ rows: 25, total: ALIKE, isCounted: true })
  expect(await lookUp(2)).toEqual({ rows: 10, total: ALIKE, isCounted: false })
  expect(await lookUp(9)).toEqual({ rows: 0, total: ALIKE, isCounted: true })
  // A search reads all matches, so any page of it knows the total.
  expect(await lookUp(0, 'alike')).toEqual({ rows: 25, total: ALIKE, isCounted: false })
  expect(await lookUp(1, 'alike')).toEqual({ rows: 25, total: ALIKE, isCounted: false })
  expect(await lookUp(9, 'alike')).toEqual({ rows: 0, total: ALIKE, isCounted: true })
})

test('pages audit events with equal timestamps by area and person without loss or duplicates', async () => {
  const keyOf = ({ id }: AuditRow) => id
  const query = { npi: '1000000012' }
  expect(await expectWhole<AuditRow>(calls.listAudit.path, query, keyOf)).toHaveLength(ALIKE)
  expect(await expectWhole<AuditRow>(calls.listAudit.path, { ...query, area: 'grant' }, keyOf)).toHaveLength(30)
  expect(await expectWhole<AuditRow>(calls.listAudit.path, { ...query, area: 'grant.ch' }, keyOf)).toHaveLength(30)
  expect(await expectWhole<AuditRow>(calls.listAudit.path, { ...query, person: 'al ike' }, keyOf)).toHaveLength(ALIKE)
  expect(await expectWhole<AuditRow>(calls.listAudit.path, { ...query, person: 'zora' }, keyOf)).toHaveLength(0)
})

test('pages decisions of both kinds with equal timestamps without loss or duplicates', async () => {
  const keyOf = ({ reference, decision }: DecidedRow) => `${reference} ${decision}`
  const all = (await readAll<DecidedRow>(contracts.listDecided.path, {})).map(keyOf)
  expect(new Set(all).size).toBe(2 * ALIKE)
  const counts = { VALIDATED: 30, RETURNED: 30, ACCEPTED: 30, REJECTED: 30, CLOSED: 0 }
  for (const [decision, count] of Object.entries(counts))
    expect(await readAll<DecidedRow>(contracts.listDecided.path, { decision }), decision).toHaveLength(count)
  const day = { from: '2026-03-01', to: '2026-03-01' }
  expect(await readAll<DecidedRow>(contracts.listDecided.path, day)).toHaveLength(2 * ALIKE)
  expect(await readAll<DecidedRow>(contracts.listDecided.path, { from: '2026-03-02' })).toHaveLength(0)
  expect(await readAll<DecidedRow>(contracts.listDecided.path, { to: '2026-02-28' })).toHaveLength(0)
  const file = await browser.get(`/Provider${contracts.decidedFile.path}`)
  expect(file.body.trim().split('\r\n')).toHaveLength(2 * ALIKE + 1)
})
