import { toSearchName } from '@portico/core/directory/search-name'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { IS_DEACTIVATED } from './activation.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

/** How far matches are counted to tell which of the words typed is the rarest: farther only where all are common. */
const COUNTED = [500, 20_000]

/** Names that have all of the words are mostly common where the words are: so many are looked at before counting on. */
const TRIED = 5000

const found = sql`p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Db, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return (await findByNpi(typed, limit).execute(db)).rows
  const starts = [...new Set(toSearchName(typed).split(' '))].filter(Boolean)
  const [first] = starts
  if (first === undefined) return []
  const rows =
    starts.length === 1 ? (await findByWords([first], limit).execute(db)).rows : await findTogether(db, starts, limit)
  // 'Mary Martin' is met twice among the words beginning with 'mar'.
  return [...new Map(rows.map((row) => [row.npi, row])).values()].slice(0, limit)
}

export function findByNpi(digits: string, limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found} from provider p
    where p.npi >= ${digits} and p.npi < ${digits + LAST_CHARACTER}
      and not ${sql.raw(IS_DEACTIVATED)}
    order by p.npi limit ${limit}`
}

const beginsWith = (start: string) => sql`word >= ${start} and word < ${start + LAST_CHARACTER}`

/**
 * Walks the words that begin as the first one given, all of them or the first so many, and stops when there are enough
 * whose name has the others too.
 */
export function findByWords([walked = '', ...others]: string[], limit: number, tried?: number) {
  const alsoBegins = sql.join(
    others.map((start) => sql` and ' ' || search_name like ${`% ${start}%`}`),
    sql``,
  )
  const begun = tried
    ? sql`(select * from provider_word where ${beginsWith(walked)} order by word, npi limit ${tried}) tried where true`
    : sql`provider_word where ${beginsWith(walked)}`
  return sql<FoundProvider>`
    select ${found}
    from (select word, npi from ${begun}${alsoBegins} order by word, npi limit ${limit * 2}) w
    join provider p on p.npi = w.npi and not p.deactivated
    order by w.word, w.npi`
}

async function findTogether(db: Db, starts: string[], limit: number): Promise<FoundProvider[]> {
  for (const counted of COUNTED) {
    const { rarest, matches } = await findRarest(db, starts, counted)
    const walked = [rarest, ...starts.filter((start) => start !== rarest)]
    const isLast = matches < counted || counted === COUNTED.at(-1)
    const { rows } = await findByWords(walked, limit, isLast ? undefined : TRIED).execute(db)
    if (isLast || rows.length >= limit * 2) return rows
  }
  return []
}

/** The longest of those that are met as seldom. */
async function findRarest(db: Db, starts: string[], counted: number): Promise<{ rarest: string; matches: number }> {
  const { rows } = await countMatches(starts, counted).execute(db)
  const counts = rows[0]?.counts ?? []
  const matches = Math.min(...counts)
  const rare = starts.filter((_, index) => counts[index] === matches)
  return { rarest: rare.reduce((longest, start) => (start.length > longest.length ? start : longest)), matches }
}

export function countMatches(starts: string[], limit: number): RawBuilder<{ counts: number[] }> {
  const counts = starts.map(
    (start) => sql`
      (select count(*)::int from (select from provider_word where ${beginsWith(start)} limit ${limit}) counted)`,
  )
  return sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`
}
