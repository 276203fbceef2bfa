import { toSearchName } from '@portico/core/directory/search-name'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { preparing } from '../../platform/database/named-statements.ts'
import { IS_DEACTIVATED } from './activation.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

const found = sql`p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Db, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  const prepared = preparing(db)
  if (/^\d{1,10}$/.test(typed)) return (await findByNpi(typed, limit).execute(prepared)).rows
  const [first, ...others] = toStarts(typed)
  if (first === undefined) return []
  const query = others.length > 0 ? findByStarts([first, ...others], limit) : findByWord(first, limit)
  return (await query.execute(prepared)).rows
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

/**
 * 'Mary Martin' is met twice among the words beginning with 'mar'. Only who is shown is looked up. The limit is part of
 * the text: what is prepared is planned once, and for so many.
 */
export function findByWord(start: string, limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found}
    from (
      select min(word) as word, npi from (
        select word, npi from provider_word where word >= ${start} and word < ${start + LAST_CHARACTER}
        order by word, npi limit ${sql.lit(limit * 2)}) met
      group by npi order by 1, 2 offset 0) w
    join provider p on p.npi = w.npi and not p.deactivated
    order by w.word, w.npi limit ${sql.lit(limit)}`
}

/** In the order of their words that begin as the first start, the longest. */
export function findByStarts(starts: string[], limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found} from unnest(find_by_starts(${starts}, ${limit})) with ordinality as f (npi, place)
    join provider p on p.npi = f.npi order by f.place`
}
