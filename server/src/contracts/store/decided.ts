import type { DecidedFileQuery, DecidedList, DecidedQuery, DecidedRow } from '@portico/core/contracts/shapes'
import { PLAN_ZONE } from '@portico/core/forms/calendar-day'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { countedMax, findPage, isoTime, PAGE_SIZE } from '#platform/database/paged-list.ts'
import { findSearchMatches, isNamed, isOfRequest, isScopeNamed, type SearchParts, scopeName } from './searched.ts'

type Part = {
  query: DecidedFileQuery
  after?: { on: string; key: string } | undefined
  first?: RawBuilder<unknown>
  /** Omits ORDER BY, for counts. */
  counted?: true
}

/** Maps decisions to row states; `key` breaks ties between rows with the same time. */
type Kind = { states: Partial<Record<DecidedRow['decision'], string>>; key: RawBuilder<unknown> }

/** Start of a day in the plan's time zone. */
const dayBegins = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${sql.lit(PLAN_ZONE)})`

/** Conditions for the date range and the cursor `after`, in index order; `first` is the row limit. */
function partOf({ query: { decision, from, to }, after, first, counted }: Part, of: Kind) {
  const conditions = [sql`decided_at is not null`]
  if (decision) conditions.push(of.states[decision] ? sql`state = ${of.states[decision]}` : sql`false`)
  if (from) conditions.push(sql`decided_at >= ${dayBegins(sql`${from}::date`)}`)
  if (to) conditions.push(sql`decided_at < ${dayBegins(sql`(${to}::date + 1)`)}`)
  if (after)
    conditions.push(
      sql`decided_at <= ${after.on}::timestamptz and (decided_at, ${of.key}) < (${after.on}::timestamptz, ${after.key})`,
    )
  const order = counted ? sql`` : sql`order by decided_at desc, ${of.key} desc`
  return sql`${sql.join(conditions, sql` and `)} ${order} ${first ? sql`limit ${first}` : sql``}`
}

const OF_CONTRACT: Kind = {
  states: { VALIDATED: 'VALIDATED', RETURNED: 'RETURNED', CLOSED: 'CLOSED' },
  key: sql`'C' || id`,
}
const OF_REQUEST: Kind = { states: { ACCEPTED: 'ACTIVE', REJECTED: 'REJECTED' }, key: sql`'R' || id` }

/** All decided contracts, and all other requests that plan staff decided; `key` breaks ties. */
const decidedOf = (part: Part) => sql`
  (select ${OF_CONTRACT.key} as key, request_id, state as decision, decided_at, decided_by, received_at as came_at, reason
    from signed_contract where state in ('VALIDATED', 'RETURNED', 'CLOSED') and ${partOf(part, OF_CONTRACT)})
  union all
  (select ${OF_REQUEST.key}, id, case state when 'ACTIVE' then 'ACCEPTED' else 'REJECTED' end, decided_at, decided_by, created_at, reason from access_request
    where decided_as = 'STAFF' and path <> 'CONTRACT' and state in ('ACTIVE', 'REJECTED') and ${partOf(part, OF_REQUEST)})`

const ORDER = sql`order by decided_at desc, key desc`

/** Adds the display columns to the rows found. */
const listedOf = (
  found: RawBuilder<unknown>,
) => sql`select d.key, d.decision, d.decided_at, d.came_at, coalesce(d.reason, '') as reason,
    coalesce(b.first_name || ' ' || b.last_name, '') as decided_by, r.reference, coalesce(r.npi, '') as npi,
    a.first_name || ' ' || a.last_name as registrant, coalesce(${scopeName}, '') as scope_name
  from (${found}) d
  join access_request r on r.id = d.request_id join account a on a.id = r.account_id
  left join account b on b.id = d.decided_by`

type Listed = {
  key: string
  decision: DecidedRow['decision']
  decided_at: Date
  decided_by: string
  came_at: Date
  reference: string
  registrant: string
  scope_name: string
  npi: string
  reason: string
}

/** Searches references, NPIs and names among the decisions of the date range. */
function searched(part: Part, sought: SearchParts) {
  const isBy = sql`(d.decided_by is not null and ${isNamed(sql`d.decided_by`, sought)})`
  return sql`from (${decidedOf(part)}) d
    join access_request r on r.id = d.request_id
    where ${isOfRequest(sought)} or ${isBy} or ${isScopeNamed(sought)}`
}

function pageOf(part: Part, sought: SearchParts | undefined, limits: RawBuilder<unknown>) {
  const { first: _, ...every } = part
  const found = sought
    ? sql`select d.* ${searched(every, sought)} ${ORDER} ${limits}`
    : sql`select * from (${decidedOf(part)}) every ${ORDER} ${limits}`
  return sql<Listed>`${listedOf(found)} ${ORDER}`
}

export async function findDecided({ db }: Context, query: DecidedQuery): Promise<DecidedList> {
  const seen = ((query.page ?? 0) + 1) * PAGE_SIZE
  const sought = await findSearchMatches(db, query.search)
  const matching = sought
    ? searched({ query, counted: true }, sought)
    : sql`from (${decidedOf({ query, first: sql`${countedMax(seen)}`, counted: true })}) x`
  const page = (limits: RawBuilder<unknown>) => pageOf({ query, first: sql`${seen}::int` }, sought, limits)
  const { rows, ...list } = await findPage(db, query, { matching, page })
  return { ...list, rows: rows.map(readRow) }
}

const readRow = (row: Listed): DecidedRow => ({
  decision: row.decision,
  decidedOn: isoTime(row.decided_at),
  decidedBy: row.decided_by,
  cameOn: isoTime(row.came_at),
  reference: row.reference,
  registrant: row.registrant,
  scopeName: shownName(row.scope_name),
  npi: row.npi,
  reason: row.reason,
})

/** Reads the export in batches after the last row (keyset pagination). */
export const decidedAfter =
  ({ db }: Context, query: DecidedFileQuery) =>
  async (last: (DecidedRow & { key: string }) | undefined, limit: number) => {
    const after = last && { on: last.decidedOn, key: last.key }
    const sought = await findSearchMatches(db, query.search)
    const { rows } = await pageOf({ query, after, first: sql`${limit}::int` }, sought, sql`limit ${limit}`).execute(db)
    return rows.map((row) => ({ ...readRow(row), key: row.key }))
  }
