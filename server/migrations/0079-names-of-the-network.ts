import { type Kysely, sql } from 'kysely'

/**
 * Rosters are read in the order of names and searched by their words: the network's providers carry both, so that an
 * office of any size reads an index of its own cohorts and not the national file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- As the national file has them; null for who is not in it. Kept in step at the end of an import of either.
    alter table network_provider add column name text, add column search_name text;
    create function refresh_network_names() returns void language sql as $$
      update network_provider n set name = p.name, search_name = p.search_name
      from provider p where p.npi = n.npi
        and (n.name is distinct from p.name or n.search_name is distinct from p.search_name);
    $$;
    create function name_of_network_provider() returns trigger language plpgsql as $$
      begin
        select p.name, p.search_name into new.name, new.search_name from provider p where p.npi = new.npi;
        return new;
      end $$;
    create trigger name_of_network_provider before insert on network_provider
      for each row execute function name_of_network_provider();
    select refresh_network_names();
    create index network_provider_roster on network_provider (cohort_id, name, npi) include (search_name)
      where cohort_id is not null and name is not null;
  `.execute(db)
}
