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
 * All of valRegNpi in one round trip, prepared by name: planning would cost more than running. Most browsers bring no
 * registration, and are asked for by a statement that knows of none. A crash may lose a count and a registration just
 * opened, so nobody waits for the disk: by a setting of this transaction alone, which also a pooler keeps apart.
 */
export async function insertRegistrationFindProvider(pool: pg.Pool, asked: AskedNpi): Promise<FoundNpi> {
  const { held } = asked
  const heldValues = [held.idHash, iso(held.touchedAfter), iso(held.createdAfter)]
  const { rows } = await pool.query<LookedUp>(
    held.idHash
      ? { name: 'open-for-npi-held', text: openForNpiHeldSql, values: [...valuesOf(asked), ...heldValues] }
      : { name: 'open-for-npi', text: openForNpiSql, values: valuesOf(asked) },
  )
  const [found] = rows
  if (!found) throw new Error('A look-up that was not counted')
  const { hits, holds_draft: holdsDraft } = found
  return { hits, holdsDraft, row: found.npi === null ? undefined : found }
}

/** The driver writes a moment with the hours of the machine's time zone, for three times as long. */
const iso = (moment: Date): string => moment.toISOString()

function valuesOf({ npi, now, failures, flood, opens }: AskedNpi): unknown[] {
  return [
    ...[npi, iso(failures.recent), iso(failures.monthly), failures.from, iso(failures.hourly)],
    ...[iso(now), flood.key, iso(flood.windowStart), flood.limit],
    ...[opens.idHash, opens.brand, opens.accountId],
  ]
}

type Parts = { first: string; after: string; draft: string }

const write = ({ first, after, draft }: Parts) => `
with ${first}counted as (
  insert into flood_counter (key, window_start, hits)
  select $7, $8::timestamptz, 1${after} where set_config('synchronous_commit', 'off', true) = 'off'
  on conflict (key, window_start) do update set hits = flood_counter.hits + 1
  returning hits
),
looked_up as materialized (${providerSql} and (select hits from counted) <= $9::bigint),
opened as (
  insert into registration (id_hash, brand, npi, account_id, created_at, touched_at)
  select $10, $11, l.npi, $12, $6, $6 from looked_up l
  where not l.is_deactivated and l.is_in_network and not l.is_on_hold and not ${draft}
)
select counted.hits, ${draft} as holds_draft, l.*
from counted left join looked_up l on true`

export const openForNpiSql = write({ first: '', after: '', draft: 'false' })

/**
 * The registration of the browser comes before the counter: it may have to wait for a submission under way, and must
 * not keep everybody else of its address waiting meanwhile.
 */
export const openForNpiHeldSql = write({
  first: `held as (
  update registration set touched_at = $6
  where id_hash = $13 and touched_at > $14 and created_at > $15
  returning draft
),
`,
  after: ' from (select count(*) from held) brought',
  draft: 'exists (select from held where draft is not null)',
})
