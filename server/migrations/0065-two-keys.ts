import { type Kysely, sql } from 'kysely'

/** Which key each value rests on, so that one key can take the other's place while both are in use. Null: not noted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table secret_key
      -- The fingerprint of the key that is to follow, once the change has begun.
      add column rotating_to text,
      add column rotation_began_at timestamptz;

    alter table network_provider add column tin_key text, add column ssn_key text;
    alter table app_key add column sealed_by text;
    alter table recovery_code add column hashed_by text;
    alter table audit_seal add column signed_by text;

    -- What the seals of keys that are gone were signed with, encrypted under today's key together with the last of them.
    create table former_key (
      fingerprint text primary key,
      seal_key bytea not null,
      seals_through bigint not null,
      retired_at timestamptz not null
    );
  `.execute(db)
}
