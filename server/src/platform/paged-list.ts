import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './context.ts'

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
 * where nobody pages to any more.
 */
export async function findPage<Row>(
  db: Db,
  query: Paged,
  parts: { matching: RawBuilder<unknown>; page: (limits: RawBuilder<unknown>) => RawBuilder<Row> },
): Promise<{ rows: Row[]; total: number; pageSize: number }> {
  const limits = sql`limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`
  const { rows } = await parts.page(limits).execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${parts.matching} limit ${LIST_COUNT_MAX}) c`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0, pageSize: PAGE_SIZE }
}

/** ISO 8601, or empty when it has not happened. */
export const isoTime = (at: Date | null): string => at?.toISOString() ?? ''
