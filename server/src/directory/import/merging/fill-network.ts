import { sql } from 'kysely'
import type { ImportContext, Merged, Trx } from '../import-kind.ts'
import { areEmpty, seemEmpty } from '../staging/empty-tables.ts'
import {
  createNextForeignKeys,
  createNextIndexes,
  createNextTable,
  createNextTriggers,
  exchangeTables,
  withFewSamples,
} from '../staging/exchange-table.ts'
import { STAGING } from '../staging/staged-rows.ts'
import { findPosition, NpiSet } from './known-rows.ts'
import { lockListing } from './listing.ts'
import { insertRepeated, insertSingle, mergeGroupsAndOrganizations, type NextNetwork, START } from './merge-network.ts'

/** Who rests on another one comes first. */
const TABLES = ['group_member', 'network_provider', 'network_listing']
/** What they rest on, and keep. */
const BELOW = ['provider_group', 'organization']
/** What follows the cohorts of the network, where there is any. */
const FOLLOWERS = ['claim', 'sco_case', 'sco_invoice', 'roster_change']
const EMPTY = [...TABLES, ...FOLLOWERS]
const NEXT: NextNetwork = {
  providers: 'network_provider_next',
  memberships: 'group_member_next',
  listing: 'network_listing_next',
}

/**
 * Whether a file is the first of a plan: nothing has to be compared, and nothing follows what they say. Claims and
 * SCO's records wait from then on for the import to end, as they do for one that settles cohorts.
 */
export async function isFirstNetwork(trx: Trx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79)`.execute(trx)
  return areEmpty(trx, EMPTY)
}

/**
 * Fills tables beside those in use with the rows of a first network while its file is read: the database has time then,
 * and looking the providers up among all of the nation and writing them takes about as long.
 */
export class FirstNetwork {
  /** Rows that can be used. */
  rows = 0
  /** Who stood on more than one row. */
  readonly repeated = new Set<string>()
  readonly #trx: Trx
  readonly #seen = new NpiSet()
  /** Who came and is not listed yet. */
  #unlisted: number[] = []
  #isBegun = false
  #lastCohort = 0
  /** Where the last staged row lies that was taken: those that come later lie behind it. */
  #taken = START
  /** The same of those listed, before the last part and after it: rows are read ahead of those that were staged. */
  #listed = [START, START]
  #providers = 0
  #inserted = 0

  constructor(trx: Trx) {
    this.#trx = trx
  }

  /** One for a plan that has nothing yet; undefined for all others. */
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

  /** Takes what was staged since. */
  async write(context: ImportContext): Promise<void> {
    if (!this.#isBegun) await this.#begin()
    await this.#list()
    const [listed = START] = this.#listed
    const part = { after: this.#taken, listed, repeated: [...this.repeated] }
    this.#inserted += await insertSingle(this.#trx, context, NEXT, part)
    this.#taken = await this.#findLast(STAGING, this.#taken)
  }

  /** In the order of their numbers, into which the database would bring them as texts, at far greater length. */
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

  /** Takes the rest, and gives back how many providers there are. */
  async finish(context: ImportContext): Promise<number> {
    await this.write(context)
    if (this.repeated.size > 0) await this.#takeRepeated(context)
    await useAllJoins(this.#trx)
    if (this.#inserted !== this.#providers)
      throw new Error(`Of ${this.#providers} providers of the file ${this.#inserted} were taken.`)
    return this.#inserted
  }

  async #takeRepeated(context: ImportContext): Promise<void> {
    this.#inserted += await insertRepeated(this.#trx, context, NEXT, [...this.repeated])
    // Who was taken before their second row came had another one until then.
    await sql`
      delete from cohort c where c.id > ${this.#lastCohort}
        and not exists (select from ${sql.table(NEXT.providers)} n where n.cohort_id = c.id)`.execute(this.#trx)
  }

  /** Where it turns out that the file is merged after all. */
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

/** Nothing is known of what was written a moment ago: it would be sorted, or read anew for each row. */
async function useHashJoins(trx: Trx): Promise<void> {
  await sql`set local enable_mergejoin = off`.execute(trx)
  await sql`set local enable_nestloop = off`.execute(trx)
}

async function useAllJoins(trx: Trx): Promise<void> {
  await sql`set local enable_mergejoin to default`.execute(trx)
  await sql`set local enable_nestloop to default`.execute(trx)
}

/** What triggers, foreign keys and indexes would check row by row is checked for all at once. */
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

/** Grants given before there was a network, up to this moment, learn what lies above them. */
async function exchangeNetwork(trx: Trx, context: ImportContext): Promise<void> {
  await exchangeTables(trx, context, TABLES, BELOW)
  await sql`
    select refresh_reach(array(select distinct scope_id from access_grant where scope_kind = 'NPI'))`.execute(trx)
}
