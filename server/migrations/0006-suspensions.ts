import { type Kysely, sql } from 'kysely'

/** Who suspended: what plan staff or the calendar took away is not an administrator's to give back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_grant add column suspended_as text check (suspended_as in ('ADMINISTRATOR', 'STAFF', 'SYSTEM'));
    alter table account add column suspended_as text check (suspended_as in ('STAFF', 'SYSTEM'));
    create index account_activity on account (coalesce(last_sign_in_at, activated_at, created_at)) where state = 'ACTIVE';
    create index access_request_remind on access_request (remind_at) where reminded_at is null and state like 'PENDING%';
  `.execute(db)
}
