import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../../platform/context.ts'

const heldBy = (accountId: string, permission: string) =>
  sql`g.account_id = ${accountId} and g.state = 'ACTIVE' and ${permission} = any(g.permissions)`

/**
 * The NPIs an account's active grants cover with a permission (the NPI itself, the members of a group, the members of
 * an organization's chosen group, or a whole organization), in few words however many NPIs it is: the cohorts
 * (providers of one organization and the same groups) that grants reach as a whole, and the NPIs of no such cohort that
 * a grant names itself. Providers who left the network are not among them. Grants are read from the primary, always;
 * what lies within reach may then be read from a replica.
 */
export type Reach = { cohorts: number[]; npis: string[] }

/** With an NPI, as far as it is that one. */
export async function findReach({ db, session }: SignedIn, permission: string, npi?: string): Promise<Reach> {
  const held = heldBy(session.accountId, permission)
  const { rows } = await sql<Reach>`
    with reached as (
      select c.id from access_grant g join cohort c on c.org_id = g.scope_id
        where ${held} and g.scope_kind = 'PO' and g.group_id is null
      union
      select c.id from access_grant g
        join cohort c on c.groups @> array[case when g.scope_kind = 'PO' then g.group_id else g.scope_id end]
        where ${held} and g.scope_kind <> 'NPI')
    select array(select id from reached) as cohorts, array(
      select n.npi from access_grant g join network_provider n on n.npi = g.scope_id
      where ${held} and g.scope_kind = 'NPI' and n.left_at is null
        and (n.cohort_id is null or n.cohort_id not in (select id from reached))
      order by n.npi) as npis`.execute(db)
  const reach = rows[0] ?? { cohorts: [], npis: [] }
  if (npi === undefined) return reach
  const found = await sql<{ npi: string }>`
    select n.npi from network_provider n where n.npi = ${npi} and ${isReached(reach)}`.execute(db)
  return { cohorts: [], npis: found.rows.map((row) => row.npi) }
}

/** Whether `network_provider n` is within reach. */
export const isReached = ({ cohorts, npis }: Reach): RawBuilder<unknown> =>
  sql`(n.left_at is null and (n.cohort_id = any(${cohorts}::int[]) or n.npi = any(${npis}::text[])))`

/** Use it as `npi in (${reachedNpis(…)})`. */
export const reachedNpis = (reach: Reach): RawBuilder<{ npi: string }> =>
  sql`select n.npi from network_provider n where ${isReached(reach)}`

/**
 * So many of the providers within reach as fit, by name: the first of each cohort, and of the NPIs that grants name.
 * Conditions are about `network_provider n`.
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
