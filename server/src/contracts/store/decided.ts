import type { DecidedFileQuery, DecidedList, DecidedQuery, DecidedRow } from '@portico/core/contracts/shapes'
import { shownName } from '@portico/core/directory/shown-name'
import { PLAN_ZONE } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { escapeLike, findPage, isoTime } from '../../platform/paged-list.ts'
import { scopeName } from './scope-name.ts'

/** Each copy that was decided about, and each request that plan staff decided; `key` tells those of one moment apart. */
const decided = sql`
  select 'C' || c.id as key, c.request_id, c.state as decision, c.decided_at, c.decided_by, c.received_at as came_at,
    c.reason from signed_contract c
  where c.state in ('VALIDATED', 'RETURNED', 'CLOSED') and c.decided_at is not null
  union all
  select 'R' || q.id, q.id, case q.state when 'ACTIVE' then 'ACCEPTED' else 'REJECTED' end, q.decided_at, q.decided_by,
    q.created_at, q.reason from access_request q
  where q.decided_as = 'STAFF' and q.path <> 'CONTRACT' and q.state in ('ACTIVE', 'REJECTED')`

const listed = sql`select d.key, d.decision, d.decided_at, d.came_at, coalesce(d.reason, '') as reason,
    coalesce(b.first_name || ' ' || b.last_name, '') as decided_by, r.reference, coalesce(r.npi, '') as npi,
    a.first_name || ' ' || a.last_name as registrant, coalesce(${scopeName}, '') as scope_name
  from (${decided}) d join access_request r on r.id = d.request_id join account a on a.id = r.account_id
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

const day = sql`(x.decided_at at time zone ${sql.lit(PLAN_ZONE)})::date`

function matching({ decision, from, to, search }: DecidedFileQuery) {
  const words = search?.trim() ? `%${escapeLike(search.trim())}%` : undefined
  const conditions = [
    decision ? sql`x.decision = ${decision}` : sql`true`,
    from ? sql`${day} >= ${from}::date` : sql`true`,
    to ? sql`${day} <= ${to}::date` : sql`true`,
    words
      ? sql`(x.reference ilike ${words} or x.npi like ${words} or x.registrant ilike ${words}
          or x.scope_name ilike ${words} or x.decided_by ilike ${words})`
      : sql`true`,
  ]
  return sql`from (${listed}) x where ${sql.join(conditions, sql` and `)}`
}

export async function findDecided({ db }: Context, query: DecidedQuery): Promise<DecidedList> {
  const found = matching(query)
  const { rows, ...list } = await findPage(db, query, {
    matching: found,
    page: (limits) => sql<Listed>`select x.* ${found} order by x.decided_at desc, x.key desc ${limits}`,
  })
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

/** The next ones after the last one read, for a file. */
export const decidedAfter =
  ({ db }: Context, query: DecidedFileQuery) =>
  async (last: (DecidedRow & { key: string }) | undefined, limit: number) => {
    const after = last ? sql`and (x.decided_at, x.key) < (${last.decidedOn}::timestamptz, ${last.key})` : sql``
    const { rows } = await sql<Listed>`
      select x.* ${matching(query)} ${after} order by x.decided_at desc, x.key desc limit ${limit}`.execute(db)
    return rows.map((row) => ({ ...readRow(row), key: row.key }))
  }
