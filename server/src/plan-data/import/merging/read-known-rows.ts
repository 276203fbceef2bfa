import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { KnownRows, readPosition } from '../reading/known-rows.ts'
import type { Trx } from '../staging/import-kind.ts'

/** Row hashes of the last national file; rows changed since by other means are not included. */
export async function readKnownRows(client: pg.Client, trx: Trx): Promise<KnownRows> {
  const known = new KnownRows(await estimateProviders(trx))
  // In physical order: any other order would have to sort.
  const copy = client.query(
    copyTo('copy (select npi, row_hash from provider where row_hash is not null) to stdout (format binary)'),
  )
  let rest: Buffer = Buffer.alloc(0)
  let rowsFrom = COPY_HEADER
  copy.on('data', (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk
    if (rest.length < rowsFrom) return
    rest = rest.subarray(addKnownRows(known, rest, rowsFrom))
    rowsFrom = 0
  })
  await finished(copy)
  return known
}

/** Estimates as the planner does: current table size times the density of the last analyze. */
async function estimateProviders(trx: Trx): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select ceil(pg_relation_size(oid) / current_setting('block_size')::int
      * case when reltuples > 0 and relpages > 0 then reltuples / relpages else 50 end)::int as estimate
    from pg_class where oid = 'provider'::regclass`.execute(trx)
  return rows[0]?.estimate ?? 0
}

/** PostgreSQL's binary COPY: a header of this length, then per row the field count and each field with its length. */
const COPY_HEADER = 19
const COUNT = 2
const LENGTH = 4
const HASH = 8

/** Returns the start of the first incomplete row; the end marker looks like one too. */
function addKnownRows(known: KnownRows, bytes: Buffer, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = from
  while (at + COUNT + LENGTH <= bytes.length) {
    const npi = at + COUNT + LENGTH
    const hash = npi + view.getInt32(at + COUNT) + LENGTH
    if (hash + HASH > bytes.length) break
    const position = readPosition(view, npi)
    if (position >= 0) known.add(position, { high: view.getUint32(hash), low: view.getUint32(hash + 4) })
    at = hash + HASH
  }
  return at
}
