-- The national file and the network: activation, unchanged rows, names. Benefits of members, outcomes of claims.

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
comment on function clear_row_hash is 'plan-data: Clears provider.row_hash, so that the next import compares the row.';
create trigger provider_row_hash before update on provider for each row
  when (old.row_hash is not null and old.row_hash is not distinct from new.row_hash)
  execute function clear_row_hash();

alter table network_provider
  add column cohort_id int,
  add column name text,
  add column search_name text,
  add column deactivated boolean not null default false;
comment on column network_provider.cohort_id is
  'Null for providers who left the network and for those without a group or an organization.';
comment on column network_provider.name is
  'Copied from provider at the end of an import, so that a roster is read from one index; null for an NPI that is not in the national file.';
comment on column network_provider.deactivated is
  'The national file says so. Groups and organizations then no longer reach the provider.';

create function is_deactivated(stated boolean, deactivated_on date, reactivated_on date) returns boolean
language sql immutable as $$
  select stated or (deactivated_on is not null and (reactivated_on is null or reactivated_on < deactivated_on))
$$;
comment on function is_deactivated is
  'plan-data: True if an NPI is deactivated: as the national file states (version 3), or by its dates.';
create function refresh_deactivated(providers text, among text[] default null) returns text[]
language plpgsql as $$
  declare changed text[];
  begin
    execute format($refresh$
      with changed as (
        update network_provider n set deactivated = not n.deactivated
        from (
          select m.npi from network_provider m left join %I p on p.npi = m.npi
          where ($1 is null or m.npi = any($1))
            and m.deactivated <> coalesce(is_deactivated(p.deactivated, p.deactivation_date, p.reactivation_date), false)
        ) differs
        where n.npi = differs.npi returning n.npi)
      select coalesce(array_agg(npi order by npi), '{}') from changed $refresh$, providers) into changed using among;
    return changed;
  end $$;
comment on function refresh_deactivated is
  'plan-data: Updates network_provider.deactivated from the directory, for all or these NPIs. Returns those that changed.';

create function covering_entities(of_npi text) returns setof text language sql stable as $$
  select 'NPI:' || of_npi
  union all select 'PO:' || n.org_id from network_provider n where n.npi = of_npi and n.org_id is not null
  union all select 'GROUP:' || m.group_id from group_member m where m.npi = of_npi
  union all select 'PO:' || g.org_id from group_member m join provider_group g using (group_id)
    where m.npi = of_npi and g.org_id is not null
$$;
comment on function covering_entities is
  'plan-data: Entities whose access covers an NPI: the NPI, its organization, its groups and their organizations. May repeat one.';

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
comment on function refresh_network_names is 'plan-data: Copies names from the national file to network_provider.';
create function name_of_network_provider() returns trigger language plpgsql as $$
  begin
    select p.name, p.search_name into new.name, new.search_name from provider p where p.npi = new.npi;
    return new;
  end $$;
comment on function name_of_network_provider is 'plan-data: Sets the name of a new network provider that comes without one.';
create trigger name_of_network_provider before insert on network_provider
  for each row when (new.name is null) execute function name_of_network_provider();
select refresh_network_names();
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
comment on function fill_network_listing is 'plan-data: Fills an empty listing for all providers of a network.';
create function list_by_key(listing text, npis text[]) returns void language plpgsql as $$
  begin
    execute format($fill$
      insert into %I (npi, name, sort_name, search_name)
        select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name
        from provider p where p.npi = any($1) and p.search_name <> '' $fill$, listing)
      using npis;
  end $$;
comment on function list_by_key is 'plan-data: Adds these NPIs to a listing; deactivated providers are left out.';

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
comment on function refresh_network_listing is 'plan-data: Updates network_listing after an import of the national file.';
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
comment on function refresh_listed is 'plan-data: Updates network_listing for these NPIs after an import of the network.';

create table last_import (
  kind text primary key,
  file text not null,
  row_count int not null,
  changed_count int not null,
  rejected_count int not null,
  imported_at timestamptz not null
);
comment on table last_import is 'plan-data: The last completed import of each kind of file.';
comment on column last_import.changed_count is 'Rows that were new or different.';

-- Imports of earlier releases are in the audit trail only.
insert into last_import (kind, file, row_count, changed_count, rejected_count, imported_at)
select distinct on (kind) kind, '', rows, changed, rejected, at
from (
  select details ->> 'kind' as kind, coalesce((details ->> 'rows')::integer, 0) as rows,
    coalesce((details ->> 'inserted')::integer, 0) + coalesce((details ->> 'updated')::integer, 0) as changed,
    coalesce((details ->> 'rejected')::integer, 0) as rejected, at
  from audit_event
  where split_part(action, '.', 1) = 'command' and action = 'command.imported' and details ->> 'kind' is not null) imported
order by kind, at desc
on conflict (kind) do nothing;

alter table member
  add column pcp_npi text collate "C",
  add column copay_office numeric(12, 2),
  add column deductible numeric(12, 2),
  add column deductible_met numeric(12, 2);
comment on column member.pcp_npi is 'Primary care provider.';
-- Member IDs are copied by hand: any case is accepted.
create index member_id_upper on member (upper(member_id));

alter table member_registration add column code_salt bytea;
comment on column member_registration.code_salt is
  'Salt of code_hash. A later registration that accepts the same code shares it.';

alter table claim
  add column denial_reason text,
  add column member_owes numeric(12, 2),
  add column changed_at timestamptz;
comment on column claim.changed_at is 'When a file last changed something about this claim; null for those of the first file.';

comment on table provider is 'plan-data: Providers of the national file (NPPES).';
comment on column provider.search_name is 'Words of the name as a user would type them; empty for deactivated providers.';
comment on table provider_word is 'plan-data: The typeahead: one row for each word of provider.search_name.';
comment on table organization is 'plan-data: Provider organizations (PO).';
comment on table provider_group is 'plan-data: Groups of providers: provider groups, IPAs and small groups.';
comment on table network_provider is 'plan-data: Providers in the network of the plan.';
comment on column network_provider.tin_hash is 'A keyed hash; the number itself is never stored.';
comment on column network_provider.ssn_hash is 'A keyed hash; the number itself is never stored.';
comment on table group_member is 'plan-data: Which provider is in which group.';
comment on table network_listing is
  'plan-data: Names of the network as members search them. Filled from provider and network_provider at the end of an import.';
comment on table claim is 'plan-data: Claims, from the files of the plan.';
comment on table sco_case is 'plan-data: Cases of Senior Care Options, from the files of the plan.';
comment on table sco_invoice is 'plan-data: Invoices of Senior Care Options, from the files of the plan.';
comment on table member_registration is
  'members: Registrations of members. One without a member matched nobody: it continues the same way, and no code is right for it, so that a stranger learns nothing.';
comment on table member is 'plan-data: Members of the plan.';
