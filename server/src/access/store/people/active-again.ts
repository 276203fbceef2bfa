import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { findPage, type Paged } from '#platform/database/paged-list.ts'
import type { Role } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isWithin } from './scopes.ts'

/** Grants that an import suspended, and whose NPI a later import found active again. Only staff use 'everything'. */
const endedGrants = (within: string[] | 'everything'): RawBuilder<unknown> => sql`
  from access_grant g join account a on a.id = g.account_id
  where g.npi_reactivated_at is not null and g.state = 'SUSPENDED' and a.state <> 'CLOSED'
    and ${within === 'everything' ? sql`true` : isWithin(within)}`

type ActiveAgainRow = { npi: string; name: string; activeSince: Date; leftNetwork: boolean }

/** The NPIs with such grants, those that wait longest first. */
export async function findActiveAgain(db: Db, query: Paged, within: string[] | 'everything') {
  const npis = sql`select g.scope_id as npi, min(g.npi_reactivated_at) as active_since
    ${endedGrants(within)} group by g.scope_id`
  const page = await findPage<ActiveAgainRow>(db, query, {
    matching: sql`from (${npis}) n`,
    page: (limits) => sql<ActiveAgainRow>`
      with page as (${npis} order by active_since, npi ${limits})
      select s.npi, s.active_since as "activeSince", coalesce(p.name, 'NPI ' || s.npi) as name,
        n.left_at is not null or n.npi is null as "leftNetwork"
      from page s left join provider p on p.npi = s.npi left join network_provider n on n.npi = s.npi
      order by s.active_since, s.npi`,
  })
  return { ...page, rows: withShownNames(page.rows, 'name') }
}

export type EndedGrantRow = {
  grantId: string
  npi: string
  entity: string
  role: Role
  permissions: string[]
  accountId: string
  publicId: string
  firstName: string
  lastName: string
  email: string
  suspendedAt: Date
}

/** The grants of these NPIs, at most `limit` of each, the highest role first. */
export async function findEndedGrants(
  db: Db,
  npis: string[],
  { within, limit }: { within: string[] | 'everything'; limit: number },
): Promise<EndedGrantRow[]> {
  const { rows } = await sql<EndedGrantRow>`
    select e.* from unnest(${npis}::text[]) n(npi) cross join lateral (
      select g.id as "grantId", g.scope_id as npi, g.entity, g.role, g.permissions, a.id as "accountId",
        a.public_id as "publicId", a.first_name as "firstName", a.last_name as "lastName", a.email,
        g.npi_deactivated_at as "suspendedAt"
      ${endedGrants(within)} and g.scope_id = n.npi
      order by array_position(array['SAA', 'AA', 'AU'], g.role), lower(a.last_name), lower(a.first_name), g.id
      limit ${limit}) e`.execute(db)
  return rows
}

/** Of these grants, those that still wait to be restored. */
export async function findEnded(db: Db, grantIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id ${endedGrants('everything')} and g.id = any(${grantIds}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countActiveAgain(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct g.scope_id)::int as count ${endedGrants('everything')}`.execute(db)
  return rows[0]?.count ?? 0
}
