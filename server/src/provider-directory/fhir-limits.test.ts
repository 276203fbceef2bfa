import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { type Bundle, includedIn, linkOf, matchesIn, openFhirClient } from '../../test/plan-net/fhir-client.ts'

/** Two locations: one with 1,000 roles, one with 1,001. A page includes at most 1,000 resources. */

let site: TestApp
let client: ReturnType<typeof openFhirClient>

const LARGE = 1_001

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', settings: { limits: { fhirPerMinutePerAddress: 100_000 } } })
  client = openFhirClient(site)
  const insert = (type: string, id: ReturnType<typeof sql>, count: number) =>
    sql`insert into published_resource (type, id, resource, hash, last_updated, networks, source_kind, source_id)
      select ${type}::text, ${id}, json_build_object('resourceType', ${type}::text, 'id', ${id}), '', now(), '{}', 'NPI', ''
      from generate_series(1, ${count}::int) n`.execute(site.db)
  const refer = (role: string, location: string, count: number) =>
    sql`insert into published_value (type, id, parameter, value)
      select 'PractitionerRole', ${role}::text || n, 'location', 'Location/' || ${location}::text
      from generate_series(1, ${count}::int) n`.execute(site.db)
  await insert('Location', sql`'L' || n`, 2)
  await insert('PractitionerRole', sql`'a' || n`, LARGE - 1)
  await insert('PractitionerRole', sql`'b' || n`, LARGE)
  await refer('a', 'L1', LARGE - 1)
  await refer('b', 'L2', LARGE)
})
afterAll(() => site.close())

const outcomesIn = ({ entry = [] }: Bundle) =>
  entry.filter(({ search }) => search.mode === 'outcome').map(({ resource }) => resource)

const withRoles = (id: string, more = '') =>
  client.search(`/Location?_id=${id}&_revinclude=PractitionerRole:location${more}`)

test('a page includes 1,000 resources without a warning', async () => {
  const whole = await withRoles('L1')
  expect(new Set(includedIn(whole)).size).toBe(1_000)
  expect([matchesIn(whole), outcomesIn(whole)]).toEqual([['Location/L1'], []])
})

test('a page of which more belong includes 1,000, and a warning says that some are missing', async () => {
  for (const page of [await withRoles('L2'), await withRoles('L1,L2')]) {
    expect(new Set(includedIn(page)).size).toBe(1_000)
    expect(outcomesIn(page)).toMatchObject([{ issue: [{ severity: 'warning', code: 'incomplete' }] }])
  }
})

test('a page has at most 100 matches, and the links lead to all of them', async () => {
  for (const count of [100, 101, 1_000, 999_999_999]) {
    const page = await client.search(`/PractitionerRole?_count=${count}`)
    expect(matchesIn(page)).toHaveLength(100)
    expect(linkOf(page, 'next')).toBeDefined()
  }
  expect(matchesIn(await client.search('/PractitionerRole'))).toHaveLength(50)
  const all = await client.searchAll('/PractitionerRole?_count=100')
  expect(new Set(all).size).toBe(2 * LARGE - 1)
})

test('a busy database is answered with 503 and when to come back, and the next search is served', async () => {
  await site.db.transaction().execute(async (trx) => {
    await sql`lock table published_resource in access exclusive mode`.execute(trx)
    // Three run, ten of an address wait, and the others are refused at once.
    const replies = await Promise.all(Array.from({ length: 15 }, () => client.get('/Location?_count=1')))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 503))
    for (const { headers, body } of replies) {
      expect(headers['retry-after']).toBe('5')
      expect(JSON.parse(body)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'transient' }] })
    }
  })
  expect(matchesIn(await client.search('/Location?_count=1'))).toEqual(['Location/L1'])
})
