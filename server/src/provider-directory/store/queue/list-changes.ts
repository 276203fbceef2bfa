import { toSearchName } from '@portico/core/plan-data/search-name'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type ChangeField, FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type {
  ChangeQueue,
  ChangeQueueFilter,
  ChangeQueueQuery,
  ChangeRow,
  OfficeChanges,
  WaitingChanges,
} from '@portico/core/provider-directory/queue-shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db, SignedIn } from '#platform/context.ts'
import { countFound, countMatching, escapeLike, type Found, findPage, isoTime } from '#platform/database/paged-list.ts'
import { findReach, type Reach, reachedNpis } from '../../../plan-data/plan-data.ts'

export const referenceOf = (id: string): string => `CH-${id}`
export const changeIdOf = (reference: string): string => reference.replace('CH-', '')

export type ListedChange = {
  id: string
  npi: string
  provider_name: string
  place: string
  field: ChangeField
  value_before: unknown
  value_after: unknown
  source: ChangeRow['source']
  state: ChangeRow['state']
  is_automatic: boolean
  is_disputed: boolean
  is_delayed: boolean
  taken_id: string | null
  taken_by: string | null
  account_id: string
  reported_by: string
  reported_at: Date
  due_at: Date
  decided_at: Date | null
  decided_by: string | null
  answer: string | null
}

const nameOf = (account: string) =>
  sql`(select a.first_name || ' ' || a.last_name from account a where a.id = ${sql.ref(account)})`

/** The location that change `c` is about: its own, or that of its practice. */
const PLACE = sql`coalesce((
  select concat_ws(', ', l.name, l.address_1, l.city, l.state) from practice_location l
  where l.location_id = coalesce(c.location_id, (select r.location_id from practice r where r.id = c.practice_id))), '')`

/** Adds the display columns to changes `c` of one page. */
export const listedColumns = sql`c.id, c.npi, coalesce((select p.name from provider p where p.npi = c.npi), '') as provider_name,
  ${PLACE} as place, c.field, c.value_before, c.value_after, c.source, c.state, c.is_automatic,
  c.disputed_at is not null as is_disputed,
  exists (select from delayed_decision h where h.state = 'HELD' and c.id = any(h.change_ids)) as is_delayed,
  c.taken_by as taken_id, ${nameOf('c.taken_by')} as taken_by, c.account_id, ${nameOf('c.account_id')} as reported_by,
  c.reported_at, c.due_at, c.decided_at, ${nameOf('c.decided_by')} as decided_by, c.answer`

const VIEWS: Record<NonNullable<ChangeQueueQuery['view']>, (now: Date) => RawBuilder<unknown>> = {
  WAITING: () => sql`c.state = 'WAITING'`,
  OVERDUE: (now) => sql`c.state = 'WAITING' and c.due_at < ${now}`,
  DISPUTED: () => sql`c.state = 'WAITING' and c.disputed_at is not null`,
  DECIDED: () => sql`c.state <> 'WAITING' and not c.is_automatic`,
  AUTOMATIC: () => sql`c.state <> 'WAITING' and c.is_automatic`,
}

/** The start of the NPI, or of words of the provider's name. */
function isFound(typed: string): RawBuilder<unknown> {
  if (/^\d{1,10}$/.test(typed)) return sql`c.npi like ${`${typed}%`}`
  const starts = toSearchName(typed).split(' ').filter(Boolean)
  if (starts.length === 0) return sql`false`
  const words = starts.map((start) => sql`' ' || p.search_name like ${`% ${escapeLike(start)}%`}`)
  return sql`exists (select from provider p where p.npi = c.npi and ${sql.join(words, sql` and `)})`
}

function conditionsOf({ now, session }: SignedIn, query: ChangeQueueFilter): RawBuilder<unknown> {
  const conditions = [VIEWS[query.view ?? 'WAITING'](now)]
  if (query.field) conditions.push(sql`c.field = ${query.field}`)
  if (query.source) conditions.push(sql`c.source = ${query.source}`)
  if (query.taken === 'ME') conditions.push(sql`c.taken_by = ${session.accountId}`)
  if (query.taken === 'NOBODY') conditions.push(sql`c.taken_by is null`)
  const typed = query.search?.trim()
  if (typed) conditions.push(isFound(typed))
  return sql.join(conditions, sql` and `)
}

const isDecidedView = ({ view }: ChangeQueueFilter) => view === 'DECIDED' || view === 'AUTOMATIC'

/** Changes that wait by due date, or decided ones newest first. */
export async function findChangeQueue(context: SignedIn, query: ChangeQueueQuery): Promise<ChangeQueue> {
  const matching = sql`from practice_change c where ${conditionsOf(context, query)}`
  const order = isDecidedView(query) ? sql`c.decided_at desc, c.id desc` : sql`c.due_at, c.id`
  const page = (limits: RawBuilder<unknown>) =>
    sql<ListedChange>`select ${listedColumns} from (select c.* ${matching} order by ${order} ${limits}) c order by ${order}`
  const { rows, ...list } = await findPage(context.db, query, { matching, page })
  return { ...list, rows: rows.map((row) => readRow(row, context.session.accountId)) }
}

/** `sort_key` has the precision of the database; a JavaScript date would repeat or skip changes. */
export type ExportedChange = ListedChange & { sort_key: string }

/** Reads the export in batches, each after the last change sent. */
export const changesAfter =
  (context: SignedIn, filter: ChangeQueueFilter) =>
  async (last: ExportedChange | undefined, limit: number): Promise<ExportedChange[]> => {
    const isDecided = isDecidedView(filter)
    const sortedBy = isDecided ? sql`c.decided_at` : sql`c.due_at`
    const after = last
      ? sql`and (${sortedBy}, c.id) ${isDecided ? sql`<` : sql`>`} (${last.sort_key}::timestamptz, ${last.id}::bigint)`
      : sql``
    const order = isDecided ? sql`${sortedBy} desc, c.id desc` : sql`${sortedBy}, c.id`
    const { rows } = await sql<ExportedChange>`
      select ${listedColumns}, ${sortedBy}::text as sort_key
      from (select c.* from practice_change c where ${conditionsOf(context, filter)} ${after}
        order by ${order} limit ${limit}) c
      order by ${order}`.execute(context.db)
    return rows
  }

export function readRow(row: ListedChange, accountId: string): ChangeRow {
  return {
    reference: referenceOf(row.id),
    npi: row.npi,
    providerName: shownName(row.provider_name),
    place: row.place,
    before: describeValue(row.field, row.value_before),
    after: describeValue(row.field, row.value_after),
    field: row.field,
    source: row.source,
    state: row.state,
    isAutomatic: row.is_automatic,
    isDisputed: row.is_disputed,
    isDelayed: row.is_delayed,
    takenBy: row.taken_by ?? '',
    isMine: row.taken_id === accountId,
    reportedAt: row.reported_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    decidedAt: isoTime(row.decided_at),
    decidedBy: row.decided_by ?? '',
  }
}

export async function countWaitingChanges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<WaitingChanges> {
  const { rows } = await sql<Omit<WaitingChanges, 'oldest'> & { oldest: Date | null }>`
    select count(*)::int as waiting, count(*) filter (where due_at < ${now})::int as overdue,
      count(disputed_at)::int as disputed, min(coalesce(disputed_at, reported_at)) as oldest
    from practice_change where state = 'WAITING'`.execute(db)
  const found = rows[0]
  return {
    waiting: found?.waiting ?? 0,
    overdue: found?.overdue ?? 0,
    disputed: found?.disputed ?? 0,
    oldest: isoTime(found?.oldest ?? null),
  }
}

/** Reports are long, so a page has fewer. */
const OFFICE_PAGE_SIZE = 15

/**
 * Ids of the user's own changes and of those about their providers, without those that a rule accepted. Each comes from
 * its own index: one combined condition would scan all changes.
 */
const coveredChanges = (accountId: string, reach: Reach) => sql`
  select o.id from practice_change o where o.account_id = ${accountId} and not o.is_automatic
  union select k.id from practice_change k where k.npi in (${reachedNpis(reach)}) and not k.is_automatic`

/**
 * Changes about the providers a user covers, newest first, so that colleagues see earlier ones. A user's own stay visible
 * after the provider left. Finding the newest requires finding all, so they are counted too.
 */
export async function findCoveredChanges(context: SignedIn, { page = 0 }: { page?: number }): Promise<OfficeChanges> {
  const { db } = context
  const reach = await findReach(context, 'ROSTER')
  const matching = sql`from (${coveredChanges(context.session.accountId, reach)}) m`
  const { rows } = await sql<OfficeRow & Found>`
    select c.id, c.npi, coalesce(p.name, '') as provider_name, c.field, c.value_before, c.value_after, c.reported_at,
      c.decided_at, coalesce(c.answer, '') as answer, c.state, ${nameOf('c.account_id')} as reported_by, f.found
    from (select m.id, count(*) over ()::int as found ${matching} order by m.id desc
      limit ${OFFICE_PAGE_SIZE} offset ${page * OFFICE_PAGE_SIZE}) f
    join practice_change c on c.id = f.id left join provider p on p.npi = c.npi order by c.id desc`.execute(db)
  const seen = (page + 1) * OFFICE_PAGE_SIZE
  const counted = countFound(rows, seen) ?? (await countMatching(db, matching, seen))
  return { ...counted, rows: rows.map(readOfficeRow), pageSize: OFFICE_PAGE_SIZE }
}

type OfficeRow = Pick<
  ListedChange,
  | 'id'
  | 'npi'
  | 'provider_name'
  | 'field'
  | 'value_before'
  | 'value_after'
  | 'reported_at'
  | 'decided_at'
  | 'state'
  | 'reported_by'
> & { answer: string }

const readOfficeRow = (row: OfficeRow): OfficeChanges['rows'][number] => ({
  id: row.id,
  npi: row.npi,
  providerName: shownName(row.provider_name),
  label: FIELD_LABELS[row.field],
  before: describeValue(row.field, row.value_before),
  after: describeValue(row.field, row.value_after),
  reportedAt: row.reported_at.toISOString(),
  reportedBy: row.reported_by,
  answer: row.answer,
  // A disputed change waits again with the time of its first decision.
  decidedAt: row.state === 'WAITING' ? '' : isoTime(row.decided_at),
  state: row.state,
})

const RECENT = 2000

/** A change written while the network changed may carry its provider's previous cohort. */
export async function updateRecentCohorts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update practice_change r set cohort_id = now.cohort_id
    from (select c.id, n.cohort_id from (select * from practice_change order by id desc limit ${RECENT}) c
      left join network_provider n on n.npi = c.npi) now
    where r.id = now.id and r.cohort_id is distinct from now.cohort_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
