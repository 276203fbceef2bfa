import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** What the plan and the national file say about one provider, as far as a quiz can ask about it. */
export type ProviderFacts = NationalFacts & {
  contractDate: string | null
  lastClaimDate: string | null
  /** Each once, of claims since the day asked for; what was not paid is null. */
  recentAmounts: { billed: string; paid: string | null }[]
  /** In the month asked for. */
  claimsInMonth: number
}

type NationalFacts = {
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
}

/** Another provider: where plausible wrong choices come from. */
export type Peer = NationalFacts & {
  contractDate: string | null
  lastClaimDate: string | null
  billedAmount: string | null
  paidAmount: string | null
  claimsInMonth: number | null
}

/** Days are 'YYYY-MM-DD'. */
export type ClaimWindow = { since: string; month: { from: string; to: string } }

export async function findProviderFacts(
  db: Kysely<Database>,
  npi: string,
  { since, month }: ClaimWindow,
): Promise<ProviderFacts | undefined> {
  const { rows } = await sql<ProviderFacts>`
    select ${providerColumns}, n.contract_date as "contractDate",
      (select service_date from claim where npi = ${npi} order by service_date desc limit 1) as "lastClaimDate",
      (select coalesce(json_agg(json_build_object('billed', billed, 'paid', paid)), '[]') from (
        select distinct billed_amount::text as billed, nullif(paid_amount, 0)::text as paid from claim
        where npi = ${npi} and service_date > ${since}) c) as "recentAmounts",
      (select count(*)::int from claim
        where npi = ${npi} and service_date >= ${month.from} and service_date < ${month.to}) as "claimsInMonth"
    from provider p join network_provider n on n.npi = p.npi
    where p.npi = ${npi} and n.left_at is null`.execute(db)
  return rows[0]
}

export type Around = { npi: string; pivot: string; perSide: number }

/**
 * Up to twice `perSide` providers of the network around a pivot in the order of NPIs. Walking the primary key from a
 * pivot reads that many rows however large the tables are; a random order would read them all.
 */
export async function findNetworkPeers(
  db: Kysely<Database>,
  around: Around,
  { since, month }: ClaimWindow,
): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    with near as (
      (select npi, contract_date from network_provider
        where npi >= ${around.pivot} and left_at is null order by npi limit ${around.perSide})
      union all
      (select npi, contract_date from network_provider
        where npi < ${around.pivot} and left_at is null order by npi desc limit ${around.perSide})
    )
    select ${providerColumns}, n.contract_date as "contractDate", last.service_date as "lastClaimDate",
      last.billed_amount::text as "billedAmount", paid.paid_amount::text as "paidAmount",
      counted.claims as "claimsInMonth"
    from near n
      join provider p on p.npi = n.npi
      left join lateral (select service_date, billed_amount from claim where npi = n.npi
        order by service_date desc, claim_number limit 1) last on true
      left join lateral (select paid_amount from claim where npi = n.npi and paid_amount > 0
        and service_date > ${since} order by service_date desc, claim_number limit 1) paid on true
      left join lateral (select count(*)::int as claims from claim where npi = n.npi
        and service_date >= ${month.from} and service_date < ${month.to}) counted on last.service_date is not null
    where n.npi <> ${around.npi}`.execute(db)
  return rows
}

/** The same walk over the national file, for networks too small to give plausible choices. */
export async function findNationalPeers(db: Kysely<Database>, around: Around): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    select ${providerColumns}, null as "contractDate", null as "lastClaimDate", null as "billedAmount",
      null as "paidAmount", null::int as "claimsInMonth"
    from (
      (select * from provider where npi >= ${around.pivot} order by npi limit ${around.perSide})
      union all
      (select * from provider where npi < ${around.pivot} order by npi desc limit ${around.perSide})
    ) p
    where p.npi <> ${around.npi}`.execute(db)
  return rows
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
