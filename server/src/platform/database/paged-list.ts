import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import type { Counted } from '@portico/core/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../context.ts'

export const PAGE_SIZE = 25

export type Paged = { page?: number | undefined; descending?: boolean | undefined }

/** '%', '_' and '\' in what somebody typed mean themselves. */
export const escapeLike = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')
export const containing = (typed: string) => `%${escapeLike(typed.trim().toLowerCase())}%`

/**
 * A word within what is kept in small letters with a space before each word. So few letters that any index would be
 * read whole for them begin a word.
 */
export function containingWord(typed: string): string {
  const word = escapeLike(typed.trim().toLowerCase())
  return typed.trim().length < 3 ? `% ${word}%` : `%${word}%`
}

export const direction = (query: Paged) => (query.descending ? sql`desc` : sql`asc`)

/**
 * One page of a list with its total. Rows are cut out before anything is joined to them; the total stops counting
 * where hardly anybody pages to any more, and for whoever does behind their page.
 */
export async function findPage<Row>(
  db: Db,
  query: Paged,
  parts: {
    matching: RawBuilder<unknown>
    page: (limits: RawBuilder<unknown>) => RawBuilder<Row>
    /** How many there are, where the rows of a page tell it. */
    found?: (rows: Row[], seen: number) => Counted | undefined
  },
): Promise<Counted & { rows: Row[]; pageSize: number }> {
  const offset = (query.page ?? 0) * PAGE_SIZE
  const { rows } = await parts.page(sql`limit ${PAGE_SIZE} offset ${offset}`).execute(db)
  const seen = offset + PAGE_SIZE
  const known = parts.found?.(rows, seen) ?? endOf(offset, rows.length)
  return { rows, ...(known ?? (await countMatching(db, parts.matching, seen))), pageSize: PAGE_SIZE }
}

/** A page that is not full is the last one, and tells how many there are; an empty one does so only as the first. */
function endOf(offset: number, found: number): Counted | undefined {
  const isLast = found < PAGE_SIZE && (found > 0 || offset === 0)
  return isLast ? { total: offset + found } : undefined
}

/** How many are told exactly to whoever has seen so many: beyond a page it is told whether another follows. */
const toldMax = (seen: number) => Math.max(LIST_COUNT_MAX, seen)

/** As many as counting looks at: one more than it tells tells that there are more. */
export const countedMax = (seen: number) => toldMax(seen) + 1

/** So many cost about what it takes to meet a page of them, were they spread over a list of some hundred thousand. */
const SORTED_MAX = 1000

type Sought = {
  table: 'account' | 'mail_message'
  /** Selects the ids that the words are found in. */
  sought: RawBuilder<unknown>
  /** The same, at most so many of them. */
  few: (limit: number) => RawBuilder<unknown>
  /** What is asked for beside the words, of the row `t`. */
  narrowed: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * The rows of a page that was searched for. How many are found is not known beforehand, and whoever guesses too many goes
 * through the whole list in its order to fill one page. So they are found first, counted and sorted, unless they are
 * many: then a page of them is soon full, and they are counted by themselves.
 */
export function pageOfSought({ table, sought, few, narrowed, order }: Sought, limits: RawBuilder<unknown>) {
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

/** As a page of what was searched for tells it. */
export function countFound(rows: readonly Found[], seen: number): Counted | undefined {
  const total = rows[0]?.found
  return total ? tellUpTo(toldMax(seen), total) : undefined
}

/** How long a list is, or that it is longer than it is counted for whoever has seen so many of it. */
export async function countMatching(db: Db, matching: RawBuilder<unknown>, seen: number): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${matching} limit ${countedMax(seen)}) c`.execute(db)
  return tellUpTo(toldMax(seen), rows[0]?.total ?? 0)
}

const tellUpTo = (most: number, total: number): Counted =>
  total > most ? { total: most, roughly: 'more than' } : { total }

/** ISO 8601, or empty when it has not happened. */
export const isoTime = (at: Date | null): string => at?.toISOString() ?? ''
