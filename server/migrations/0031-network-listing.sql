-- The national file and the network: activation, unchanged rows, names for rosters, the names that members search.

alter table provider
  add column deactivated boolean not null default false,
  add column activation_change_date date,
  add column activation_change_reasons text,
  add column row_hash bigint;
comment on column provider.deactivated is 'As the national file says; its dates also announce future changes.';
comment on column provider.row_hash is
  'Hash of the row of the last national file: an import skips rows with the same hash. Any other update clears it.';

create function clear_row_hash() returns trigger language plpgsql as $$
  begin
    new.row_hash := null;
    return new;
  end $$;
comment on function clear_row_hash is 'directory: Clears provider.row_hash, so that the next import compares the row.';
create trigger provider_row_hash before update on provider for each row
  when (old.row_hash is not null and old.row_hash is not distinct from new.row_hash)
  execute function clear_row_hash();

alter table network_provider
  add column name text,
  add column search_name text;
comment on column network_provider.name is
  'Copied from provider at the end of an import, so that a roster is read from one index; null for an NPI that is not in the national file.';

-- Imports pass the name of a table that is not in use yet: a large one prepares everything before it swaps the tables.
create function refresh_network_names(providers text default 'provider') returns void language plpgsql as $$
  begin
    execute format($find$
      with p as materialized (
        select npi, name, search_name from %I where npi = any(array(select npi from network_provider)))
      update network_provider n set name = p.name, search_name = p.search_name
      from p where p.npi = n.npi
        and (n.name is distinct from p.name or n.search_name is distinct from p.search_name) $find$, providers);
  end $$;
comment on function refresh_network_names is 'directory: Copies names from the national file to network_provider.';
create function name_of_network_provider() returns trigger language plpgsql as $$
  begin
    select p.name, p.search_name into new.name, new.search_name from provider p where p.npi = new.npi;
    return new;
  end $$;
comment on function name_of_network_provider is 'directory: Sets the name of a new network provider that comes without one.';
create trigger name_of_network_provider before insert on network_provider
  for each row when (new.name is null) execute function name_of_network_provider();
select refresh_network_names();
create index network_provider_roster on network_provider (cohort_id, name, npi) include (search_name)
  where cohort_id is not null and name is not null;
-- No statement reads these, and every import of a network would build them.
drop index network_provider_org;
drop index network_provider_region;

-- Members search places and specialties in the provider directory, and only names here. The other columns are no longer
-- filled; they stay for processes of the previous release, and the release after this one drops them.
drop index network_listing_city;
drop index network_listing_specialty;
alter table network_listing
  alter column taxonomy_code set default '', alter column address set default '', alter column city set default '',
  alter column city_key set default '', alter column state set default '', alter column postal_code set default '',
  alter column phone set default '';

-- The keys are passed as one array, so that the planner uses the index however many there are.
create function fill_network_listing(listing text, network text, providers text) returns void language plpgsql as $$
  begin
    execute format($fill$
      insert into %I (npi, name, sort_name, search_name)
        select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name
        from %I p
        where p.npi = any(array(select npi from %I where left_at is null)) and p.search_name <> '' $fill$,
      listing, providers, network);
  end $$;
comment on function fill_network_listing is 'directory: Fills an empty listing for all providers of a network.';
create function list_by_key(listing text, npis text[]) returns void language plpgsql as $$
  begin
    execute format($fill$
      insert into %I (npi, name, sort_name, search_name)
        select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name
        from provider p where p.npi = any($1) and p.search_name <> '' $fill$, listing)
      using npis;
  end $$;
comment on function list_by_key is 'directory: Adds these NPIs to a listing; deactivated providers are left out.';

drop function refresh_network_listing();
create function refresh_network_listing(providers text default 'provider') returns void language plpgsql as $$
  begin
    create temporary table listing_now (like network_listing including defaults) on commit drop;
    perform fill_network_listing('listing_now', 'network_provider', providers);
    create unique index on listing_now (npi);
    analyze listing_now (npi);
    delete from network_listing l where not exists (select from listing_now f where f.npi = l.npi);
    insert into network_listing
      select f.* from listing_now f left join network_listing l on l.npi = f.npi
      where row(l.name, l.sort_name, l.search_name) is distinct from row(f.name, f.sort_name, f.search_name)
      on conflict (npi) do update set
        name = excluded.name, sort_name = excluded.sort_name, search_name = excluded.search_name;
    drop table listing_now;
  end $$;
comment on function refresh_network_listing is 'directory: Updates network_listing after an import of the national file.';
create function refresh_listed(changed text[]) returns void language plpgsql as $$
  begin
    create temporary table listing_now (like network_listing including defaults) on commit drop;
    perform list_by_key('listing_now',
      array(select npi from network_provider where npi = any(changed) and left_at is null));
    create unique index on listing_now (npi);
    analyze listing_now (npi);
    delete from network_listing l
      where l.npi = any(changed) and not exists (select from listing_now f where f.npi = l.npi);
    insert into network_listing
      select f.* from listing_now f left join network_listing l on l.npi = f.npi
      where row(l.name, l.sort_name, l.search_name) is distinct from row(f.name, f.sort_name, f.search_name)
      on conflict (npi) do update set
        name = excluded.name, sort_name = excluded.sort_name, search_name = excluded.search_name;
    drop table listing_now;
  end $$;
comment on function refresh_listed is 'directory: Updates network_listing for these NPIs after an import of the network.';
