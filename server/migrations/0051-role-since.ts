import { type Kysely, sql } from 'kysely'

/** Since when a grant has its role, where that is another than it began with. What was before is on record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_grant add column role_since timestamptz;
    update access_grant g set role_since = changed.at
    from (
      select subject_account_id, details ->> 'entity' as entity, max(at) as at from audit_event
      where action in ('grant.handed-over', 'grant.saa-replaced') group by 1, 2
    ) changed
    where changed.subject_account_id = g.account_id and changed.entity = g.entity
      and g.state in ('ACTIVE', 'SUSPENDED') and g.activated_at < changed.at;
  `.execute(db)
}
