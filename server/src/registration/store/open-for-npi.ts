import type pg from 'pg'
import { type FailuresSince, type ProviderRow, providerSql } from './provider-profile.ts'

/** What valRegNpi is asked: whose look-up is counted, which NPI, and the registration it opens where that may be. */
export type AskedNpi = {
  npi: string
  now: Date
  failures: FailuresSince
  /** The registration the browser brings, renewed unless it is over. */
  held: { idHash: Buffer | null; touchedAfter: Date; createdAfter: Date }
  flood: { key: string; windowStart: Date; limit: number }
  opens: { idHash: Buffer; brand: string; accountId: string | null }
}

type LookedUp = { hits: number; holds_draft: boolean } & ({ npi: null } | (ProviderRow & { npi: string }))

export type FoundNpi = {
  hits: number
  /** The browser's registration has something to go on with: then none is opened here. */
  holdsDraft: boolean
  row: ProviderRow | undefined
}

/**
 * All of valRegNpi in one round trip, prepared by name: planning would cost more than running. A crash may lose a
 * count and a registration just opened, so nobody waits for the disk: by a setting of this transaction alone, which
 * also a pooler keeps apart.
 */
export async function insertRegistrationFindProvider(pool: pg.Pool, asked: AskedNpi): Promise<FoundNpi> {
  const { npi, now, failures, held, flood, opens } = asked
  const { rows } = await pool.query<LookedUp>({
    name: 'open-for-npi',
    text: openForNpiSql,
    values: [
      ...[npi, failures.recent, failures.monthly, failures.from, failures.hourly],
      ...[held.idHash, now, held.touchedAfter, held.createdAfter],
      ...[flood.key, flood.windowStart, flood.limit],
      ...[opens.idHash, opens.brand, opens.accountId],
    ],
  })
  const [found] = rows
  if (!found) throw new Error('A look-up that was not counted')
  const { hits, holds_draft: holdsDraft } = found
  return { hits, holdsDraft, row: found.npi === null ? undefined : found }
}

/**
 * The registration of the browser comes before the counter: it may have to wait for a submission under way, and must
 * not keep everybody else of its address waiting meanwhile.
 */
export const openForNpiSql = `
with quickly as materialized (select set_config('synchronous_commit', 'off', true)),
held as (
  update registration set touched_at = $7
  where id_hash = $6 and touched_at > $8 and created_at > $9
  returning draft
),
counted as (
  insert into flood_counter (key, window_start, hits)
  select $10, $11::timestamptz, 1 from quickly, (select count(*) from held) brought
  on conflict (key, window_start) do update set hits = flood_counter.hits + 1
  returning hits
),
looked_up as materialized (${providerSql} and (select hits from counted) <= $12::bigint),
opened as (
  insert into registration (id_hash, brand, npi, account_id, created_at, touched_at)
  select $13, $14, l.npi, $15, $7, $7 from looked_up l
  where not l.is_deactivated and l.is_in_network and not l.is_on_hold
    and not exists (select from held where draft is not null)
)
select counted.hits, exists (select from held where draft is not null) as holds_draft, l.*
from counted left join looked_up l on true`
