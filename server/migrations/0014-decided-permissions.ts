import { type Kysely, sql } from 'kysely'

/** What a decision gave of what was asked for, so that the same decision sent again is known from another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_request add column decided_permissions text[]`.execute(db)
}
