import { type Kysely, sql } from 'kysely'

/**
 * 'This was not me': the links of notices to the address the plan holds, the holds that came of them, and the failures
 * that wait to be told, at most once a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registration_hold (
      id bigint generated always as identity primary key,
      npi text collate "C" not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- Set by the button of the page: registration for the NPI is on hold from then on.
      held_at timestamptz,
      lifted_at timestamptz
    );
    create index registration_hold_npi on registration_hold (npi) where held_at is not null and lifted_at is null;
    create table provider_notice (
      npi text collate "C" primary key,
      waiting int not null,
      told_at timestamptz
    );
  `.execute(db)
}
