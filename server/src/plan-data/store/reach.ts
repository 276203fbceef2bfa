import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'

const activeGrantsWith = (accountId: string, permission: string) =>
  sql`g.account_id = ${accountId} and g.state = 'ACTIVE' and ${permission} = any(g.permissions)`

/**
 * The NPIs that an account's active grants cover with a permission: an NPI itself, the members of a group, or a whole
 * organization. Stored compactly as the cohorts (providers of one organization and the same groups) that are covered as
 * a whole, and directly granted NPIs outside these. Providers who left the network or are deactivated are excluded.
 */
export type Reach = { cohorts: number[]; npis: string[] }

/** Restricted to this NPI, if one is given. */
export async function findReach({ db, session }: SignedIn, permission: string, npi?: string): Promise<Reach> {
  const activeGrants = activeGrantsWith(session.accountId, permission)
  const { rows } = await sql<Reach>`
    with reached as (
      select c.id from access_grant g join cohort c on c.org_id = g.scope_id
        where ${activeGrants} and g.scope_kind = 'PO' and g.group_id is null
      union
      select c.id from access_grant g
        join cohort c on c.groups @> array[case when g.scope_kind = 'PO' then g.group_id else g.scope_id end]
        where ${activeGrants} and g.scope_kind <> 'NPI')
    select array(select id from reached) as cohorts, array(
      select n.npi from access_grant g join network_provider n on n.npi = g.scope_id
      where ${activeGrants} and g.scope_kind = 'NPI' and n.left_at is null and not n.deactivated
        and (n.cohort_id is null or n.cohort_id not in (select id from reached))
      order by n.npi) as npis`.execute(db)
  const reach = rows[0] ?? { cohorts: [], npis: [] }
  if (npi === undefined) return reach
  const found = await sql<{ npi: string }>`
    select n.npi from network_provider n where n.npi = ${npi} and ${isReached(reach)}`.execute(db)
  return { cohorts: [], npis: found.rows.map((row) => row.npi) }
}

/** True if `network_provider n` is within reach. */
export const isReached = ({ cohorts, npis }: Reach): RawBuilder<unknown> =>
  sql`(n.left_at is null and not n.deactivated and (n.cohort_id = any(${cohorts}::int[]) or n.npi = any(${npis}::text[])))`

/** Use it as `npi in (${reachedNpis(…)})`. */
export const reachedNpis = (reach: Reach): RawBuilder<{ npi: string }> =>
  sql`select n.npi from network_provider n where ${isReached(reach)}`

/**
 * The first matching providers within reach by name: from each cohort, and from directly granted NPIs. Conditions refer
 * to `network_provider n`.
 */
export const firstByName = ({ cohorts, npis }: Reach, fits: RawBuilder<unknown>, wanted: number) => sql<{
  npi: string
  name: string
}>`
  select f.npi, f.name from unnest(${cohorts}::int[]) c (id) cross join lateral (
      select n.npi, n.name from network_provider n where n.cohort_id = c.id and n.name is not null and ${fits}
      order by n.name, n.npi limit ${wanted}) f
  union all
  select n.npi, n.name from network_provider n
    where n.npi = any(${npis}::text[]) and n.name is not null and ${fits}`
