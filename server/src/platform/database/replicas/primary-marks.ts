import type pg from 'pg'
import type { Mark } from './freshness.ts'

/** Identifies the cluster and the database: equal on a primary and its standbys, and nowhere else. */
export const IDENTITY = `(select system_identifier from pg_control_system())::text || ' ' ||
  (select oid from pg_database where datname = current_database())::text`

/** The flushed position, not the inserted one: only flushed WAL is sent to standbys and acknowledged. */
const LOOK = `
  select ${IDENTITY} as identity, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as bytes,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

export type PrimaryMarks = {
  /** Marks within the allowed staleness, the newest last. */
  marks: Mark[]
  identity: string | undefined
  /** Adds a mark unless the primary does not answer. */
  look(): Promise<void>
}

export function createPrimaryMarks(pool: pg.Pool, freshMs: number): PrimaryMarks {
  const kept: PrimaryMarks = { marks: [], identity: undefined, look }

  async function look(): Promise<void> {
    // Taken before the query: a commit during the query may or may not be before the position.
    const at = performance.now()
    const asked = pool.query<{ identity: string; bytes: string; timeline: number }>(LOOK)
    const row = await asked.then(
      ({ rows }) => rows[0],
      () => undefined,
    )
    kept.marks = kept.marks.filter((mark) => mark.at >= at - freshMs)
    if (!row) return
    kept.identity = row.identity
    kept.marks.push({ at, timeline: row.timeline, bytes: BigInt(row.bytes) })
  }
  return kept
}
