import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Counts one act under `key` and tells whether it is still within `limit` for the current window. One atomic
 * statement, so that parallel acts cannot slip past each other. Windows are fixed: they start at whole multiples.
 */
export async function hit(
  db: Kysely<Database>,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
): Promise<boolean> {
  const width = windowSeconds * 1000
  const windowStart = new Date(Math.floor(now.getTime() / width) * width)
  const { rows } = await sql<{ hits: number }>`
    insert into flood_counter (key, window_start, hits) values (${key}, ${windowStart}, 1)
    on conflict (key, window_start) do update set hits = flood_counter.hits + 1
    returning hits`.execute(db)
  return (rows[0]?.hits ?? Number.POSITIVE_INFINITY) <= limit
}

/** Counters older than every window in use are of no interest; the sweep removes them. */
export async function deleteOldCounters(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('flood_counter').where('window_start', '<', before).execute()
}
