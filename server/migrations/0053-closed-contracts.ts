import { type Kysely, sql } from 'kysely'

/**
 * A signed contract whose request was decided otherwise (a rival was validated, it was rejected or cancelled) is closed
 * with it: it no longer waits for a look. What was left waiting by earlier releases is closed now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signed_contract drop constraint signed_contract_state_check;
    alter table signed_contract add constraint signed_contract_state_check
      check (state in ('RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED', 'CLOSED'));
    update signed_contract c set state = 'CLOSED', decided_at = coalesce(r.decided_at, r.created_at)
      from access_request r
      where r.id = c.request_id and c.state = 'RECEIVED' and r.state not like 'PENDING%' and r.state <> 'ACTIVE';
  `.execute(db)
}
