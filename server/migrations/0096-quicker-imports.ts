import { type Kysely, sql } from 'kysely'

/**
 * An import writes cohorts of claims and names of the network's providers itself, for all its rows at once. What comes
 * without them gets them row by row, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger cohort_of_claim on claim;
    create trigger cohort_of_claim before insert on claim
      for each row when (new.cohort_id is null) execute function cohort_of_claim();
    create trigger cohort_of_moved_claim before update of npi on claim
      for each row when (new.npi is distinct from old.npi) execute function cohort_of_claim();
    drop trigger name_of_network_provider on network_provider;
    create trigger name_of_network_provider before insert on network_provider
      for each row when (new.name is null) execute function name_of_network_provider();
  `.execute(db)
}
