import { type Kysely, sql } from 'kysely'

/**
 * Reports about providers carry the cohort of their provider, as claims do: those that were answered since somebody's
 * last visit are read from a few ranges of an index, however many providers an office has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table roster_change add column cohort_id int;
    create function cohort_of_report() returns trigger language plpgsql as $$
      begin
        new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
        return new;
      end $$;
    -- Who reports waits for no import: what is written while the network changes is put right by the sweep.
    create trigger cohort_of_report before insert or update of npi on roster_change
      for each row execute function cohort_of_report();
    update roster_change r set cohort_id = n.cohort_id from network_provider n
      where n.npi = r.npi and n.cohort_id is not null;
    create index roster_change_cohort on roster_change (cohort_id, answered_at desc, id)
      where answered_at is not null and cohort_id is not null;
  `.execute(db)
  await sql.raw(COHORTS).execute(db)
}

const COHORTS = `
  create or replace function set_cohorts(changed text[]) returns void language plpgsql as $$
    begin
      -- Claims and SCO's records written at the same time would keep the cohort they found.
      perform pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79);
      create temporary table if not exists cohort_now (npi text collate "C" primary key, signature text collate "C",
        org_id text collate "C", groups text[] collate "C") on commit drop;
      truncate cohort_now;
      insert into cohort_now
        select n.npi, case when n.left_at is null and (n.org_id is not null or m.groups <> '{}')
            then md5(coalesce(n.org_id, '') || E'\\x1f' || array_to_string(m.groups, E'\\x1f')) end, n.org_id, m.groups
        from network_provider n cross join lateral (
          select array(select group_id from group_member where group_member.npi = n.npi order by group_id) as groups offset 0) m
        where n.npi = any(changed);
      analyze cohort_now;
      insert into cohort (signature, org_id, groups)
        select distinct on (signature) signature, org_id, groups from cohort_now s
        where signature is not null and not exists (select from cohort c where c.signature = s.signature)
        order by signature
        on conflict do nothing;
      update network_provider n set cohort_id = c.id
        from cohort_now s left join cohort c on c.signature = s.signature
        where n.npi = s.npi and n.cohort_id is distinct from c.id;
      update claim r set cohort_id = n.cohort_id
        from cohort_now s join network_provider n on n.npi = s.npi
        where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
      update sco_case r set cohort_id = n.cohort_id
        from cohort_now s join network_provider n on n.npi = s.npi
        where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
      update sco_invoice r set cohort_id = n.cohort_id
        from cohort_now s join network_provider n on n.npi = s.npi
        where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
      update roster_change r set cohort_id = n.cohort_id
        from cohort_now s join network_provider n on n.npi = s.npi
        where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    end $$;`
