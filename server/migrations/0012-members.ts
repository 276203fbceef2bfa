import { type Kysely, sql } from 'kysely'

/** Members who register, and the network's providers as members look for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One try to register. A row without a member is one whose details fit nobody: it goes the same way to the end,
    -- so that a stranger learns nothing, and no code is ever right for it.
    create table member_registration (
      id_hash bytea primary key,
      brand text not null,
      member_id text references member,
      code_hash bytea not null,
      wrong_codes int not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      account_id bigint references account
    );
    create index member_registration_created on member_registration (created_at);

    -- What a member searches: the providers in the network alone, a small part of the national file. Filled from
    -- provider and network_provider by refresh_network_listing at the end of an import of either.
    create table network_listing (
      npi text collate "C" primary key,
      name text not null,
      sort_name text collate "C" not null,
      search_name text not null,
      taxonomy_code text collate "C" not null,
      address text not null,
      city text not null,
      city_key text collate "C" not null,
      state text not null,
      postal_code text not null,
      phone text not null
    );
    create index network_listing_name on network_listing (sort_name, npi);
    create index network_listing_city on network_listing (city_key, state, sort_name, npi);
    create index network_listing_specialty on network_listing (taxonomy_code, city_key, state);
    create index network_listing_words on network_listing
      using gin (array_to_tsvector(string_to_array(search_name, ' ')));

    create function refresh_network_listing() returns void language plpgsql as $$
      begin
        create temporary table listing_now on commit drop as
          select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)) as sort_name,
            p.search_name, coalesce(p.taxonomy_code, '') as taxonomy_code, coalesce(p.address, '') as address,
            coalesce(p.city, '') as city, lower(coalesce(p.city, '')) as city_key, coalesce(p.state, '') as state,
            coalesce(p.postal_code, '') as postal_code, coalesce(p.phone, '') as phone
          from network_provider n join provider p on p.npi = n.npi
          where n.left_at is null and p.search_name <> '';
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
    select refresh_network_listing();
  `.execute(db)
}
