import { type Kysely, sql } from 'kysely'

/**
 * What a plan's files may say of benefits and of a claim's outcome. IDs are copied by hand in any case, so members are
 * found whatever the case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member
      add column pcp_npi text collate "C",
      add column copay_office numeric(12, 2),
      add column deductible numeric(12, 2),
      add column deductible_met numeric(12, 2);
    create index member_id_upper on member (upper(member_id));
    alter table claim
      add column denial_reason text,
      add column member_owes numeric(12, 2);
  `.execute(db)
}
