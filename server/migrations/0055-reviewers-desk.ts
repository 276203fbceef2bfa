import { type Kysely, sql } from 'kysely'

/** What plan staff keep for themselves about a request: who looks after it, and notes the office never sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_request add column assigned_to bigint references account on delete set null;
    create index access_request_assigned on access_request (assigned_to) where assigned_to is not null;

    create table staff_note (
      id bigint generated always as identity primary key,
      request_id bigint not null references access_request on delete cascade,
      written_by bigint references account on delete set null,
      written_at timestamptz not null,
      note text not null
    );
    create index staff_note_request on staff_note (request_id);

    -- What was decided, the newest first.
    create index signed_contract_decided on signed_contract (decided_at desc) where decided_at is not null;
  `.execute(db)
}
