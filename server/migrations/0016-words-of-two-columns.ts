import { type Kysely, sql } from 'kysely'

/** Two columns hold one of a few words, as others do; now the database knows them too, and so do the table types. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_session add check (kind in ('provider', 'member', 'internal'));
    alter table registration add check (profile_role in ('SAA', 'AA', 'AU'));
  `.execute(db)
}
