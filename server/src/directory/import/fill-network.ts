import { sql } from 'kysely'
import { areEmpty, MANY_ROWS, seemEmpty } from './empty-tables.ts'
import {
  createNextForeignKeys,
  createNextIndexes,
  createNextTable,
  createNextTriggers,
  exchangeTables,
} from './exchange-table.ts'
import type { ImportContext, Merged, Trx } from './import-kind.ts'
import { findPosition, NpiSet } from './known-rows.ts'
import { lockListing } from './listing.ts'
import { insertNetwork } from './merge-network.ts'

/** Who rests on another one comes first. */
const TABLES = ['group_member', 'network_provider', 'network_listing']
/** What they rest on, and keep. */
const BELOW = ['provider_group', 'organization']
/** What follows the cohorts of the network, where there is any. */
const FOLLOWERS = ['claim', 'sco_case', 'sco_invoice', 'roster_change']
const EMPTY = [...TABLES, ...FOLLOWERS]
const LISTING = 'network_listing_next'
/** Who is in the directory and cannot be chosen. */
const UNLISTED = 'unlisted_provider'

/**
 * Whether many rows are the first of a plan: nothing has to be compared, and nothing follows what they say. Claims and
 * SCO's records wait from then on for the import to end, as they do for one that settles cohorts.
 */
export async function isFirstNetwork(trx: Trx, rows: number): Promise<boolean> {
  if (rows < MANY_ROWS) return false
  await sql`select pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79)`.execute(trx)
  return areEmpty(trx, EMPTY)
}

/**
 * Lists the providers of a first network for members while its file is read: the database has time then, and looking
 * them up among all of the nation takes about as long.
 */
export class FirstListing {
  /** Who stood on more than one row. */
  readonly repeated = new Set<string>()
  readonly #trx: Trx
  readonly #seen = new NpiSet()
  #found: string[] = []
  #isBegun = false

  constructor(trx: Trx) {
    this.#trx = trx
  }

  /** One for a plan that has nothing yet; undefined for all others. */
  static async open(trx: Trx): Promise<FirstListing | undefined> {
    return (await seemEmpty(trx, EMPTY)) ? new FirstListing(trx) : undefined
  }

  add(npi: string): void {
    const position = findPosition(npi)
    if (this.#seen.has(position)) this.repeated.add(npi)
    else {
      this.#seen.add(position)
      this.#found.push(npi)
    }
  }

  /** Lists whoever was found since. */
  async write(): Promise<void> {
    const npis = this.#found
    this.#found = []
    if (!this.#isBegun) {
      await lockListing(this.#trx)
      await createNextTable(this.#trx, 'network_listing')
      await sql`
        create temporary table ${sql.table(UNLISTED)} (npi text collate "C", name text) on commit drop`.execute(
        this.#trx,
      )
    }
    this.#isBegun = true
    await sql`select list_providers(${LISTING}, ${UNLISTED}, ${npis})`.execute(this.#trx)
  }

  /** Where it turns out that the file is merged after all. */
  async drop(): Promise<void> {
    if (this.#isBegun) await sql`drop table ${sql.table(LISTING)}`.execute(this.#trx)
  }
}

/** Fills tables beside those in use, which triggers, foreign keys and indexes would check row by row. */
export async function fillNetwork(trx: Trx, context: ImportContext, listing: FirstListing): Promise<Merged> {
  await listing.write()
  await createNextTable(trx, 'group_member')
  await createNextTable(trx, 'network_provider')
  const inserted = await insertNetwork(trx, context, {
    repeated: [...listing.repeated],
    listing: LISTING,
    unlisted: UNLISTED,
    providers: 'network_provider_next',
    memberships: 'group_member_next',
  })
  await createNextIndexes(trx, 'network_provider')
  await createNextIndexes(trx, 'group_member')
  context.step('listing the network for members')
  await createNextIndexes(trx, 'network_listing')
  for (const table of TABLES) {
    await createNextForeignKeys(trx, table, TABLES)
    await createNextTriggers(trx, table)
  }
  return { inserted, updated: 0, unchanged: 0, left: 0, beside: { exchange: exchangeNetwork } }
}

/** Grants given before there was a network, up to this moment, learn what lies above them. */
async function exchangeNetwork(trx: Trx, context: ImportContext): Promise<void> {
  await exchangeTables(trx, context, TABLES, BELOW)
  await sql`
    select refresh_reach(array(select distinct scope_id from access_grant where scope_kind = 'NPI'))`.execute(trx)
}
