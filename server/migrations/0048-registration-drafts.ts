import { type Kysely, sql } from 'kysely'

/** What was typed in a registration that is under way, so that it can be gone on with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registration
      -- The screens shown, what was typed and chosen; no number that proves, no password, no answer.
      add column draft jsonb,
      -- Somebody came back to it: what step1 and the quiz proved counts again once the number was right again.
      add column number_due boolean not null default false;
  `.execute(db)
}
