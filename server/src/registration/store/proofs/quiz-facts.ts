import { type Kysely, sql } from 'kysely'
import { writeOnce } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { KeptQuiz } from './quiz-choices.ts'

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

export type Around = { npi: string; pivot: string; perSide: number }

/** What there is to ask a provider about, what was kept of earlier quizzes, and others of the network, at once. */
export async function findQuizFacts(
  db: Kysely<Database>,
  around: Around,
  window: ClaimWindow,
): Promise<{ facts: ProviderFacts; kept: KeptQuiz | undefined; peers: Peer[] } | undefined> {
  const { since, month } = window
  const rows = await factsAmong(around.perSide)(db, { ...around, since, from: month.from, to: month.to })
  if (!rows[0]) return undefined
  const { kept, peers, ...facts } = rows[0]
  return { facts, kept: kept ?? undefined, peers: peers.map(toPeer) }
}

type Asked = Omit<Around, 'perSide'> & { since: string; from: string; to: string }
type Found = ProviderFacts & { kept: KeptQuiz | null; peers: PeerValues[] }

const written = new Map<number, ReturnType<typeof writeFacts>>()

function factsAmong(perSide: number): ReturnType<typeof writeFacts> {
  const facts = written.get(perSide) ?? writeFacts(perSide)
  written.set(perSide, facts)
  return facts
}

const writeFacts = (perSide: number) =>
  writeOnce(
    `quiz-facts-${perSide}`,
    (_, { npi, pivot, since, from, to }: Asked) => sql<Found>`
    select ${providerColumns}, n.contract_date as "contractDate",
      (select service_date from claim where npi = ${npi} order by service_date desc limit 1) as "lastClaimDate",
      (select coalesce(json_agg(json_build_object('billed', billed, 'paid', paid)), '[]') from (
        select distinct billed_amount::text as billed, nullif(paid_amount, 0)::text as paid from claim
        where npi = ${npi} and service_date > ${since}) c) as "recentAmounts",
      (select count(*)::int from claim
        where npi = ${npi} and service_date >= ${from} and service_date < ${to}) as "claimsInMonth",
      (select kept from quiz_choice where npi = ${npi}) as kept,
      (select coalesce(array_to_json(array_agg(array[${peerValues(since)}])), '[]')
        from ${networkPeers({ npi, pivot, since, from, to }, perSide)}) as peers
    from provider p join network_provider n on n.npi = p.npi
    where p.npi = ${npi} and n.left_at is null`,
  )

/**
 * By their places: a name for each value of each provider would be more to write and to read than the values. All as
 * text: of values of many kinds the database looks each one's kind up.
 */
const peerValues = (since: string) => sql`p.npi, p.entity_type::text, p.city, p.address, p.state, p.postal_code,
  p.taxonomy_code, p.license_number, p.license_state, p.enumeration_date::text, n.contract_date::text,
  last.service_date::text, last.billed_amount::text,
  (case when ${lastIsPaid(since)} then last.paid_amount else paid.paid_amount end)::text, counted.claims::text`

/** Mostly the last claim is the last paid one too, and nothing has to be looked for. */
const lastIsPaid = (since: string) => sql`(last.paid_amount > 0 and last.service_date > ${since}::date)`

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
 * Up to twice `perSide` providers of the network around a pivot in the order of NPIs. Walking the primary key from a
 * pivot reads that many rows however large the tables are; a random order would read them all. How many is part of the
 * text: the planner has to know it, and would look at the statement anew each time.
 */
const networkPeers = ({ npi, pivot, since, from, to }: Asked, perSide: number) => sql`(
      (select npi, contract_date from network_provider
        where npi >= ${pivot} and left_at is null order by npi limit ${sql.lit(perSide)})
      union all
      (select npi, contract_date from network_provider
        where npi < ${pivot} and left_at is null order by npi desc limit ${sql.lit(perSide)})
    ) n
      join provider p on p.npi = n.npi
      left join lateral (select service_date, billed_amount, paid_amount from claim where npi = n.npi
        order by service_date desc, claim_number limit 1) last on true
      left join lateral (select paid_amount from claim where npi = n.npi and paid_amount > 0 and service_date > ${since}
        and ${lastIsPaid(since)} is not true order by service_date desc, claim_number limit 1) paid on true
      left join lateral (select count(*)::int as claims from claim where npi = n.npi
        and service_date >= ${from} and service_date < ${to}) counted on last.service_date is not null
    where n.npi <> ${npi}`

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
