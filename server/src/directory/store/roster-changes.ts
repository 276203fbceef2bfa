import type { RosterChange, RosterChanges, StaffChangesQuery } from '@portico/core/directory/shapes'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type InTransaction, readerOf, type SignedIn, type Trx } from '../../platform/context.ts'
import { countFound, countMatching, type Found } from '../../platform/database/paged-list.ts'
import type { RosterChangeTable } from '../../platform/database/schema.ts'
import { withShownNames } from '../../platform/database/shown-names.ts'
import { CHANGES_PAGE_SIZE } from './page-sizes.ts'
import { findReach, type Reach, reachedNpis } from './reach.ts'

/** Returns false if the same person's same report is already open. */
export async function insertChange(
  trx: Trx,
  change: Pick<RosterChangeTable, 'account_id' | 'npi' | 'kind' | 'details' | 'reported_at'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('roster_change')
    .values(change)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

const RECENT = 2000

/** A report written while the network changed may carry its provider's previous cohort. */
export async function updateRecentCohorts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update roster_change r set cohort_id = now.cohort_id
    from (select c.id, n.cohort_id from (select * from roster_change order by id desc limit ${RECENT}) c
      left join network_provider n on n.npi = c.npi) now
    where r.id = now.id and r.cohort_id is distinct from now.cohort_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Ids of the user's own reports and of those about their providers. Each comes from its own index: one combined
 * condition would scan all reports.
 */
const coveredChanges = (accountId: string, reach: Reach) => sql`
  select o.id from roster_change o where o.account_id = ${accountId}
  union select k.id from roster_change k where k.npi in (${reachedNpis(reach)})`

/**
 * Changes about the providers a user covers, newest first, so that colleagues see earlier reports. A user's own stay
 * visible after the provider left. Finding the newest requires finding all, so they are counted too.
 */
export async function findCoveredChanges(context: SignedIn, { page }: { page?: number }): Promise<RosterChanges> {
  const mine = coveredChanges(context.session.accountId, await findReach(context, 'ROSTER'))
  const matching = sql`from (${mine}) m`
  return findChanges(readerOf(context), { matching, found: sql`count(*) over ()::int`, direction: sql`desc`, page })
}

/** For staff: open ones oldest first, or answered ones newest first. */
export function findAllChanges(context: SignedIn, { answered, page }: StaffChangesQuery): Promise<RosterChanges> {
  const matching = sql`from roster_change m where m.answered_at ${answered ? sql`is not null` : sql`is null`}`
  const direction = answered ? sql`desc` : sql`asc`
  return findChanges(readerOf(context), { matching, found: sql`null::int`, direction, page })
}

type Wanted = {
  /** The source, aliased `m`, and the conditions for the ids. */
  matching: RawBuilder<unknown>
  /** The total, if a page of rows implies it. */
  found: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  page: number | undefined
}

async function findChanges(db: Db, { matching, found, direction, page = 0 }: Wanted): Promise<RosterChanges> {
  type Row = Omit<RosterChange, 'reportedAt' | 'answeredAt'> & { reported_at: Date; answered_at: Date | null }
  const list = await sql<Row & Found>`
    select c.id, c.npi, coalesce(p.name, '') as "providerName", c.kind, c.details, c.reported_at, c.answered_at,
      coalesce(c.answer, '') as answer, a.first_name || ' ' || a.last_name as "reportedBy", f.found
    from (select m.id, ${found} as found ${matching} order by m.id ${direction}
      limit ${CHANGES_PAGE_SIZE} offset ${page * CHANGES_PAGE_SIZE}) f
    join roster_change c on c.id = f.id join account a on a.id = c.account_id left join provider p on p.npi = c.npi
    order by c.id ${direction}`.execute(db)
  const seen = (page + 1) * CHANGES_PAGE_SIZE
  const counted = countFound(list.rows, seen) ?? (await countMatching(db, matching, seen))
  const rows = withShownNames(list.rows, 'providerName').map(({ reported_at, answered_at, found: _, ...row }) => ({
    ...row,
    reportedAt: reported_at.toISOString(),
    answeredAt: answered_at?.toISOString() ?? '',
  }))
  return { rows, ...counted, pageSize: CHANGES_PAGE_SIZE }
}

export async function findReporter(trx: Trx, accountId: string) {
  return trx
    .selectFrom('account')
    .select(['id', 'email', 'first_name', 'last_name', 'brand', 'state'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** The change answered by this call; undefined if it was answered before. */
export async function updateChangeAnswered(
  { db, now, session }: InTransaction<SignedIn>,
  given: { id: string; answer: string },
) {
  return db
    .updateTable('roster_change')
    .set({ answer: given.answer, answered_at: now, answered_by: session.accountId })
    .where('id', '=', given.id)
    .where('answered_at', 'is', null)
    .returning(['account_id', 'npi'])
    .executeTakeFirst()
}

export async function findChangeAnswer(trx: Trx, id: string) {
  return trx.selectFrom('roster_change').select(['answer', 'answered_by']).where('id', '=', id).executeTakeFirst()
}
