import { type Kysely, sql } from 'kysely'

/** What offices tell the plan about their providers, and what the plan answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table roster_change (
      id bigint generated always as identity primary key,
      account_id bigint not null references account,
      npi text collate "C" not null,
      kind text not null check (kind in ('ADDRESS', 'PHONE', 'JOINED', 'LEFT', 'OTHER')),
      details text not null,
      reported_at timestamptz not null,
      answer text,
      answered_at timestamptz,
      answered_by bigint references account
    );
    create index roster_change_npi on roster_change (npi, id);
    create index roster_change_account on roster_change (account_id, id);
    create index roster_change_answered on roster_change (id) where answered_at is not null;
    create index roster_change_waiting on roster_change (id) where answered_at is null;

    -- A report that is sent twice, by a second click or after a time-out, is one report.
    create unique index roster_change_once on roster_change (account_id, npi, kind, md5(details))
      where answered_at is null;
  `.execute(db)
}
