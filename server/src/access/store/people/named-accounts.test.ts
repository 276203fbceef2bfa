import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { fewNamedBy, namedBy } from './named-accounts.ts'

const NAMES = [
  'Martinson',
  'martins',
  'Öztürk-Şimşek',
  'A_B_C_D',
  '100%sure',
  'Back\\slash',
  'von der Marwitz',
  'Li',
  '𝒜𝒷𝒸𝒹𝑒𝒻',
]

let site: TestApp
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', isUnwatched: true })
  const insert = (name: string, first: string) => {
    const key = `${name}.${first}`
    return sql`insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name,
        email, created_at)
      values (${key}, 'provider', 'ACTIVE', 'harborview', ${key}, ${key}, 'none', ${first},
        ${name}, 'somebody@example.org', now())`.execute(site.db)
  }
  // The first rows form the sample: each name occurs once, and all share the address.
  for (const name of NAMES) await insert(name, 'Only')
  await sql`
    insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name, email,
      created_at)
    select 'many' || i, 'provider', 'ACTIVE', 'harborview', 'many' || i, 'many' || i, 'none', 'Many', 'Others',
      'somebody@example.org', now() from generate_series(1, 400) i`.execute(site.db)
  for (const name of NAMES) await insert(name, 'Late')
})
afterAll(() => site.close())

const idsOf = async (query: ReturnType<typeof namedBy>) =>
  (await sql<{ id: string }>`${query}`.execute(site.db)).rows.map(({ id }) => id).sort()

test.each([
  ['martinson', 2],
  ['ARTINS', 4],
  ['late martinson', 1],
  ['öztürk', 2],
  ['k-şim', 2],
  ['b_c_d', 2],
  ['a%c_d', 0],
  ['00%su', 2],
  ['ack\\sl', 2],
  ['marwi', 2],
  ['𝒷𝒸𝒹𝑒𝒻', 2],
  ['𝒷𝒸𝒹', 2],
  ['li', 2],
  ['many others', 400],
  ['somebody', 418],
  ['somebody marti', 4],
  ['many17 other', 11],
  ['nobody', 0],
])('the five-character index finds the same accounts for %j as a full scan', async (search, count) => {
  const words = search.split(' ')
  const found = await idsOf(namedBy(words))
  expect(found).toHaveLength(count)
  expect(await idsOf(fewNamedBy(words, 1000))).toEqual(found)
  expect(await idsOf(fewNamedBy(words, 3))).toHaveLength(Math.min(3, count))
})

test.each([
  ['martinson', true],
  ['somebody', false],
  ['li', false],
])('a search for %j uses the five-character index: %s', async (word, isRare) => {
  await site.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze) ${fewNamedBy([word], 1000)}`.execute(trx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(/account_search_runs.*\(actual/.test(plan)).toBe(isRare)
  })
})
