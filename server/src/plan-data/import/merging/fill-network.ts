import { sql } from 'kysely'
import { IS_DEACTIVATED } from '../../store/activation.ts'
import { findPosition, NpiSet } from '../reading/known-rows.ts'
import { areEmpty, seemEmpty } from '../staging/empty-tables.ts'
import {
  createNextForeignKeys,
  createNextIndexes,
  createNextTable,
  createNextTriggers,
  exchangeTables,
  withFewSamples,
} from '../staging/exchange-table.ts'
import type { ImportContext, Merged, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'
import { lockListing } from './listing.ts'
import { insertRepeated, insertSingle, mergeGroupsAndOrganizations, type NextNetwork, START } from './merge-network.ts'

/** Referencing tables come first. */
const TABLES = ['group_member', 'network_provider', 'network_listing']
/** Tables that these refer to and that are not exchanged. */
const BELOW = ['provider_group', 'organization']
/** Tables that carry the network's cohorts, if any. */
const FOLLOWERS = ['claim', 'sco_case', 'sco_invoice', 'practice_change']
const EMPTY = [...TABLES, ...FOLLOWERS]
const NEXT: NextNetwork = {
  providers: 'network_provider_next',
  memberships: 'group_member_next',
  listing: 'network_listing_next',
}

/**
 * True if the file is the plan's first: there is nothing to compare or update. From then on claims and SCO records wait
 * for the import to end, as for one that settles cohorts.
 */
export async function isFirstNetwork(trx: Trx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79)`.execute(trx)
  return areEmpty(trx, EMPTY)
}

/**
 * Fills new tables with the rows of a first network while its file is read. The database is idle then, and looking up
 * and writing the providers takes about as long as reading.
 */
export class FirstNetwork {
  /** Usable rows. */
  rows = 0
  /** Providers on more than one row. */
  readonly repeated = new Set<string>()
  readonly #trx: Trx
  readonly #seen = new NpiSet()
  /** Providers not listed yet. */
  #unlisted: number[] = []
  #isBegun = false
  #lastCohort = 0
  /** Position of the last staged row that was taken; later rows follow it. */
  #taken = START
  /** The same for listed rows, before and after the last part: reading is ahead of staging. */
  #listed = [START, START]
  #providers = 0
  #inserted = 0

  constructor(trx: Trx) {
    this.#trx = trx
  }

  /** Returns one for a plan without data; otherwise undefined. */
  static async open(trx: Trx): Promise<FirstNetwork | undefined> {
    return (await seemEmpty(trx, EMPTY)) ? new FirstNetwork(trx) : undefined
  }

  add(npi: string): void {
    this.rows++
    const position = findPosition(npi)
    if (this.#seen.has(position)) this.repeated.add(npi)
    else {
      this.#seen.add(position)
      this.#providers++
      this.#unlisted.push(Number(npi))
    }
  }

  /** Takes the rows staged since the last call. */
  async write(context: ImportContext): Promise<void> {
    if (!this.#isBegun) await this.#begin()
    await this.#list()
    const [listed = START] = this.#listed
    const part = { after: this.#taken, listed, repeated: [...this.repeated] }
    this.#inserted += await insertSingle(this.#trx, context, NEXT, part)
    this.#taken = await this.#findLast(STAGING, this.#taken)
  }

  /** Sorted by number here, because the database would sort them as text, which takes far longer. */
  async #list(): Promise<void> {
    const npis = `{${Uint32Array.from(this.#unlisted).sort().join(',')}}`
    this.#unlisted = []
    await sql`select list_by_key(${NEXT.listing}, ${npis}::text[])`.execute(this.#trx)
    const [, before = START] = this.#listed
    this.#listed = [before, await this.#findLast(NEXT.listing, before)]
  }

  async #findLast(table: string, after: string): Promise<string> {
    const { rows } = await sql<{ last: string | null }>`
      select max(ctid)::text as last from ${sql.table(table)} where ctid > ${after}::tid`.execute(this.#trx)
    return rows[0]?.last ?? after
  }

  /** Takes the rest, and returns the number of providers. */
  async finish(context: ImportContext): Promise<number> {
    await this.write(context)
    if (this.repeated.size > 0) await this.#takeRepeated(context)
    await useAllJoins(this.#trx)
    await this.#markDeactivated()
    if (this.#inserted !== this.#providers)
      throw new Error(`Inserted ${this.#inserted} of ${this.#providers} providers from the file.`)
    return this.#inserted
  }

  /** Deactivated providers are not listed, so only the others are looked up. No group or organization reaches them. */
  async #markDeactivated(): Promise<void> {
    await sql`
      update ${sql.table(NEXT.providers)} n set deactivated = true, cohort_id = null
      from provider p where p.npi = n.npi and ${sql.raw(IS_DEACTIVATED)} and p.npi = any(array(
        select npi from ${sql.table(NEXT.providers)} u
        where not exists (select from ${sql.table(NEXT.listing)} l where l.npi = u.npi)))`.execute(this.#trx)
  }

  async #takeRepeated(context: ImportContext): Promise<void> {
    this.#inserted += await insertRepeated(this.#trx, context, NEXT, [...this.repeated])
    // Providers taken before their second row arrived had another cohort until then.
    await sql`
      delete from cohort c where c.id > ${this.#lastCohort}
        and not exists (select from ${sql.table(NEXT.providers)} n where n.cohort_id = c.id)`.execute(this.#trx)
  }

  /** Discards the tables if the file is merged after all. */
  async drop(): Promise<void> {
    if (!this.#isBegun) return
    for (const table of Object.values(NEXT)) await sql`drop table ${sql.table(table)}`.execute(this.#trx)
    await sql`delete from cohort where id > ${this.#lastCohort}`.execute(this.#trx)
    await useAllJoins(this.#trx)
  }

  async #begin(): Promise<void> {
    await lockListing(this.#trx)
    for (const table of TABLES) await createNextTable(this.#trx, table)
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from cohort`.execute(this.#trx)
    this.#lastCohort = rows[0]?.last ?? 0
    await useHashJoins(this.#trx)
    this.#isBegun = true
  }
}

/** The new tables have no statistics: the planner would choose merge joins or nested loops, which take far longer. */
async function useHashJoins(trx: Trx): Promise<void> {
  await sql`set local enable_mergejoin = off`.execute(trx)
  await sql`set local enable_nestloop = off`.execute(trx)
}

async function useAllJoins(trx: Trx): Promise<void> {
  await sql`set local enable_mergejoin to default`.execute(trx)
  await sql`set local enable_nestloop to default`.execute(trx)
}

/** Checks for all rows at once what triggers, foreign keys and indexes would check row by row. */
export async function fillNetwork(trx: Trx, context: ImportContext, first: FirstNetwork): Promise<Merged> {
  const inserted = await first.finish(context)
  context.writePages()
  await mergeGroupsAndOrganizations(trx, context.present)
  await withFewSamples(trx, () => createIndexes(trx, context))
  for (const table of TABLES) {
    await createNextForeignKeys(trx, table, TABLES)
    await createNextTriggers(trx, table)
  }
  return { inserted, updated: 0, unchanged: 0, left: 0, beside: { exchange: exchangeNetwork } }
}

async function createIndexes(trx: Trx, context: ImportContext): Promise<void> {
  await createNextIndexes(trx, 'network_provider')
  await createNextIndexes(trx, 'group_member')
  context.step('listing the network for members')
  await createNextIndexes(trx, 'network_listing')
}

/** Fills in the entities above grants that were given before there was a network. */
async function exchangeNetwork(trx: Trx, context: ImportContext): Promise<void> {
  await exchangeTables(trx, context, TABLES, BELOW)
  await sql`
    select refresh_reach(array(select distinct scope_id from access_grant where scope_kind = 'NPI'))`.execute(trx)
}
