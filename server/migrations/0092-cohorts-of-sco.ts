import { type Kysely, sql } from 'kysely'

/** Cases and invoices of SCO carry the cohort of their provider, as claims do, and are read by it newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, newest, number } of [
    { table: 'sco_case', newest: 'opened', number: 'case_id' },
    { table: 'sco_invoice', newest: 'period', number: 'invoice_number' },
  ])
    await sql
      .raw(`
    alter table ${table} add column cohort_id int;
    update ${table} r set cohort_id = n.cohort_id from network_provider n
      where n.npi = r.npi and n.cohort_id is not null;
    create index ${table}_cohort on ${table} (cohort_id, ${newest} desc, ${number} desc) where cohort_id is not null;
    create trigger lock_cohorts before insert or update or delete on ${table}
      for each statement execute function lock_cohorts();
    create trigger cohort_of_record before insert or update of npi on ${table}
      for each row execute function cohort_of_claim();`)
      .execute(db)
  await sql`
    create function sco_follows_cohorts() returns trigger language plpgsql as $$
      begin
        if not exists (select from new_rows n join old_rows o using (npi) where n.cohort_id is distinct from o.cohort_id)
          then return null; end if;
        update sco_case r set cohort_id = n.cohort_id from new_rows n join old_rows o using (npi)
          where n.cohort_id is distinct from o.cohort_id and r.npi = n.npi;
        update sco_invoice r set cohort_id = n.cohort_id from new_rows n join old_rows o using (npi)
          where n.cohort_id is distinct from o.cohort_id and r.npi = n.npi;
        return null;
      end $$;
    create trigger sco_follows_cohorts after update on network_provider
      referencing old table as old_rows new table as new_rows for each statement execute function sco_follows_cohorts();
  `.execute(db)
}
