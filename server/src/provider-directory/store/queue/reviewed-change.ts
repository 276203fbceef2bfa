import type { NextQuery, NextReference } from '@portico/core/access/request-shapes'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { RelatedChange } from '@portico/core/provider-directory/queue-shapes'
import { sql } from 'kysely'
import type { Db, SignedIn } from '#platform/context.ts'
import { findNextInQueue } from '../../../access/access.ts'
import { changeIdOf, type ListedChange, listedColumns, referenceOf } from './list-changes.ts'

export type ReviewedRow = ListedChange & {
  practice_id: string | null
  location_id: string | null
  office: string
  disputed_at: Date | null
  disputed_by: string
  dispute_note: string | null
}

/** The office that sent the change: its group, organization or single provider. */
const OFFICE = sql`coalesce(case c.scope_kind
  when 'PO' then (select o.name from organization o where o.org_id = c.scope_id)
  when 'NPI' then (select p.name from provider p where p.npi = c.scope_id)
  else (select g.name from provider_group g where g.group_id = c.scope_id) end, '')`

export async function findReviewedChange(db: Db, reference: string): Promise<ReviewedRow | undefined> {
  const { rows } = await sql<ReviewedRow>`
    select ${listedColumns}, c.practice_id, c.location_id, ${OFFICE} as office, c.disputed_at, c.dispute_note,
      coalesce((select a.first_name || ' ' || a.last_name from account a where a.id = c.disputed_by),
        c.disputed_email, '') as disputed_by
    from practice_change c where c.id = ${changeIdOf(reference)}`.execute(db)
  return rows[0]
}

/** A waiting change beside the one on the page, with what it is based on. */
export type OtherRow = ListedChange & { practice_id: string | null; location_id: string | null; is_same: boolean }

const OTHERS_MAX = 50

/** Other changes that wait for the same provider or location, those of the same submission first. */
export async function findOthers(db: Db, of: ReviewedRow): Promise<OtherRow[]> {
  const { rows } = await sql<OtherRow>`
    select ${listedColumns}, c.practice_id, c.location_id,
      c.account_id = ${of.account_id} and c.reported_at = ${of.reported_at} as is_same
    from practice_change c
    where c.state = 'WAITING' and c.id <> ${of.id}
      and (c.npi = ${of.npi} or c.location_id = ${of.location_id}
        or (c.account_id = ${of.account_id} and c.reported_at = ${of.reported_at}))
    order by is_same desc, c.due_at, c.id limit ${OTHERS_MAX}`.execute(db)
  return rows
}

export const readOther = (row: OtherRow, seen: string): RelatedChange => ({
  reference: referenceOf(row.id),
  place: row.place,
  before: describeValue(row.field, row.value_before),
  after: describeValue(row.field, row.value_after),
  reportedAt: row.reported_at.toISOString(),
  field: row.field,
  isSameSubmission: row.is_same,
  seen,
})

export type NationalRow = {
  address: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  phone: string | null
  taxonomy_code: string | null
}

/** What the national file says about the provider. */
export const findNational = (db: Db, npi: string): Promise<NationalRow | undefined> =>
  db
    .selectFrom('provider')
    .select(['address', 'city', 'state', 'postal_code', 'phone', 'taxonomy_code'])
    .where('npi', '=', npi)
    .executeTakeFirst()

/** The next or previous waiting change, by due date. */
export const findNextChange = (context: SignedIn, query: NextQuery): Promise<NextReference> =>
  findNextInQueue(context, query, {
    waiting: sql`from (select c.id, 'CH-' || c.id as reference, c.due_at, c.taken_by as assigned_to
      from practice_change c where c.state = 'WAITING') r where true`,
    isDelayed: sql`r.id = any(h.change_ids)`,
    place: [sql`r.due_at`, sql`r.id`],
    here: sql`select c.due_at, c.id from practice_change c
      where c.id = ${/^CH-\d{1,18}$/.test(query.reference) ? changeIdOf(query.reference) : null}::bigint`,
  })
