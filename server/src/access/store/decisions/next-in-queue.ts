import type { NextQuery, NextReference } from '@portico/core/access/request-shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../../platform/context.ts'

type Queue = {
  /** From and where: what waits, each with its request as `r`. */
  waiting: RawBuilder<unknown>
  /** What the queue is ordered by; no two stand in the same place. */
  place: readonly [RawBuilder<unknown>, RawBuilder<unknown>]
  /** The place of what is open, which may have left the queue. */
  here: RawBuilder<unknown>
}

/** A decision that waits to take effect is made; what a colleague looks after is theirs (behaviour 15.15). */
const isFree = (accountId: string) => sql`(r.assigned_to is null or r.assigned_to = ${accountId})
  and not exists (select from delayed_decision h where h.request_id = r.id and h.state = 'HELD')`

/** What waits after something or before it, however long the queue is. */
export async function findNextInQueue(
  { db, session }: SignedIn,
  { reference, way }: NextQuery,
  { waiting, place, here }: Queue,
): Promise<NextReference> {
  const isAfter = sql`(${sql.join(place)}) > (${here})`
  const which = { NEXT: isAfter, PREVIOUS: sql`(${sql.join(place)}) < (${here})`, FREE: isFree(session.accountId) }[way]
  const direction = way === 'PREVIOUS' ? sql`desc` : sql`asc`
  const { rows } = await sql<NextReference>`
    select r.reference ${waiting} and r.reference <> ${reference} and ${which}
    order by ${way === 'FREE' ? sql`${isAfter} desc nulls last,` : sql``} ${place[0]} ${direction}, ${place[1]} ${direction}
    limit 1`.execute(db)
  return { reference: rows[0]?.reference ?? '' }
}
