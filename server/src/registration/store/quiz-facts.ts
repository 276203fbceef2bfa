import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** What the plan and the national file say about one provider, as far as a quiz can ask about it. */
export type ProviderFacts = {
  npi: string
  entityType: number | null
  city: string | null
  address: string | null
  state: string | null
  postalCode: string | null
  taxonomyCode: string | null
  licenseNumber: string | null
  licenseState: string | null
  enumerationDate: string | null
  region: string | null
  contractDate: string | null
  groups: string[]
  lastClaimDate: string | null
  /** Newest first. */
  billedAmounts: string[]
}

/** Another provider: where plausible wrong choices come from. */
export type Peer = Omit<ProviderFacts, 'groups' | 'lastClaimDate' | 'billedAmounts'> & { billedAmount: string | null }

const RECENT_CLAIMS = 500

export async function findProviderFacts(db: Kysely<Database>, npi: string): Promise<ProviderFacts | undefined> {
  const { rows } = await sql<ProviderFacts>`
    select ${providerColumns}, n.region, n.contract_date as "contractDate",
      array(select g.name from group_member m join provider_group g using (group_id)
        where m.npi = ${npi} order by g.name limit 500) as groups,
      (select service_date from claim where npi = ${npi} order by service_date desc limit 1) as "lastClaimDate",
      array(select billed_amount::text from claim
        where npi = ${npi} order by service_date desc, claim_number limit ${RECENT_CLAIMS}) as "billedAmounts"
    from provider p join network_provider n on n.npi = p.npi
    where p.npi = ${npi} and n.left_at is null`.execute(db)
  return rows[0]
}

/**
 * Up to twice `perSide` providers of the network around a pivot in the order of NPIs. Walking the primary key from a
 * pivot reads that many rows however large the tables are; a random order would read them all.
 */
export async function findNetworkPeers(
  db: Kysely<Database>,
  around: { npi: string; pivot: string; perSide: number },
): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    with near as (
      (select npi, region, contract_date from network_provider
        where npi >= ${around.pivot} and left_at is null order by npi limit ${around.perSide})
      union all
      (select npi, region, contract_date from network_provider
        where npi < ${around.pivot} and left_at is null order by npi desc limit ${around.perSide})
    )
    select ${providerColumns}, n.region, n.contract_date as "contractDate", c.billed_amount::text as "billedAmount"
    from near n
      join provider p on p.npi = n.npi
      left join lateral (select billed_amount from claim where npi = n.npi
        order by service_date desc, claim_number limit 1) c on true
    where n.npi <> ${around.npi}`.execute(db)
  return rows
}

/** The same walk over the national file, for networks too small to give plausible choices. */
export async function findNationalPeers(
  db: Kysely<Database>,
  around: { npi: string; pivot: string; perSide: number },
): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    select ${providerColumns}, null as region, null as "contractDate", null as "billedAmount"
    from (
      (select * from provider where npi >= ${around.pivot} order by npi limit ${around.perSide})
      union all
      (select * from provider where npi < ${around.pivot} order by npi desc limit ${around.perSide})
    ) p
    where p.npi <> ${around.npi}`.execute(db)
  return rows
}

/**
 * Names of regions and of groups the plan has, a bounded number of each. `share` (0 to 1) says where in the order of
 * group ids the walk begins.
 */
export async function findPlanNames(
  db: Kysely<Database>,
  share: number,
): Promise<{ regions: string[]; groups: string[] }> {
  const { rows } = await sql<{ regions: string[]; groups: string[] }>`
    with recursive step(region) as (
      (select region from network_provider where region is not null order by region limit 1)
      union all
      select (select n.region from network_provider n where n.region > step.region order by n.region limit 1)
      from step where step.region is not null
    ),
    pivot as (
      select group_id from provider_group order by group_id
      offset floor(${share}::float8 * (select least(count(*), 5000) from provider_group)) limit 1
    )
    select
      array(select region from step where region is not null limit 40) as regions,
      array(
        (select name from provider_group where group_id >= (select group_id from pivot) order by group_id limit 40)
        union
        (select name from provider_group where group_id < (select group_id from pivot) order by group_id desc limit 40)
      ) as groups`.execute(db)
  return rows[0] ?? { regions: [], groups: [] }
}

const providerColumns = sql`
  p.npi, p.entity_type as "entityType", p.city, p.address, p.state, p.postal_code as "postalCode",
  p.taxonomy_code as "taxonomyCode", p.license_number as "licenseNumber", p.license_state as "licenseState",
  p.enumeration_date as "enumerationDate"`

/** What an outside identity service is told: what the national file publishes, nothing the plan keeps. */
export type QuizSubject = {
  npi: string
  name: string
  firstName: string | null
  lastName: string | null
  city: string | null
  state: string | null
  postalCode: string | null
}

export function findQuizSubject(db: Kysely<Database>, npi: string): Promise<QuizSubject | undefined> {
  return db
    .selectFrom('provider')
    .select([
      'npi',
      'name',
      'first_name as firstName',
      'last_name as lastName',
      'city',
      'state',
      'postal_code as postalCode',
    ])
    .where('npi', '=', npi)
    .executeTakeFirst()
}
