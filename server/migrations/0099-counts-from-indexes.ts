import { type Kysely, sql } from 'kysely'

/**
 * Which roles somebody holds is asked for each person of a page: role by role it is one look into an index, however much
 * access the person has. And people of one kind are counted by their state without a look at each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index access_grant_holder on access_grant (account_id, state, role);
    drop index access_grant_account;
    create index account_kind_and_state on account (kind, lower(last_name), lower(first_name), id) include (state);
    drop index account_kind_name;
  `.execute(db)
}
