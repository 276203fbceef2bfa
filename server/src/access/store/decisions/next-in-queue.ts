import type { NextQuery, NextReference } from '@portico/core/access/request-shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'

type Queue = {
  /** FROM and WHERE clauses of the pending items, each with its request, or its change, as `r`. */
  waiting: RawBuilder<unknown>
  /** True if delayed decision `h` is about `r`. A request, if left out. */
  isDelayed?: RawBuilder<unknown>
  /** Unique sort key of the queue. */
  place: readonly [RawBuilder<unknown>, RawBuilder<unknown>]
  /** Sort key of the open item, which may have left the queue. */
  here: RawBuilder<unknown>
}

/** Excludes items with a delayed decision and those assigned to a colleague (behaviour 15.15). */
const isFree = (accountId: string, isDelayed: RawBuilder<unknown>) => sql`
  (r.assigned_to is null or r.assigned_to = ${accountId})
  and not exists (select from delayed_decision h where ${isDelayed} and h.state = 'HELD')`

/** The next or previous item. The cost does not grow with the queue. */
export async function findNextInQueue(
  { db, session }: SignedIn,
  { reference, way }: NextQuery,
  { waiting, place, here, isDelayed = sql`h.request_id = r.id` }: Queue,
): Promise<NextReference> {
  const isAfter = sql`(${sql.join(place)}) > (${here})`
  const which = {
    NEXT: isAfter,
    PREVIOUS: sql`(${sql.join(place)}) < (${here})`,
    FREE: isFree(session.accountId, isDelayed),
  }[way]
  const direction = way === 'PREVIOUS' ? sql`desc` : sql`asc`
  const { rows } = await sql<NextReference>`
    select r.reference ${waiting} and r.reference <> ${reference} and ${which}
    order by ${way === 'FREE' ? sql`${isAfter} desc nulls last,` : sql``} ${place[0]} ${direction}, ${place[1]} ${direction}
    limit 1`.execute(db)
  return { reference: rows[0]?.reference ?? '' }
}
