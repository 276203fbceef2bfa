import { toSearchName } from '@portico/core/directory/search-name'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { IS_DEACTIVATED } from './activation.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

const found = sql`p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Db, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return (await findByNpi(typed, limit).execute(db)).rows
  const [first, ...others] = toStarts(typed)
  if (first === undefined) return []
  const query = others.length > 0 ? findByStarts([first, ...others], limit) : findByWord(first, limit)
  const { rows } = await query.execute(db)
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

/** The beginnings of words that were typed, the longest first, but for those that another begins with. */
function toStarts(typed: string): string[] {
  const words = [...new Set(toSearchName(typed).split(' '))].filter(Boolean)
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
}

export function findByWord(start: string, limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found}
    from (
      select word, npi from provider_word where word >= ${start} and word < ${start + LAST_CHARACTER}
      order by word, npi limit ${limit * 2}) w
    join provider p on p.npi = w.npi and not p.deactivated
    order by w.word, w.npi`
}

/** In the order of their words that begin as the first start, the longest. */
export function findByStarts(starts: string[], limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found} from unnest(find_by_starts(${starts}, ${limit})) with ordinality as f (npi, place)
    join provider p on p.npi = f.npi order by f.place`
}
