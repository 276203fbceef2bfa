import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

export const PAGE_SIZE = 25

export type Paged = { page?: number | undefined; descending?: boolean | undefined }

/** Escapes '%', '_' and '\' in a typed search text. */
export const escapeLike = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')
export const containing = (typed: string) => `%${escapeLike(typed.trim().toLowerCase())}%`

/**
 * Matches a word within a lowercase column that has a space before each word. Search texts too short for the trigram
 * index match only at the start of a word.
 */
export function containingWord(typed: string): string {
  const word = escapeLike(typed.trim().toLowerCase())
  return typed.trim().length < 3 ? `% ${word}%` : `%${word}%`
}

export const direction = (query: Paged) => (query.descending ? sql`desc` : sql`asc`)

/**
 * One page of a list and its total. Rows are limited before anything is joined to them. The total stops counting at a
 * cap that hardly any user pages beyond; for those who do, at the end of their page.
 */
export async function findPage<Row>(
  db: Db,
  query: Paged,
  parts: {
    matching: RawBuilder<unknown>
    page: (limits: RawBuilder<unknown>) => RawBuilder<Row>
    /** The total, if the rows of the page already imply it. */
    found?: (rows: Row[], seen: number) => Counted | undefined
  },
): Promise<Counted & { rows: Row[]; pageSize: number }> {
  const offset = (query.page ?? 0) * PAGE_SIZE
  const { rows } = await parts.page(sql`limit ${PAGE_SIZE} offset ${offset}`).execute(db)
  const seen = offset + PAGE_SIZE
  const known = parts.found?.(rows, seen) ?? endOf(offset, rows.length)
  return { rows, ...(known ?? (await countMatching(db, parts.matching, seen))), pageSize: PAGE_SIZE }
}

/** A page that is not full is the last one and implies the total. An empty page does so only if it is the first. */
function endOf(offset: number, found: number): Counted | undefined {
  const isLast = found < PAGE_SIZE && (found > 0 || offset === 0)
  return isLast ? { total: offset + found } : undefined
}

/** The cap up to which the total is exact for a user who has seen this many rows. */
const exactTotalMax = (seen: number) => Math.max(LIST_COUNT_MAX, seen)

/** Counting reads one row more than the cap, to see whether there are more. */
export const countedMax = (seen: number) => exactTotalMax(seen) + 1

/** About as many matches as it takes to fill a page by scanning a list of some hundred thousand rows. */
const SORTED_MAX = 1000

type SearchParts = {
  table: 'account' | 'mail_message'
  /** Selects the ids that match the search text. */
  sought: RawBuilder<unknown>
  /** The same, limited to this number of ids. */
  few: (limit: number) => RawBuilder<unknown>
  /** Other filters, on the row `t`. */
  narrowed: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * The rows of a page of search results. The planner cannot estimate the number of matches, and an overestimate makes it
 * scan the whole list in order. So matches are selected first, then counted and sorted. If there are many, scanning in
 * order fills the page soon, and they are counted separately.
 */
export function searchPage({ table, sought, few, narrowed, order }: SearchParts, limits: RawBuilder<unknown>) {
  const rows = sql.table(table)
  const isFew = sql`(select count(*) from few) < ${SORTED_MAX}::int`
  const cut = sql`and ${narrowed} order by ${order} ${limits}`
  return sql`
    with few as materialized (${few(SORTED_MAX)})
    (select t.*, count(*) over ()::int as found from few cross join lateral (select * from ${rows} where id = few.id offset 0) t where ${isFew} ${cut})
    union all
    (select t.*, null from ${rows} t where not ${isFew} and t.id in (${sought}) ${cut})`
}

export type Found = { found: number | null }

/** The total, as the rows of a search page report it. */
export function countFound(rows: readonly Found[], seen: number): Counted | undefined {
  const total = rows[0]?.found
  return total ? tellUpTo(exactTotalMax(seen), total) : undefined
}

/** The exact length of a list, or the cap if the list is longer. */
export async function countMatching(db: Db, matching: RawBuilder<unknown>, seen: number): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${matching} limit ${countedMax(seen)}) c`.execute(db)
  return tellUpTo(exactTotalMax(seen), rows[0]?.total ?? 0)
}

const tellUpTo = (most: number, total: number): Counted =>
  total > most ? { total: most, roughly: 'more than' } : { total }

/** ISO 8601, or empty if the event has not happened. */
export const isoTime = (at: Date | null): string => at?.toISOString() ?? ''
