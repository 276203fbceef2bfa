import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeNpi } from '@portico/core/directory/npi'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from '../../platform/database.ts'
import { importFile } from '../import/import-file.ts'
import { countMatches, findByNpi, findByWords, searchProviders } from './search-providers.ts'

const header = readFileSync(new URL('../../demo/nppes-header.csv', import.meta.url), 'utf8').trim()
let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.config)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

function nationalFile(npi: string, first: string, last: string): string {
  const values: Record<string, string> = {
    NPI: npi,
    'Entity Type Code': '1',
    'Provider First Name': first,
    'Provider Last Name (Legal Name)': last,
  }
  return `${header}\n${header
    .slice(1, -1)
    .split('","')
    .map((column) => `"${values[column] ?? ''}"`)
    .join(',')}\n`
}

const search = (text: string, limit?: number) => searchProviders(connection.db, text, limit)
const names = async (text: string) => (await search(text)).map((provider) => provider.name)

describe('searching providers', () => {
  test('finds by the beginning of the NPI, in order', async () => {
    const found = await search('11000000')
    expect(found[0]).toEqual({ npi: '1100000011', name: 'Eleanor Whitlock', city: 'Salem', state: 'MA' })
    expect(found.map((provider) => provider.npi)).toEqual(found.map((provider) => provider.npi).toSorted())
    expect(await search('1100000011')).toHaveLength(1)
  })

  test.each(['eleanor whitlock', 'WHITLOCK ELEANOR', 'whit ele', 'ele w', 'e whitl', '  Whitlock,  Eleanor '])(
    "finds by word starts in any order and any case: '%s'",
    async (text) => {
      expect(await names(text)).toContain('Eleanor Whitlock')
    },
  )

  test('the middle of a word is no match', async () => {
    expect(await names('hitlock')).toEqual([])
    expect(await names('eleanor hitlock')).toEqual([])
  })

  test('every word typed must begin some word of the name', async () => {
    for (const name of await names('mar ken')) expect(name).toMatch(/\bMar/)
    expect(await names('whitlock marcus')).toEqual([])
  })

  test('a renamed provider is found by the new name only', async () => {
    const row = { npi: completeNpi('180000001'), name: 'Quillfeather Testworthy' }
    const folder = await mkdtemp(join(tmpdir(), 'portico-search-'))
    for (const [last, first] of [
      ['Testworthy', 'Quillfeather'],
      ['Testworthy', 'Zebulonia'],
    ] as const) {
      const file = join(folder, `${first}.csv`)
      await writeFile(file, nationalFile(row.npi, first, last))
      await importFile({ kind: 'nppes', file, config: database.config, secretKey: 'x', now: new Date() })
    }
    await rm(folder, { recursive: true })
    expect(await names('quillfeather')).toEqual([])
    expect(await names('zebu testw')).toEqual(['Zebulonia Testworthy'])
    expect(await names('testworthy')).toEqual(['Zebulonia Testworthy'])
  })

  test('gives at most twenty, each once', async () => {
    const found = await search('ma')
    expect(found).toHaveLength(20)
    expect(new Set(found.map((provider) => provider.npi)).size).toBe(20)
  })

  test('a deactivated NPI is not offered', async () => {
    expect(await search('1500000017')).toEqual([])
  })

  test.each(['', '   ', "'", '& | !', ':*', '\\', '<->', '%', '💊'])(
    "'%s' finds nobody and breaks nothing",
    async (text) => {
      expect(await search(text)).toEqual([])
    },
  )
})

describe('over many providers', () => {
  beforeAll(async () => {
    const npis = Array.from({ length: 30_000 }, (_, index) => completeNpi(String(170_000_000 + index)))
    await sql`
      insert into provider (npi, entity_type, name, search_name)
      select npi, 1, 'x', case when n <= 5500 then 'zeta' || n || ' plain' when n <= 6100 then 'plain kappa' || n
        when n = 6101 then 'zetz kappa' else 'first' || (n % 300) || ' last' || (n % 7001) end
      from unnest(${npis}::text[]) with ordinality as given (npi, n)`.execute(connection.db)
    await sql`
      insert into provider_word (word, npi, search_name)
      select unnest(string_to_array(search_name, ' ')), npi, search_name from provider
      where npi like '17%'`.execute(connection.db)
    await sql`vacuum analyze provider`.execute(connection.db)
    await sql`vacuum analyze provider_word`.execute(connection.db)
  })

  async function explain(query: RawBuilder<unknown>): Promise<string> {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(connection.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test.each([
    ['a key', findByNpi('1100000011', 20), ['provider_pkey']],
    ['the beginning of an NPI', findByNpi('11', 20), ['provider_pkey']],
    ['one word', findByWords(['whit'], 20), ['provider_word_start', 'provider_pkey']],
    ['a single letter', findByWords(['w'], 20), ['provider_word_start', 'provider_pkey']],
    ['two words', findByWords(['whit', 'ele'], 20), ['provider_word_start', 'provider_pkey']],
    ['two common words', findByWords(['whit', 'ele'], 20, 5000), ['provider_word_start', 'provider_pkey']],
    ['which word is rarest', countMatches(['whit', 'last'], 500), ['provider_word_start']],
  ])('%s is looked up through indexes', async (_what, query, indexes) => {
    const plan = await explain(query)
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })

  test.each([
    ['last first', 'first', 'last', 20],
    ['last1 first299', 'first299', 'last1', 20],
    // The first five thousand names by the one have not the other.
    ['zet kap', 'zet', 'kap', 1],
  ])("finds all there are of '%s', or enough", async (text, one, other, most) => {
    const all = await findOneByOne(one, other)
    const found = (await search(text)).map((provider) => provider.npi)
    expect(found).toHaveLength(Math.min(most, all.length))
    expect(all).toEqual(expect.arrayContaining(found))
  })

  /** The same by looking at every name. */
  async function findOneByOne(one: string, other: string): Promise<string[]> {
    const { rows } = await sql<{ npi: string }>`
      select npi from provider
      where search_name ~ ${`\\m${one}`} and search_name ~ ${`\\m${other}`}`.execute(connection.db)
    return rows.map(({ npi }) => npi)
  }
})
