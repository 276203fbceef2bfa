import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

export type FoundProvider = { npi: string; name: string; city: string; state: string }

/** Past every word that begins with a prefix, in byte order. */
const LAST_CHARACTER = '\u{10ffff}'

/** Up to `limit` active providers: by the beginning of the NPI, or by the beginnings of words of the name in any order. */
export async function searchProviders(db: Kysely<Database>, text: string, limit = 20): Promise<FoundProvider[]> {
  const typed = text.trim()
  if (/^\d{1,10}$/.test(typed)) return searchByNpi(db, typed, limit)
  const { rows } = await sql<{ words: string[] }>`select search_words(${typed}) as words`.execute(db)
  const words = [...new Set(rows[0]?.words ?? [])]
  return words.length ? searchByWords(db, words, limit) : []
}

async function searchByNpi(db: Kysely<Database>, digits: string, limit: number): Promise<FoundProvider[]> {
  const { rows } = await sql<FoundProvider>`
    select npi, name, coalesce(city, '') as city, coalesce(state, '') as state from provider
    where npi >= ${digits} and npi < ${digits + LAST_CHARACTER}
      and (deactivation_date is null or reactivation_date >= deactivation_date)
    order by npi limit ${limit}`.execute(db)
  return rows
}

/** The longest word is most often the rarest: its matches are walked, the others checked for each of them. */
async function searchByWords(db: Kysely<Database>, words: string[], limit: number): Promise<FoundProvider[]> {
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length) as [string, ...string[]]
  const alsoMatching = others.map(
    (word) => sql`
      and exists (select from provider_word o where o.npi = w.npi
        and o.word >= ${word} and o.word < ${word + LAST_CHARACTER})`,
  )
  const { rows } = await sql<FoundProvider>`
    select p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state
    from (
      select npi, min(place) as place from (
        select w.npi, row_number() over (order by w.word, w.npi) as place from provider_word w
        where w.word >= ${longest} and w.word < ${longest + LAST_CHARACTER} ${sql.join(alsoMatching, sql``)}
        order by w.word, w.npi limit ${limit * 2}
      ) found group by npi
    ) found join provider p on p.npi = found.npi
    order by found.place limit ${limit}`.execute(db)
  return rows
}
