import { toSearchName } from '@portico/core/directory/search-name'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { IS_DEACTIVATED } from './activation.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

/** How far matches are counted to tell which of the words typed is the rarest: farther only where all are common. */
const COUNTED = [500, 20_000]

const found = sql`p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Db, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return (await findByNpi(typed, limit).execute(db)).rows
  const starts = [...new Set(toSearchName(typed).split(' '))].filter(Boolean)
  const [first] = starts
  if (first === undefined) return []
  const rarest = starts.length === 1 ? first : await findRarest(db, starts)
  const others = starts.filter((start) => start !== rarest)
  const { rows } = await findByWords(rarest, others, limit).execute(db)
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

/** Walks the words that begin as the rarest one typed, and stops when there are enough whose name has the others too. */
export function findByWords(rarest: string, others: string[], limit: number): RawBuilder<FoundProvider> {
  const alsoBegins = others.map((start) => sql` and ' ' || search_name like ${`% ${start}%`}`)
  return sql<FoundProvider>`
    select ${found}
    from (
      select word, npi from provider_word
      where ${beginsWith(rarest)}${sql.join(alsoBegins, sql``)}
      order by word, npi limit ${limit * 2}
    ) w join provider p on p.npi = w.npi and not p.deactivated
    order by w.word, w.npi`
}

async function findRarest(db: Db, starts: string[]): Promise<string> {
  let rarest = ''
  for (const limit of COUNTED) {
    const { rows } = await countMatches(starts, limit).execute(db)
    const counts = rows[0]?.counts ?? []
    const fewest = Math.min(...counts)
    const rare = starts.filter((_, index) => counts[index] === fewest)
    rarest = rare.reduce((longest, start) => (start.length > longest.length ? start : longest))
    if (fewest < limit) break
  }
  return rarest
}

export function countMatches(starts: string[], limit: number): RawBuilder<{ counts: number[] }> {
  const counts = starts.map(
    (start) => sql`
      (select count(*)::int from (select from provider_word where ${beginsWith(start)} limit ${limit}) counted)`,
  )
  return sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`
}
