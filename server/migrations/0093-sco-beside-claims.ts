import { type Kysely, sql } from 'kysely'

/**
 * An import of cases or invoices waits for the network's cohorts to be settled, and they for it; imports of claims,
 * which lock the cohorts from their beginning, are no business of either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function lock_sco() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(7262, 79);
        return null;
      end $$;
    drop trigger lock_cohorts on sco_case;
    drop trigger lock_cohorts on sco_invoice;
    create trigger lock_sco before insert or update or delete on sco_case
      for each statement execute function lock_sco();
    create trigger lock_sco before insert or update or delete on sco_invoice
      for each statement execute function lock_sco();

    create or replace function sco_follows_cohorts() returns trigger language plpgsql as $$
      begin
        if not exists (select from new_rows n join old_rows o using (npi) where n.cohort_id is distinct from o.cohort_id)
          then return null; end if;
        perform pg_advisory_xact_lock(7262, 79);
        update sco_case r set cohort_id = n.cohort_id from new_rows n join old_rows o using (npi)
          where n.cohort_id is distinct from o.cohort_id and r.npi = n.npi;
        update sco_invoice r set cohort_id = n.cohort_id from new_rows n join old_rows o using (npi)
          where n.cohort_id is distinct from o.cohort_id and r.npi = n.npi;
        return null;
      end $$;
  `.execute(db)
}
