import { AUDIT_AREAS } from '@portico/core/internal/limits'
import type { AuditQuery } from '@portico/core/internal/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { direction, escapeLike, findPage } from '#platform/database/paged-list.ts'
import { fewNamedBy } from '../../access/access.ts'

export type AuditEventRow = {
  id: string
  at: Date
  actor_kind: string
  actor_name: string | null
  actor_id: string | null
  action: string
  npi: string | null
  subject_name: string | null
  subject_id: string | null
  reference: string | null
  address: string | null
  details: Record<string, unknown>
  sealed: boolean
}

/** Joins names only to the rows of the page. */
export async function findAuditEvents(db: Db, query: AuditQuery) {
  const accounts = await findAccounts(db, query)
  const matching = sql`from audit_event e where ${conditions(query, accounts)}`
  return findPage<AuditEventRow>(db, query, {
    matching,
    page: (limits) => sql`
      select e.id, e.at, e.actor_kind, e.action, e.npi, e.address, e.details, r.reference,
        b.first_name || ' ' || b.last_name as actor_name, b.public_id as actor_id,
        s.first_name || ' ' || s.last_name as subject_name, s.public_id as subject_id,
        not exists (select from audit_unsealed u where u.event_id = e.id) as sealed
      from (select e.* ${matching} order by e.at ${direction(query)}, e.id ${direction(query)} ${limits}) e
      left join account b on b.id = e.actor_account_id
      left join account s on s.id = e.subject_account_id
      left join access_request r on r.id = e.request_id
      order by e.at ${direction(query)}, e.id ${direction(query)}`,
  })
}

const PEOPLE_MAX = 500

/** Accounts that match a name, user name or email address; undefined if the query names no person. */
async function findAccounts(db: Db, { person, accountId }: AuditQuery): Promise<string[] | undefined> {
  if (accountId) {
    const found = await db.selectFrom('account').select('id').where('public_id', '=', accountId).execute()
    return found.map((row) => row.id)
  }
  const words = (person ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`${fewNamedBy(words, PEOPLE_MAX)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Matches a known area by the text before the first dot, and anything else as a prefix of the action. */
const ofArea = (area: string) =>
  area in AUDIT_AREAS ? sql`split_part(e.action, '.', 1) = ${area}` : sql`e.action like ${`${escapeLike(area)}%`}`

function conditions(query: AuditQuery, accounts: string[] | undefined): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (accounts)
    parts.push(
      sql`e.id in (select b.id from audit_event b where b.actor_account_id = any(${accounts}::bigint[])
        union select s.id from audit_event s where s.subject_account_id = any(${accounts}::bigint[]))`,
    )
  if (query.npi) parts.push(sql`e.npi = ${query.npi}`)
  if (query.area) parts.push(ofArea(query.area))
  if (query.from) parts.push(sql`e.at >= ${query.from}::timestamptz`)
  if (query.to) parts.push(sql`e.at < ${query.to}::timestamptz`)
  return sql.join(parts, sql` and `)
}
