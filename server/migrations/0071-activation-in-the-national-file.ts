import { type Kysely, sql } from 'kysely'

/** What the third version of the national file says beside its dates: who is deactivated, and who will be or be no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider
      add column deactivated boolean not null default false,
      add column activation_change_date date,
      add column activation_change_reasons text;
  `.execute(db)
}
