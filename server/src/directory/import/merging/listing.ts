import { sql } from 'kysely'
import type { ImportContext, Trx } from '../import-kind.ts'

/**
 * The network takes names from the directory, and what members search is taken from both: of their imports one at a
 * time reads the one and writes the other. Each would wait for what the other has locked otherwise.
 */
export async function lockListing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7262, 98)`.execute(trx)
}

export async function refreshListing(trx: Trx, { step }: ImportContext, providers = 'provider'): Promise<void> {
  step('listing the network for members')
  await sql`select refresh_network_listing(${providers}), refresh_network_names(${providers})`.execute(trx)
}

/** Of these alone: a file of the network says who is listed, and nothing of what is listed of them. */
export async function refreshListed(trx: Trx, { step }: ImportContext, npis: readonly string[]): Promise<void> {
  step('listing the network for members')
  await sql`select refresh_listed(${npis})`.execute(trx)
}
