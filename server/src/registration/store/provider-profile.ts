import type { Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import { IS_DEACTIVATED } from '../../plan-data/plan-data.ts'
import { limitsOf, usedSql } from './proofs/attempt-limits.ts'

/** Facts of the national file, the network and the counters about one NPI. */
export type ProviderRow = {
  npi: string
  name: string
  first_name: string
  last_name: string
  is_person: boolean
  is_deactivated: boolean
  is_in_network: boolean
  is_on_hold: boolean
  found_ssn: boolean
  found_tin: boolean
  org_id: string | null
  has_group: boolean
  reg_at_npi: boolean
  /** How much of each limit of step1 is used, for a visitor from this address. */
  step1_used: number[]
}

/** Prepared, because planning takes longer than execution. */
export async function findProvider(
  db: Db,
  npi: string,
  { network, now }: { network: string; now: Date },
): Promise<ProviderRow | undefined> {
  const values = [npi, network, now]
  const [row] = await runPrepared<ProviderRow>(db, providerSql, values)
  return row
}

/** The unique index for one SAA per entity answers this with one key look-up. */
const activeSaa = (entity: string) =>
  `exists (select from access_grant a where a.entity = ${entity} and a.role = 'SAA' and a.state = 'ACTIVE')`

/** Read with the provider in one round trip. A registration that opens now has no attempts of its own. */
const STEP1_USED = usedSql(limitsOf('STEP1'), {
  ...{ now: '$3::timestamptz', npi: 'p.npi', address: '$2', registration: 'null::bytea', request: 'null' },
})

export const providerSql = `
select p.npi, p.name, coalesce(p.first_name, '') as first_name, coalesce(p.last_name, '') as last_name,
  p.entity_type is not distinct from 1 as is_person,
  ${IS_DEACTIVATED} as is_deactivated,
  n.npi is not null and n.left_at is null as is_in_network,
  exists (select from registration_hold h where h.npi = p.npi and h.kind = 'HOLD' and h.held_at is not null and h.lifted_at is null) as is_on_hold,
  n.ssn_hash is not null as found_ssn, n.tin_hash is not null as found_tin, n.org_id,
  exists (select from group_member m where m.npi = p.npi) as has_group,
  ${activeSaa(`'NPI:' || p.npi`)} as reg_at_npi,
  ${STEP1_USED} as step1_used
from provider p left join network_provider n on n.npi = p.npi
where p.npi = $1`

/** The groups and the organization of an NPI, with their registrations. */
export type AffiliationRow = {
  org_id: string | null
  org_name: string | null
  /** The levels at which an active SAA covers one of the NPI's groups: PG, IPA, SG or PO. */
  group_levels: string[]
  /** An active SAA of the organization as a whole, and of any part of it. */
  reg_at_whole_po: boolean
  po_registered: boolean
}

export type GroupRow = {
  group_id: string
  group_name: string
  short_name: string
  is_own: boolean
  is_registered: boolean
  /** The providers ordered by name: NPIs separated by commas, and the names as JSON. */
  npis: string | null
  names: string | null
  /** One digit per provider: 2 for their own SAA, 1 for an SAA of one of their groups or organizations, else 0. */
  registered: string | null
}

export type Affiliation = AffiliationRow & { groups: GroupRow[] }

export const NO_AFFILIATION: Affiliation = {
  org_id: null,
  org_name: null,
  group_levels: [],
  reg_at_whole_po: false,
  po_registered: false,
  groups: [],
}

type Affiliated = { npi: string; org_id: string | null }
type FoundRow = AffiliationRow & (GroupRow | { group_id: null })

export async function findAffiliation(db: Db, of: Affiliated): Promise<Affiliation> {
  const values = [of.npi, of.org_id]
  const rows = await runPrepared<FoundRow>(db, affiliationSql, values)
  return { ...(rows[0] ?? NO_AFFILIATION), groups: rows.filter((row) => row.group_id !== null) }
}

const byName = 'order by n.name collate "C", n.npi'

/**
 * Reads members by cohort; all members of a cohort are in the same groups. One index gives membership and names, and
 * registration is checked once per cohort. A provider who left the network is in no cohort.
 */
const membersSql = `
  select string_agg(n.npi, ',' ${byName}) as npis, json_agg(n.name ${byName})::text as names,
    string_agg(case when ${activeSaa(`'NPI:' || n.npi`)} then '2'
      when c.is_covered or g.is_in_registered_po then '1' else '0' end, '' ${byName}) as registered
  from (
    select c.id, exists (select from unnest(c.groups) other (group_id)
      where ${activeSaa(`'GROUP:' || other.group_id`)}) as is_covered
    from cohort c where c.groups @> array[g.group_id]
    offset 0
  ) c join network_provider n on n.cohort_id = c.id and n.name is not null`

export const affiliationSql = `
select s.*, g.*
from (
  select s.org_id, o.name as org_name,
    array(select distinct a.scope_kind from group_member m
      join access_grant a on a.entity = 'GROUP:' || m.group_id and a.role = 'SAA' and a.state = 'ACTIVE'
      where m.npi = $1) as group_levels,
    ${activeSaa(`'PO:' || s.org_id`)} as reg_at_whole_po,
    exists (select from access_grant a where a.scope_kind = 'PO' and a.scope_id = s.org_id
      and a.role = 'SAA' and a.state = 'ACTIVE') as po_registered
  from (
    select coalesce($2, (select g.org_id from group_member m join provider_group g using (group_id)
      where m.npi = $1 and g.org_id is not null order by g.org_id limit 1)) as org_id
    offset 0
  ) s left join organization o on o.org_id = s.org_id
  offset 0
) s
left join lateral (
  select g.group_id, g.group_name, g.short_name, g.is_own, g.is_registered, m.npis, m.names, m.registered
  from (
    select g.group_id, g.name as group_name, coalesce(g.short_name, '') as short_name,
      exists (select from group_member m where m.group_id = g.group_id and m.npi = $1) as is_own,
      ${activeSaa(`'GROUP:' || g.group_id`)} as is_registered, ${activeSaa(`'PO:' || g.org_id`)} as is_in_registered_po
    from (
      select g.* from provider_group g where g.org_id = s.org_id
      union all
      select g.* from group_member m join provider_group g using (group_id) where m.npi = $1 and s.org_id is null
    ) g
    offset 0
  ) g left join lateral (${membersSql}) m on true
) g on true
order by lower(g.group_name) collate "C", g.group_id`
