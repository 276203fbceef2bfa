import { type Kysely, sql } from 'kysely'

/**
 * What members search and how the network's providers are called can be taken from a table that is not the directory's
 * yet: a large import does so before it exchanges the two, so that nobody waits for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function refresh_network_listing();
    drop function refresh_network_names();
    create function refresh_network_listing(providers text default 'provider') returns void language plpgsql as $$
      begin
        execute format($find$
          create temporary table listing_now on commit drop as
            select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)) as sort_name,
              p.search_name, coalesce(p.taxonomy_code, '') as taxonomy_code, coalesce(p.address, '') as address,
              coalesce(p.city, '') as city, lower(coalesce(p.city, '')) as city_key, coalesce(p.state, '') as state,
              coalesce(p.postal_code, '') as postal_code, coalesce(p.phone, '') as phone
            from network_provider n join %I p on p.npi = n.npi
            where n.left_at is null and p.search_name <> '' $find$, providers);
        create unique index on listing_now (npi);
        delete from network_listing l where not exists (select from listing_now f where f.npi = l.npi);
        insert into network_listing as l select * from listing_now
          on conflict (npi) do update set
            name = excluded.name, sort_name = excluded.sort_name, search_name = excluded.search_name,
            taxonomy_code = excluded.taxonomy_code, address = excluded.address, city = excluded.city,
            city_key = excluded.city_key, state = excluded.state, postal_code = excluded.postal_code,
            phone = excluded.phone
          where l.* is distinct from excluded.*;
        drop table listing_now;
      end $$;
    create function refresh_network_names(providers text default 'provider') returns void language plpgsql as $$
      begin
        execute format($find$
          update network_provider n set name = p.name, search_name = p.search_name
          from %I p where p.npi = n.npi
            and (n.name is distinct from p.name or n.search_name is distinct from p.search_name) $find$, providers);
      end $$;
  `.execute(db)
}
