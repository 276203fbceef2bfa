import { type Kysely, sql } from 'kysely'

/** By which key the hashes of this database were made: a start with another would change them row by row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_key (
      only_one boolean primary key default true check (only_one),
      fingerprint text not null,
      since timestamptz not null
    );
  `.execute(db)
}
