import { type Kysely, sql } from 'kysely'

/** What plan staff look at: the pages of a signed contract drawn anew, without what could act. Made when first needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signed_contract add column safe_copy bytea`.execute(db)
}
