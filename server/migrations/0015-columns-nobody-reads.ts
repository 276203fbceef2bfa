import { type Kysely, sql } from 'kysely'

/**
 * A completed registration's answer is always the same: that it was submitted, and what, says all. That no quiz could
 * be made is no proof of anything: the contract path asks for its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table registration drop column result, drop column quiz_unavailable_at`.execute(db)
}
