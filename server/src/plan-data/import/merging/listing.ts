import { sql } from 'kysely'
import type { ImportContext, Trx } from '../staging/import-kind.ts'

/**
 * The network reads names from the directory, and the members' search listing is built from both. Imports of the two
 * run one at a time; otherwise they would deadlock.
 */
export async function lockListing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7262, 98)`.execute(trx)
}

export async function refreshListing(trx: Trx, { step }: ImportContext, providers = 'provider'): Promise<void> {
  step('listing the network for members')
  await sql`select refresh_network_listing(${providers}), refresh_network_names(${providers})`.execute(trx)
}

/** Only these providers: a network file changes who is listed, but not the listed data of the others. */
export async function refreshListed(trx: Trx, { step }: ImportContext, npis: readonly string[]): Promise<void> {
  step('listing the network for members')
  await sql`select refresh_listed(${npis})`.execute(trx)
}
