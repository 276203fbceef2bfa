import { type Kysely, sql } from 'kysely'

/** What must stay for a court or an auditor, and when an account was emptied of its person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_hold (
      id bigint generated always as identity primary key,
      -- One of the three: an account, an NPI with all that was asked for it, or one request.
      account_id bigint references account,
      npi text collate "C",
      reference text,
      reason text not null,
      set_at timestamptz not null,
      set_by text not null,
      released_at timestamptz,
      released_by text,
      check (num_nonnulls(account_id, npi, reference) = 1)
    );
    alter table account add column erased_at timestamptz;
  `.execute(db)
}
