import * as calls from '@portico/core/contracts/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../../test/accounts.ts'
import type { TestBrowser } from '../../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { scopeName } from './searched.ts'

/** Requests of every kind and stage, with shared name prefixes, equal dates and missing names. */
const REQUESTS = 160
const nth = (list: readonly string[], by: string) =>
  sql`(array[${sql.join(list.map((one) => sql.lit(one)))}])[1 + (${sql.raw(by)}) % ${sql.lit(list.length)}]`
const FIRST = ['Zoë', 'José', 'Anne_Marie', '100%', 'Mary', 'O’Neil', 'Back\\slash']
const LAST = ['Martinson', 'martins', 'Öz', 'A_B', 'A%B', 'von der Mar', 'Şimşek', 'Li', 'Ike', 'Doe', 'Roe']
const GROUPS = ['Mary Clinic', 'North, South', 'A%B Group', 'Öz Practice', 'Back\\slash Care']
const STATES = ['PENDING_CONTRACT', 'PENDING_CONTRACT', 'ACTIVE', 'REJECTED', 'EXPIRED', 'REVOKED']
const CONTRACT_STATES = ['RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED', 'CLOSED']

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', isUnwatched: true })
  const { id } = await insertTestAccount(site.db, { username: 'staff', kind: 'internal', lastName: 'Marsh' })
  const made = sql`generate_series(1, ${sql.lit(REQUESTS)}) i`
  const day = sql`timestamptz '2026-01-01Z' + make_interval(days => i * 7 % 40)`
  const regType = nth(['NPI', 'NPI', 'PG', 'PO'], 'i')
  const statements = [
    sql`insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name,
        email, created_at)
      select 'a' || i, 'provider', 'ACTIVE', 'harborview', 'martinuser' || i, 'martinuser' || i, 'none', ${nth(FIRST, 'i')},
        ${nth(LAST, 'i')}, i || '@example.org', now() from ${made}`,
    // Every ninth one is missing from the directory.
    sql`insert into provider (npi, entity_type, name) select (3000000000 + i)::text, 1, ${nth(LAST, 'i / 3')} || ' ' || ${nth(FIRST, 'i / 2')}
      from ${made} where i % 9 <> 0`,
    sql`insert into organization (org_id, name) select 'ORG' || i, ${nth(GROUPS, 'i')} || ' Association' from generate_series(1, 8) i`,
    sql`insert into provider_group (group_id, kind, name, org_id) select 'grp' || i, 'PG', ${nth(GROUPS, 'i')} || ' ' || i, null
      from generate_series(1, 12) i`,
    sql`insert into access_request (reference, account_id, role, reg_type, npi, org_id, path, brand, state, created_at,
        assigned_to, decided_at, decided_by, decided_as)
      select nextref, a.id, 'SAA', ${regType}, case when i % 10 <> 3 then (3000000000 + i)::text end,
        case when ${regType} = 'PO' then 'ORG' || i % 9 end, case when i % 7 = 0 then 'APPROVAL' else 'CONTRACT' end,
        'harborview', ${nth(STATES, 'i')}, ${day}, case when i % 5 = 0 then ${id}::bigint end,
        case when i % 2 = 0 then ${day} end, case when i % 3 = 0 then a.id when i % 3 = 1 then ${id}::bigint end,
        case when i % 2 = 0 then 'STAFF' end
      from (select i, case when i % 50 = 0 then 'MAR_' || i || '%' else 'REF' || i end as nextref from ${made}) n
      join account a on a.public_id = 'a' || i`,
    sql`insert into access_grant (account_id, request_id, scope_kind, scope_id, group_id, role, permissions, state, created_at)
      select r.account_id, r.id, case r.reg_type when 'NPI' then 'NPI' else r.reg_type end,
        case r.reg_type when 'NPI' then coalesce(r.npi, 'none' || r.id) when 'PO' then r.org_id else 'grp' || 1 + (r.id + n) % 13 end,
        case r.reg_type when 'PO' then 'grp' || 1 + (r.id + n) % 13 end, 'AU', '{HOME}', 'REVOKED', r.created_at
      from access_request r, generate_series(1, 2) n where n = 1 or r.reg_type <> 'NPI'`,
    sql`insert into signed_contract (request_id, came_by, received_at, state, decided_at, decided_by)
      select r.id, ${nth(['UPLOAD', 'MAIL', 'FAX'], 'r.id + n')}, r.created_at + make_interval(days => n),
        ${nth(CONTRACT_STATES, 'r.id + n')}, case when (r.id + n) % 5 in (1, 2, 4) then r.created_at end,
        case when r.id % 2 = 0 then r.account_id end
      from access_request r, generate_series(1, 2) n where r.path = 'CONTRACT' and r.id % 4 >= n`,
    // A request has at most one contract that awaits review.
    sql`update signed_contract c set state = 'SUPERSEDED' where state = 'RECEIVED'
      and exists (select from signed_contract n where n.request_id = c.request_id and n.id > c.id)`,
  ]
  for (const statement of statements) await statement.execute(site.db)
  staff = site.openBrowser()
  await staff.signIn('staff', testPassword)
})
afterAll(() => site.close())

const escaped = (typed: string) => `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`

/** Reference implementation: joins all names and searches each of them. */
const plainContracts = (typed: string) => sql<{ reference: string }>`
  select q.* from (
    select r.id, r.reference, r.npi, r.assigned_to, a.first_name || ' ' || a.last_name as registrant, c.came_by,
      coalesce(c.received_at, r.created_at) as since,
      case when r.state = 'ACTIVE' then 'VALIDATED' when r.state <> 'PENDING_CONTRACT' then 'CLOSED'
        when c.state = 'RECEIVED' then 'RECEIVED' when c.state = 'RETURNED' then 'RETURNED' else 'AWAITED' end as stage,
      ${scopeName} as scope_name
    from access_request r join account a on a.id = r.account_id
    left join lateral (select * from signed_contract s where s.request_id = r.id order by s.id desc limit 1) c on true
    where r.path = 'CONTRACT') q
  where ${typed} = '' or q.scope_name ilike ${escaped(typed)} or q.registrant ilike ${escaped(typed)}
    or q.reference ilike ${escaped(typed)} or q.npi like ${escaped(typed)} or exists (
      select from access_grant x left join provider_group g on g.group_id = coalesce(x.group_id, x.scope_id)
      left join provider p on x.scope_kind = 'NPI' and p.npi = x.scope_id
      where x.request_id = q.id and (g.name ilike ${escaped(typed)} or g.group_id ilike ${escaped(typed)}
        or p.name ilike ${escaped(typed)}))`

const plainDecided = (typed: string) => sql<{ reference: string }>`
  select x.* from (
    select d.decided_at, d.key, r.reference, r.npi, a.first_name || ' ' || a.last_name as registrant,
      b.first_name || ' ' || b.last_name as decided_by, ${scopeName} as scope_name
    from (
      select 'C' || id as key, request_id, decided_at, decided_by from signed_contract
      where decided_at is not null and state in ('VALIDATED', 'RETURNED', 'CLOSED')
      union all
      select 'R' || id, id, decided_at, decided_by from access_request
      where decided_as = 'STAFF' and path <> 'CONTRACT' and state in ('ACTIVE', 'REJECTED') and decided_at is not null) d
    join access_request r on r.id = d.request_id join account a on a.id = r.account_id
    left join account b on b.id = d.decided_by) x
  where x.reference ilike ${escaped(typed)} or x.npi like ${escaped(typed)} or x.registrant ilike ${escaped(typed)}
    or x.scope_name ilike ${escaped(typed)} or x.decided_by ilike ${escaped(typed)}`

type Page = { rows: { reference: string }[]; total: number; pageSize: number }

/** Reads all pages of a list. */
async function readAll(path: string, query: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; ; page += 1) {
    const { entity } = await staff.getCall<Page>(path, { ...query, page: String(page) })
    found.push(...entity.rows.map(({ reference }) => reference))
    if (entity.rows.length > 0 || page === 0) expect(entity, JSON.stringify(query)).not.toHaveProperty('roughly')
    if (entity.rows.length < entity.pageSize) {
      expect(entity.total, JSON.stringify(query)).toBe(found.length)
      return found
    }
  }
}

const referencesOf = async (rows: RawBuilder<{ reference: string }>) =>
  (await rows.execute(site.db)).rows.map(({ reference }) => reference)

const TYPED = [
  'mar',
  'martins',
  'MARTINSON',
  'mary mar',
  'zoë',
  'öz',
  '100%',
  '%',
  '_',
  'a_b',
  'a%b',
  'k\\s',
  'ref12',
  'MAR_',
  '300000',
  'grp1',
  'clinic',
  'north, south',
  ', ',
  'e, n',
  'li',
  'z',
  'association',
  'martinuser',
  'marsh',
  'nobody at all',
]

test.each(TYPED)(
  'a contract search for %j returns exactly the matches of a plain query, in every sort order',
  async (typed) => {
    const orders = { received: sql`since`, scope: sql`lower(scope_name)`, registrant: sql`lower(registrant)` }
    for (const [sort, order] of Object.entries(orders))
      for (const way of ['asc', 'desc']) {
        const query = { search: typed, sort, ...(way === 'desc' ? { descending: 'true' } : {}) }
        const plain = await referencesOf(sql`${plainContracts(typed)} order by ${order} ${sql.raw(way)}, reference`)
        expect(await readAll(calls.listContracts.path, query), `${sort} ${way}`).toEqual(plain)
      }
  },
)

test.each(['AWAITED', 'RECEIVED', 'RETURNED', 'VALIDATED', 'CLOSED'])(
  'lists contracts in stage %s, also filtered by channel, assignee and search',
  async (stage) => {
    const among = (and: RawBuilder<unknown>) =>
      referencesOf(
        sql`select * from (${plainContracts('')}) q where stage = ${stage} and ${and} order by since, reference`,
      )
    const read = (query: Record<string, string>) => readAll(calls.listContracts.path, { stage, ...query })
    expect((await read({})).length).toBeGreaterThan(0)
    expect(await read({})).toEqual(await among(sql`true`))
    expect(await read({ cameBy: 'MAIL' })).toEqual(await among(sql`came_by = 'MAIL'`))
    expect(await read({ assigned: 'NOBODY' })).toEqual(await among(sql`assigned_to is null`))
    expect(await read({ assigned: 'ME' })).toEqual(await among(sql`assigned_to is not null`))
    const searched = referencesOf(
      sql`select * from (${plainContracts('mar')}) q where stage = ${stage} order by since, reference`,
    )
    expect(await read({ search: 'mar' })).toEqual(await searched)
  },
)

test.each(TYPED)('a search of decisions for %j returns exactly the matches of a plain query', async (typed) => {
  const plain = await referencesOf(sql`${plainDecided(typed)} order by decided_at desc, key desc`)
  expect(await readAll(calls.listDecided.path, { search: typed })).toEqual(plain)
})

test('a request stores the date of its newest contract after every insert, update and delete', async () => {
  const days = async () => {
    const { rows } = await sql<{ kept: Date | null; newest: Date | null }>`
      select contract_received_at as kept, (select received_at from signed_contract s where s.request_id = r.id order by s.id desc limit 1)
        as newest from access_request r where r.reference = 'REF1'`.execute(site.db)
    expect(rows[0]?.kept).toEqual(rows[0]?.newest)
    return rows[0]?.kept
  }
  const insert = (day: string) =>
    sql`insert into signed_contract (request_id, came_by, received_at, state)
    select id, 'MAIL', ${day}::timestamptz, 'SUPERSEDED' from access_request where reference = 'REF1'`.execute(site.db)
  const newest = sql`id = (select max(s.id) from signed_contract s join access_request r on r.id = s.request_id
    where r.reference = 'REF1')`
  const before = await days()
  await insert('2026-05-01Z')
  expect(await days()).toEqual(new Date('2026-05-01Z'))
  await insert('2026-04-01Z')
  expect(await days()).toEqual(new Date('2026-04-01Z'))
  await sql`update signed_contract set received_at = '2026-06-01Z' where ${newest}`.execute(site.db)
  expect(await days()).toEqual(new Date('2026-06-01Z'))
  for (const day of [new Date('2026-05-01Z'), before]) {
    await sql`delete from signed_contract where ${newest}`.execute(site.db)
    expect(await days()).toEqual(day)
  }
})
