import { type Kysely, sql } from 'kysely'

/** The providers of a first network are listed for members while its file is read, some of them at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LISTING).execute(db)
}

/** What is listed of a provider `p`. */
const LISTED = `p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name,
  coalesce(p.taxonomy_code, ''), coalesce(p.address, ''), coalesce(p.city, ''), lower(coalesce(p.city, '')),
  coalesce(p.state, ''), coalesce(p.postal_code, ''), coalesce(p.phone, '')`

const LISTING = `
  -- Whoever cannot be chosen is only told by name.
  create function list_providers(listing text, unlisted text, npis text[]) returns void language plpgsql as $$
    begin
      execute format($fill$
        with p as materialized (select * from provider where npi = any($1)),
          others as (insert into %I select npi, name from p where search_name = '')
        insert into %I select ${LISTED} from p where p.search_name <> '' $fill$, unlisted, listing)
        using npis;
    end $$;
  create or replace function fill_network_listing(listing text, network text, providers text) returns void
    language plpgsql as $$
    begin
      execute format($fill$
        insert into %I select ${LISTED} from %I n join %I p on p.npi = n.npi
          where n.left_at is null and p.search_name <> '' $fill$, listing, network, providers);
    end $$;`
