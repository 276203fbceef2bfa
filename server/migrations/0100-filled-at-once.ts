import { type Kysely, sql } from 'kysely'

/**
 * Where a plan has nothing yet, an import fills tables beside those in use and exchanges them. What the claims of such a
 * table add up to, and what members search of such a network, is found for all rows at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- For claims that are the only ones: what is left of those before them adds up to nothing.
    create function sum_up_claims(source text) returns void language plpgsql as $$
      begin
        delete from claim_sum_npi;
        delete from claim_month;
        delete from claim_sum_cohort;
        execute format($sum$
          insert into claim_sum_npi
            select npi, status, count(*), sum(billed_amount), sum(coalesce(paid_amount, 0)) from %1$I
            group by npi, status order by npi, status;
          insert into claim_month
            select cohort_id, status, date_trunc('month', service_date)::date as month, count(*), sum(billed_amount),
              sum(coalesce(paid_amount, 0))
            from %1$I where cohort_id is not null group by cohort_id, status, month order by cohort_id, status, month
          $sum$, source);
        insert into claim_sum_cohort
          select cohort_id, status, sum(claims), sum(billed), sum(paid) from claim_month group by 1, 2 order by 1, 2;
      end $$;

    create function fill_network_listing(listing text, network text, providers text) returns void
      language plpgsql as $$
      begin
        execute format($fill$
          insert into %I
            select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name,
              coalesce(p.taxonomy_code, ''), coalesce(p.address, ''), coalesce(p.city, ''),
              lower(coalesce(p.city, '')), coalesce(p.state, ''), coalesce(p.postal_code, ''), coalesce(p.phone, '')
            from %I n join %I p on p.npi = n.npi
            where n.left_at is null and p.search_name <> '' $fill$, listing, network, providers);
      end $$;
    create or replace function refresh_network_listing(providers text default 'provider') returns void
      language plpgsql as $$
      begin
        create temporary table listing_now (like network_listing) on commit drop;
        perform fill_network_listing('listing_now', 'network_provider', providers);
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
  `.execute(db)
  await sql.raw(COHORTS).execute(db)
}

/**
 * Who is new comes with a cohort, which no trigger took for a change: what SCO held of them before never got it. It
 * follows where claims do, whatever brought the cohort.
 */
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
    end $$;
  drop trigger sco_follows_cohorts on network_provider;
  drop function sco_follows_cohorts();
  update sco_case r set cohort_id = n.cohort_id from network_provider n
    where n.npi = r.npi and r.cohort_id is distinct from n.cohort_id;
  update sco_invoice r set cohort_id = n.cohort_id from network_provider n
    where n.npi = r.npi and r.cohort_id is distinct from n.cohort_id;`
