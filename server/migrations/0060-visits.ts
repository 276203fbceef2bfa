import { type Kysely, sql } from 'kysely'

/** When somebody signed in the time before, and when a file last said something new of a claim: what changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column previous_sign_in_at timestamptz;
    alter table claim add column told_at timestamptz;
  `.execute(db)
}
