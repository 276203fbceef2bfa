import { type Kysely, sql } from 'kysely'

/**
 * What a member of the plan's staff may do. Whoever is there already keeps all of it; an account that a release before
 * this one adds has no role and may do nothing until an administrator gives it one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column staff_role text
      check (staff_role in ('ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR'));
    -- The administrator an invitation to the plan's staff rests on; none where it came from the command line.
    alter table account add column invited_by bigint references account on delete set null;
    update account set staff_role = 'ADMINISTRATOR' where kind = 'internal';
  `.execute(db)
}
