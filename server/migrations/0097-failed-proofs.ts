import { type Kysely, sql } from 'kysely'

/**
 * A code that was guessed at outlives its registration: leaving it is no way around the failure it becomes with the next
 * code. And the brand of the last failure, in which the provider is told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_code drop constraint identity_code_registration_id_fkey;
    create index identity_code_open on identity_code (npi) where status = 'PENDING';
    -- Null where what waits failed before this was kept.
    alter table provider_notice add column brand text;
  `.execute(db)
}
