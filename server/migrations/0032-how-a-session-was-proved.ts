import { type Kysely, sql } from 'kysely'

/** How and when a session was proved, and whether a second factor is still due before it opens anything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_session
      add column proved_by text not null default 'PASSWORD'
        check (proved_by in ('PASSWORD', 'PASSKEY', 'APP', 'EMAIL', 'RECOVERY')),
      -- Null: when it began.
      add column proved_at timestamptz,
      -- When a call last rested on the proof, and so renewed it.
      add column proof_used_at timestamptz,
      add column factor_due text check (factor_due in ('PROVE', 'SET_UP'));
  `.execute(db)
}
