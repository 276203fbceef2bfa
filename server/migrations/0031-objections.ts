import { type Kysely, sql } from 'kysely'

/** An SAA who is about to be replaced may object: that goes to plan staff and puts nothing on hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registration_hold
      add column kind text not null default 'HOLD' check (kind in ('HOLD', 'OBJECTION')),
      add column account_id bigint references account (id) on delete cascade,
      add column request_id bigint references access_request (id) on delete cascade;
  `.execute(db)
}
