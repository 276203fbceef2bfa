import { toSearchName } from '@portico/core/plan-data/search-name'
import type { Db } from '#platform/context.ts'
import { runPrepared, type Statement } from '#platform/database/prepared.ts'
import { IS_DEACTIVATED } from './activation.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Sorts after every word with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

const columns = `p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Up to `limit` active providers: by the start of the NPI, or by word prefixes of the name in any order. */
export async function searchProviders(db: Db, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return run(db, findByNpi(typed, limit))
  const [first, ...others] = toStarts(typed)
  if (first === undefined) return []
  const statement = others.length > 0 ? findByStarts([first, ...others], limit) : findByWord(first, limit)
  return run(db, statement)
}

const run = (db: Db, { text, values }: Statement) => runPrepared<FoundProvider>(db, text, values)

export const findByNpi = (digits: string, limit: number): Statement => ({
  values: [digits, digits + LAST_CHARACTER, limit],
  text: `
select ${columns} from provider p
where p.npi >= $1 and p.npi < $2 and not ${IS_DEACTIVATED}
order by p.npi limit $3`,
})

/** The typed prefixes, the longest first, without those that are prefixes of another. */
function toStarts(typed: string): string[] {
  const words = [...new Set(toSearchName(typed).split(' '))].filter(Boolean)
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
}

/**
 * 'Mary Martin' occurs twice among the words that start with 'mar'. Only the shown providers are looked up. The limit
 * is part of the text, because the generic plan of a prepared statement does not know a parameter's value.
 */
export const findByWord = (start: string, limit: number): Statement => ({
  values: [start, start + LAST_CHARACTER],
  text: `
select ${columns}
from (
  select min(word) as word, npi from (
    select word, npi from provider_word where word >= $1 and word < $2
    order by word, npi limit ${limit * 2}) met
  group by npi order by 1, 2 offset 0) w
join provider p on p.npi = w.npi and not p.deactivated
order by w.word, w.npi limit ${limit}`,
})

/** Ordered by the words that match the longest prefix. */
export const findByStarts = (starts: string[], limit: number): Statement => ({
  values: [starts, limit],
  text: `
select ${columns} from unnest(find_by_prefixes($1, $2)) with ordinality as f (npi, place)
join provider p on p.npi = f.npi order by f.place`,
})
