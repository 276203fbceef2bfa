import { type Kysely, sql } from 'kysely'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Database } from '#platform/database/schema.ts'
import type { StoredQuiz } from './quiz-choices.ts'

/** Facts of the plan and the national file about one provider that a quiz can ask about. */
export type ProviderFacts = NationalFacts & {
  contractDate: string | null
  lastClaimDate: string | null
  /** Distinct amounts of claims since the start of the window. `paid` is null for an unpaid claim. */
  recentAmounts: { billed: string; paid: string | null }[]
  /** In the month of the window. */
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

/** Another provider, as a source of plausible wrong choices. */
export type Peer = NationalFacts & {
  contractDate: string | null
  lastClaimDate: string | null
  billedAmount: string | null
  paidAmount: string | null
  claimsInMonth: number | null
}

/** Days are 'YYYY-MM-DD'. */
export type ClaimWindow = { since: string; month: { from: string; to: string } }

export type Around = { npi: string; pivot: string; perSide: number }

/** The facts of a provider, the choices of earlier quizzes, and other providers of the network. */
export async function findQuizFacts(
  db: Kysely<Database>,
  around: Around,
  window: ClaimWindow,
): Promise<{ facts: ProviderFacts; kept: StoredQuiz | undefined; peers: Peer[] } | undefined> {
  const { npi, pivot, perSide } = around
  const values = [npi, pivot, window.since, window.month.from, window.month.to]
  const [row] = await runPrepared<Found>(db, factsSql(perSide), values)
  if (!row) return undefined
  const { kept, peers, ...facts } = row
  return { facts, kept: kept ?? undefined, peers: peers.map(toPeer) }
}

type Found = ProviderFacts & { kept: StoredQuiz | null; peers: PeerValues[] }

const PROVIDER_COLUMNS = `
  p.npi, p.entity_type as "entityType", p.city, p.address, p.state, p.postal_code as "postalCode",
  p.taxonomy_code as "taxonomyCode", p.license_number as "licenseNumber", p.license_state as "licenseState",
  p.enumeration_date as "enumerationDate"`

/** $1 NPI, $2 pivot, $3 first day of claims, $4 and $5 first day of the month and of the month after it. */
const factsSql = (perSide: number) => `
select ${PROVIDER_COLUMNS}, n.contract_date as "contractDate",
  (select service_date from claim where npi = $1 order by service_date desc limit 1) as "lastClaimDate",
  (select coalesce(json_agg(json_build_object('billed', billed, 'paid', paid)), '[]') from (
    select distinct billed_amount::text as billed, nullif(paid_amount, 0)::text as paid from claim
    where npi = $1 and service_date > $3) c) as "recentAmounts",
  (select count(*)::int from claim where npi = $1 and service_date >= $4 and service_date < $5) as "claimsInMonth",
  (select quiz from quiz_choice where npi = $1) as kept,
  (select coalesce(array_to_json(array_agg(array[${PEER_VALUES}])), '[]') from ${networkPeers(perSide)}) as peers
from provider p join network_provider n on n.npi = p.npi
where p.npi = $1 and n.left_at is null`

/** The last claim is usually also the last paid one, which saves a second search. */
const LAST_IS_PAID = '(last.paid_amount > 0 and last.service_date > $3::date)'

/**
 * An array per provider, because column names would be most of the reply. All values are text, because json looks up
 * each type.
 */
const PEER_VALUES = `p.npi, p.entity_type::text, p.city, p.address, p.state, p.postal_code,
  p.taxonomy_code, p.license_number, p.license_state, p.enumeration_date::text, n.contract_date::text,
  last.service_date::text, last.billed_amount::text,
  (case when ${LAST_IS_PAID} then last.paid_amount else paid.paid_amount end)::text, counted.claims::text`

type Text = string | null
type PeerValues = [string, Text, Text, Text, Text, Text, Text, Text, Text, Text, Text, Text, Text, Text, Text]

const toNumber = (text: Text): number | null => (text === null ? null : Number(text))

const toPeer = (values: PeerValues): Peer => {
  const [npi, entityType, city, address, state, postalCode, taxonomyCode, licenseNumber, licenseState, ...later] =
    values
  const [enumerationDate, contractDate, lastClaimDate, billedAmount, paidAmount, claimsInMonth] = later
  return {
    ...{
      npi,
      entityType: toNumber(entityType),
      city,
      address,
      state,
      postalCode,
      taxonomyCode,
      licenseNumber,
      licenseState,
      enumerationDate,
    },
    ...{ contractDate, lastClaimDate, billedAmount, paidAmount, claimsInMonth: toNumber(claimsInMonth) },
  }
}

/**
 * Up to twice `perSide` providers of the network around a pivot in the order of NPIs. Reading the primary key from a
 * pivot costs the same in tables of any size. The limit is a literal because the planner needs to know it.
 */
const networkPeers = (perSide: number) => `(
    (select npi, contract_date from network_provider
      where npi >= $2 and left_at is null order by npi limit ${perSide})
    union all
    (select npi, contract_date from network_provider
      where npi < $2 and left_at is null order by npi desc limit ${perSide})
  ) n
    join provider p on p.npi = n.npi
    left join lateral (select service_date, billed_amount, paid_amount from claim where npi = n.npi
      order by service_date desc, claim_number limit 1) last on true
    left join lateral (select paid_amount from claim where npi = n.npi and paid_amount > 0 and service_date > $3
      and ${LAST_IS_PAID} is not true order by service_date desc, claim_number limit 1) paid on true
    left join lateral (select count(*)::int as claims from claim where npi = n.npi
      and service_date >= $4 and service_date < $5) counted on last.service_date is not null
  where n.npi <> $1`

/** The same scan of the national file, for networks too small to give plausible choices. */
export async function findNationalPeers(db: Kysely<Database>, around: Around): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    select ${sql.raw(PROVIDER_COLUMNS)}, null as "contractDate", null as "lastClaimDate", null as "billedAmount",
      null as "paidAmount", null::int as "claimsInMonth"
    from (
      (select * from provider where npi >= ${around.pivot} order by npi limit ${around.perSide})
      union all
      (select * from provider where npi < ${around.pivot} order by npi desc limit ${around.perSide})
    ) p
    where p.npi <> ${around.npi}`.execute(db)
  return rows
}

/** Facts for an external identity service: only data that the national file publishes, none of the plan's. */
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
