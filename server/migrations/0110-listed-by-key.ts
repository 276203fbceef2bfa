import { type Kysely, sql } from 'kysely'

/**
 * The network is a small part of the national directory, and a file changes a small part of the network: only those are
 * looked up, by their keys, where the directory was read from end to end and every listed row tried again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LISTING).execute(db)
  // No statement reads them, and every import of a network builds them.
  await sql`
    drop index network_provider_org;
    drop index network_provider_region;
  `.execute(db)
}

/** What is listed of a provider `p`. */
const LISTED = `p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name,
  coalesce(p.taxonomy_code, ''), coalesce(p.address, ''), coalesce(p.city, ''), lower(coalesce(p.city, '')),
  coalesce(p.state, ''), coalesce(p.postal_code, ''), coalesce(p.phone, '')`

/** Those in listing_now; whoever is listed as they are is not tried again. */
const TAKE = `insert into network_listing
          select f.* from listing_now f left join network_listing l on l.npi = f.npi
          where row(l.*) is distinct from row(f.*)
          on conflict (npi) do update set
            name = excluded.name, sort_name = excluded.sort_name, search_name = excluded.search_name,
            taxonomy_code = excluded.taxonomy_code, address = excluded.address, city = excluded.city,
            city_key = excluded.city_key, state = excluded.state, postal_code = excluded.postal_code,
            phone = excluded.phone`

const LISTING = `
  -- Of these, whoever can be chosen.
  create function list_by_key(listing text, npis text[]) returns void language plpgsql as $$
    begin
      execute format($fill$
        insert into %I select ${LISTED} from provider p where p.npi = any($1) and p.search_name <> '' $fill$, listing)
        using npis;
    end $$;
  -- The keys as one array that is not known before: the index of them is walked, however many they are.
  create or replace function fill_network_listing(listing text, network text, providers text) returns void
    language plpgsql as $$
    begin
      execute format($fill$
        insert into %I select ${LISTED} from %I p
          where p.npi = any(array(select npi from %I where left_at is null)) and p.search_name <> '' $fill$,
        listing, providers, network);
    end $$;
  create or replace function refresh_network_listing(providers text default 'provider') returns void
    language plpgsql as $$
    begin
      create temporary table listing_now (like network_listing) on commit drop;
      perform fill_network_listing('listing_now', 'network_provider', providers);
      create unique index on listing_now (npi);
      analyze listing_now (npi);
      delete from network_listing l where not exists (select from listing_now f where f.npi = l.npi);
      ${TAKE};
      drop table listing_now;
    end $$;
  create or replace function refresh_network_names(providers text default 'provider') returns void
    language plpgsql as $$
    begin
      execute format($find$
        with p as materialized (
          select npi, name, search_name from %I where npi = any(array(select npi from network_provider)))
        update network_provider n set name = p.name, search_name = p.search_name
        from p where p.npi = n.npi
          and (n.name is distinct from p.name or n.search_name is distinct from p.search_name) $find$, providers);
    end $$;
  -- After a file of the network alone: it says who is listed, and nothing of what is listed of them.
  create function refresh_listed(changed text[]) returns void language plpgsql as $$
    begin
      create temporary table listing_now (like network_listing) on commit drop;
      perform list_by_key('listing_now',
        array(select npi from network_provider where npi = any(changed) and left_at is null));
      create unique index on listing_now (npi);
      analyze listing_now (npi);
      delete from network_listing l
        where l.npi = any(changed) and not exists (select from listing_now f where f.npi = l.npi);
      ${TAKE};
      drop table listing_now;
    end $$;`
