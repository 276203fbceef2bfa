import { PLAN_ZONE } from '@portico/core/forms/calendar-day'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** A day of the plan, 'YYYY-MM-DD', and how many are due on it. What is overdue is one row, with its earliest day. */
export type DueDay = { day: string; overdue: boolean; count: number }

/** Counts the distinct `key` of rows by the day of their `at`. */
export async function countByDay(db: Db, now: Date, rows: RawBuilder<unknown>): Promise<DueDay[]> {
  const found = await sql<DueDay>`
    select to_char(min(d.day), 'YYYY-MM-DD') as day, d.overdue, count(distinct d.key)::int as count
    from (select (r.at at time zone ${sql.lit(PLAN_ZONE)})::date as day, r.at <= ${now} as overdue, r.key
      from (${rows}) r) d
    group by d.overdue, case when d.overdue then null else d.day end order by 1`.execute(db)
  return found.rows
}
