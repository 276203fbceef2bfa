import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeNpi } from '@portico/core/plan-data/npi'
import { toSearchName } from '@portico/core/plan-data/search-name'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/prepared.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { SeededRandom } from '../../demo/generate/random.ts'
import { importFile } from '../import/import-file.ts'
import { findByNpi, findByStarts, findByWord, searchProviders } from './search-providers.ts'

const header = readFileSync(new URL('../../demo/generate/nppes-header.csv', import.meta.url), 'utf8').trim()
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
  test('finds providers by the start of the NPI, in order', async () => {
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

  test('does not match the middle of a word', async () => {
    expect(await names('hitlock')).toEqual([])
    expect(await names('eleanor hitlock')).toEqual([])
  })

  test('matches only names in which every typed word starts some word', async () => {
    for (const name of await names('mar ken')) expect(name).toMatch(/\bMar/)
    expect(await names('whitlock marcus')).toEqual([])
  })

  test('finds a renamed provider only by the new name', async () => {
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

  test('returns at most twenty providers, each once', async () => {
    const found = await search('ma')
    expect(found).toHaveLength(20)
    expect(new Set(found.map((provider) => provider.npi)).size).toBe(20)
  })

  test('does not return a deactivated NPI', async () => {
    expect(await search('1500000017')).toEqual([])
  })

  test.each(['', '   ', "'", '& | !', ':*', '\\', '<->', '%', '💊'])(
    "'%s' finds nobody and breaks nothing",
    async (text) => {
      expect(await search(text)).toEqual([])
    },
  )
})

/** Rare names whose prefixes are common. */
const RARE = [
  'zetz kappa gone',
  'zetz kappa',
  'kappo zetz zetzo zete',
  'plain zulu zetø kappð',
  'zeta k',
  'kop of the plain and of the zetland in one name of many words',
  ...Array.from({ length: 14 }, (_, index) => `zetx kaa kab kac kad kae kaf kag kah kai kapuz quorum${index}`),
  'zetazz plainly',
  // Their word occurs twice among the words, and so do their pairs.
  ...Array.from({ length: 30 }, () => 'duo duo quince'),
]

/** Deactivated providers whose words were not deleted. */
const GONE = 'zetz kappa gone'

async function insertWords(begin: string): Promise<void> {
  await sql`
    insert into provider_word (word, npi, search_name)
    select unnest(string_to_array(search_name, ' ')), npi, search_name from provider
    where npi like ${`${begin}%`}`.execute(connection.db)
  await sql`vacuum analyze provider`.execute(connection.db)
  await sql`vacuum analyze provider_word`.execute(connection.db)
}

/** The expected result by scanning every name, ordered by the words that match the longest prefix. */
async function findOneByOne(starts: string[]): Promise<string[]> {
  const [longest] = starts.toSorted((one, other) => other.length - one.length)
  const { rows } = await sql<{ npi: string }>`
    select npi from provider
    where not deactivated and ' ' || search_name like all (${starts.map((start) => `% ${start}%`)}::text[])
    order by (
      select min(word collate "C") from string_to_table(search_name, ' ') word where starts_with(word, ${longest})
    ), npi`.execute(connection.db)
  return rows.map(({ npi }) => npi)
}

describe('search over many providers', () => {
  beforeAll(async () => {
    const npis = Array.from({ length: 34_100 }, (_, index) => completeNpi(String(170_000_000 + index)))
    await sql`
      insert into provider (npi, entity_type, name, search_name, deactivated)
      select npi, 1, 'x', search_name, search_name = ${GONE} from (
        select npi, coalesce((${RARE}::text[])[n - 6100], case when n <= 5500 then 'zeta' || n || ' plain'
          when n <= 6100 then 'plain kappa' || n when n > 30000 then 'plainly other' || n else 'first' || (n % 300) || ' last' || (n % 7001) end) as search_name
        from unnest(${npis}::text[]) with ordinality as given (npi, n)) named`.execute(connection.db)
    await insertWords('17')
  })

  async function explain({ text, values }: Statement): Promise<string> {
    const { rows } = await connection.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test.each([
    ['a key', findByNpi('1100000011', 20), ['provider_pkey']],
    ['the beginning of an NPI', findByNpi('11', 20), ['provider_pkey']],
    ['one word', findByWord('whit', 20), ['provider_word_start', 'provider_pkey']],
    ['a single letter', findByWord('w', 20), ['provider_word_start', 'provider_pkey']],
    ['two words', findByStarts(['whit', 'ele'], 20), ['provider_pkey']],
  ])('uses indexes for %s', async (_what, query, indexes) => {
    const plan = await explain(query)
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })

  test.each([
    ['enough among the first words of the longest', 'last first', 20],
    ['enough among the first words of the other', 'plain kap', 20],
    ['all words of a rare one', 'first last6999', 4],
    ['names of two words and of more, by their pairs', 'zet kap', 17],
    ['longer words than a pair tells', 'zetz kap', 2],
    ['longer words than a pair tells, of which there are many', 'plainl zeta', 1],
    ['two letters of one', 'ze kap', 17],
    ['two letters of both', 'ze ko', 1],
    ['two letters beside a longer word', 'zetla ko', 1],
    ['words that are met twice, by their pairs', 'duo qui', 20],
    ['words that are met twice, one by one', 'duo q', 20],
    ['a single letter', 'k zet', 19],
    ['a word that is a single letter', 'zeta k', 1],
    ['two single letters', 'z k', 20],
    ['letters that are not from a to z', 'zetø kap', 1],
    ['a letter that nobody has', 'zetð kap', 0],
    ['the middle of a word', 'plain land', 0],
    ['three words', 'pla zet kap', 1],
    ['more words', 'name words zetla plai many kop', 1],
    ['more words, one of them nobody has', 'name words zetla plai many kopf', 0],
    ['a start that is the beginning of another', 'ze zet kap', 17],
  ])('finds all matches or enough: %s', async (_what, text, count) => {
    const all = await findOneByOne(text.split(' '))
    const found = (await search(text)).map((provider) => provider.npi)
    expect(found).toHaveLength(count)
    expect(found).toHaveLength(Math.min(20, all.length))
    expect(all).toEqual(expect.arrayContaining(found))
  })

  test('shows a name with a repeated word once, and it displaces no other', async () => {
    const found = (await search('duo')).map((provider) => provider.npi)
    expect(found).toEqual((await findOneByOne(['duo'])).slice(0, 20))
  })

  test.each([
    ['found by pairs, all there are', 'ze kap'],
    ['found by pairs, enough of them', 'last first'],
    ['found by words, all there are', 'k zet'],
    ['found by words, enough of them', 'plain k'],
    ['found by the words of the other', 'zetaz plainl'],
  ])('orders matches by the words that match the longest prefix: %s', async (_what, text) => {
    const found = (await search(text)).map((provider) => provider.npi)
    const ordered = await findOneByOne(text.split(' '))
    expect(found).toEqual(ordered.filter((npi) => found.includes(npi)))
    expect(found).not.toEqual([])
  })
})

/** Two sets of words that rarely meet, with names of one to nine words and all characters that names contain. */
const CIRCLES = [
  ["O'Brien", 'Maria', 'MARTIN', 'José', 'Ma', 'Østby', '3M', 'Anne-Marie', 'Li'],
  ['Nuñez', 'Peter', 'D’Angelo', 'Health', 'Home-Care', 'Þór', '24', 'Ðor', 'Ng', 'Healy', 'P'],
] as const
const TYPED = ['o', 'ob', 'obr', 'mar', 'mart', 'j', 'jose', 'm', 'ø', 'øst', '3', 'anne', 'marie', 'martin', 'l', 'li']
const TYPED_OTHER = [
  'n',
  'nun',
  'nuñez',
  'pe',
  'peter',
  'd',
  'dang',
  'he',
  'heal',
  'healt',
  'home',
  'car',
  'þ',
  'ð',
  '24',
]

type Named = { npi: string; words: string[] }

describe('search over generated names', () => {
  const allProviders: Named[] = []

  beforeAll(async () => {
    const random = new SeededRandom(101)
    const names = Array.from({ length: 12_000 }, () => {
      const circle = random.pick(CIRCLES)
      const words = Array.from({ length: random.between(1, 8) }, () => random.pick<string>(circle))
      return (random.chance(0.004) ? [...words, random.pick<string>(random.pick(CIRCLES))] : words).join(' ')
    })
    const npis = names.map((_, index) => completeNpi(String(168_000_000 + index)))
    await sql`
      insert into provider (npi, entity_type, name, search_name)
      select npi, 1, name, search_name
      from unnest(${npis}::text[], ${names}::text[], ${names.map(toSearchName)}::text[]) as given (npi, name, search_name)
    `.execute(connection.db)
    await insertWords('168')
    const { rows } = await sql<{ npi: string; search_name: string }>`
      select npi, search_name from provider where not deactivated order by npi`.execute(connection.db)
    for (const { npi, search_name } of rows) allProviders.push({ npi, words: search_name.split(' ') })
  })

  /** The expected result by scanning every name, ordered by the words that match the first prefix. */
  function findAll(starts: string[]): string[] {
    const [first = ''] = starts
    const wordOf = ({ words }: Named) => words.filter((word) => word.startsWith(first)).toSorted()[0] ?? ''
    const all = allProviders.filter(({ words }) =>
      starts.every((start) => words.some((word) => word.startsWith(start))),
    )
    return all
      .toSorted((one, other) => (wordOf(one) < wordOf(other) ? -1 : wordOf(one) > wordOf(other) ? 1 : 0))
      .map(({ npi }) => npi)
  }

  test.each(TYPED)(
    "'%s' and any other beginning find whom a look at every name finds, in the order of words",
    async (one) => {
      for (const other of TYPED_OTHER) {
        const starts = [one, other].map(toSearchName).toSorted((a, b) => b.length - a.length)
        const found = (await search(`${one} ${other}`)).map((provider) => provider.npi)
        const all = findAll(starts)
        expect(found).toHaveLength(Math.min(20, all.length))
        expect(found).toEqual(all.filter((npi) => found.includes(npi)))
      }
    },
  )
})
