import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { toSearchName } from '../search-name.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

/** How many words a beginning may lead through before the search gives up finding more. */
const WORDS_WALKED = 400

const found = sql`p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state`

/** Exactly the expression of the index provider_search. */
const words = sql`array_to_tsvector(string_to_array(p.search_name, ' '))`

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Kysely<Database>, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return (await findByNpi(typed, limit).execute(db)).rows
  const starts = [...new Set(toSearchName(typed).split(' '))].filter(Boolean)
  if (starts.length === 0) return []
  const { rows } = await findByWords(starts, limit).execute(db)
  // 'Mary Martin' is met twice on the way through the words beginning with 'mar'.
  return [...new Map(rows.map((row) => [row.npi, row])).values()].slice(0, limit)
}

export function findByNpi(digits: string, limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found} from provider p
    where p.npi >= ${digits} and p.npi < ${digits + LAST_CHARACTER}
      and (p.deactivation_date is null or p.reactivation_date >= p.deactivation_date)
    order by p.npi limit ${limit}`
}

/** One beginning walks the list of words; of several, those of three letters or more are looked up together. */
export function findByWords(starts: string[], limit: number): RawBuilder<FoundProvider> {
  const long = starts.filter((start) => start.length >= 3)
  if (starts.length > 1 && long.length > 1) return findByAll(starts, long, limit)
  const walked = long[0] ?? (starts.toSorted((a, b) => b.length - a.length)[0] as string)
  return findByWalking(
    walked,
    starts.filter((start) => start !== walked),
    limit,
  )
}

/** From word to word in order, each with its providers, until there are enough: the cost is that of the answer. */
function findByWalking(start: string, others: string[], limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found}
    from (
      select word from provider_word
      where word >= ${start} and word < ${start + LAST_CHARACTER} order by word limit ${WORDS_WALKED}
    ) w cross join lateral (
      select * from provider p where ${words} @@ quote_literal(w.word)::tsquery ${filterBy(others)} limit ${limit}
    ) p
    limit ${limit * 2}`
}

function findByAll(starts: string[], long: string[], limit: number): RawBuilder<FoundProvider> {
  return sql<FoundProvider>`
    select ${found} from provider p
    where ${words} @@ ${toQuery(long)}::tsquery ${filterBy(starts.filter((start) => start.length < 3))}
    limit ${limit}`
}

/** `is true` keeps a short beginning, which would fetch half the index, a check on the rows found by the others. */
function filterBy(starts: string[]): RawBuilder<unknown> {
  return starts.length ? sql`and (${words} @@ ${toQuery(starts)}::tsquery) is true` : sql``
}

/** Search names hold letters and digits only, so that nothing in them can be an operator. */
function toQuery(starts: string[]): string {
  return starts.map((start) => `'${start}':*`).join(' & ')
}
