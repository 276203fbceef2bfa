import { type Kysely, sql } from 'kysely'

/** A completed registration's answer is always the same: that it was submitted, and what, says all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table registration drop column result`.execute(db)
}
