import { sql } from 'kysely'
import { areEmpty, MANY_ROWS } from './empty-tables.ts'
import {
  createNextForeignKeys,
  createNextIndexes,
  createNextTable,
  createNextTriggers,
  exchangeTables,
} from './exchange-table.ts'
import type { ImportContext, Merged, Trx } from './import-kind.ts'
import { copyDirectory, insertNetwork, mergeAboveProviders } from './merge-network.ts'

/** Who rests on another one comes first. */
const TABLES = ['group_member', 'network_provider', 'network_listing']
/** What they rest on, and keep. */
const BELOW = ['provider_group', 'organization']
/** What follows the cohorts of the network, where there is any. */
const FOLLOWERS = ['claim', 'sco_case', 'sco_invoice', 'roster_change']
/** The part of the national directory that the network is. */
const DIRECTORY = 'directory_of_network'

/**
 * Whether many rows are the first of a plan: nothing has to be compared, and nothing follows what they say. Claims and
 * SCO's records wait from then on for the import to end, as they do for one that settles cohorts.
 */
export async function isFirstNetwork(trx: Trx, rows: number): Promise<boolean> {
  const tables = [...TABLES, ...FOLLOWERS]
  if (rows < MANY_ROWS || !(await areEmpty(trx, tables))) return false
  await sql`select pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79)`.execute(trx)
  return areEmpty(trx, tables)
}

/** Fills tables beside those in use, which triggers, foreign keys and indexes would check row by row. */
export async function fillNetwork(trx: Trx, context: ImportContext): Promise<Merged> {
  const inserted = await mergeAboveProviders(trx, context)
  for (const table of TABLES) await createNextTable(trx, table)
  await copyDirectory(trx, DIRECTORY)
  const next = { providers: 'network_provider_next', memberships: 'group_member_next' }
  await insertNetwork(trx, context, { directory: DIRECTORY, ...next })
  await createNextIndexes(trx, 'network_provider')
  await createNextIndexes(trx, 'group_member')
  context.step('listing the network for members')
  await sql`select fill_network_listing('network_listing_next', 'network_provider_next', ${DIRECTORY})`.execute(trx)
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
