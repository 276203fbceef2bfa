-- The database of Portico, to be read: the migrations in server/migrations create it.
-- Generated from the migrated database by `npm run tables`; a test fails when it is stale.
-- Areas, each with its tables and functions: plan-data, access, provider-directory, registration, signon, sign-on-hub, staff-sign-in, contracts, members, content, platform.
-- The server logs in as portico_app, which has DELETE, INSERT, SELECT, UPDATE on every table,
-- except INSERT, SELECT on audit_event, audit_seal, audit_signing.

-- ===== plan-data =====

-- Claims, from the files of the plan.
CREATE TABLE claim (
  claim_number text NOT NULL,
  npi text COLLATE "C" NOT NULL,
  member_id text NOT NULL,
  billed_amount numeric(12,2) NOT NULL,
  paid_amount numeric(12,2),
  service_date date NOT NULL,
  status text NOT NULL,
  denial_reason text,
  member_owes numeric(12,2),
  -- When a file last changed something about this claim; null for those of the first file.
  changed_at timestamptz,
  cohort_id integer,
  CONSTRAINT claim_pkey PRIMARY KEY (claim_number)
);
CREATE INDEX claim_cohort ON claim (cohort_id, status, service_date DESC, claim_number) WHERE (cohort_id IS NOT NULL);
CREATE INDEX claim_member ON claim (member_id, service_date DESC);
CREATE INDEX claim_npi ON claim (npi, service_date DESC, claim_number);
CREATE TRIGGER claim_changes_of_changed AFTER UPDATE ON claim REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_claim_changes();
CREATE TRIGGER claim_changes_of_gone AFTER DELETE ON claim REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_claim_changes();
CREATE TRIGGER claim_changes_of_new AFTER INSERT ON claim REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_claim_changes();
CREATE TRIGGER claim_sums_of_changed AFTER UPDATE ON claim REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_claim_sums();
CREATE TRIGGER claim_sums_of_gone AFTER DELETE ON claim REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_claim_sums();
CREATE TRIGGER claim_sums_of_new AFTER INSERT ON claim REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_claim_sums();
CREATE TRIGGER cohort_of_claim BEFORE INSERT ON claim FOR EACH ROW WHEN ((new.cohort_id IS NULL)) EXECUTE FUNCTION cohort_of_claim();
CREATE TRIGGER cohort_of_moved_claim BEFORE UPDATE OF npi ON claim FOR EACH ROW WHEN ((new.npi IS DISTINCT FROM old.npi)) EXECUTE FUNCTION cohort_of_claim();
CREATE TRIGGER lock_cohorts BEFORE INSERT OR DELETE OR UPDATE ON claim FOR EACH STATEMENT EXECUTE FUNCTION lock_cohorts();

-- Maintained count of claims per cohort and claim.changed_at: how many claims changed since a visit.
CREATE TABLE claim_change_count (
  cohort_id integer NOT NULL,
  changed_at timestamptz NOT NULL,
  claims integer NOT NULL,
  CONSTRAINT claim_change_count_pkey PRIMARY KEY (cohort_id, changed_at)
) WITH (fillfactor=80);

-- Maintained sums of claims per cohort, status and month of service.
CREATE TABLE claim_month (
  cohort_id integer NOT NULL,
  status text NOT NULL,
  month date NOT NULL,
  claims integer NOT NULL,
  billed numeric(16,2) NOT NULL,
  paid numeric(16,2) NOT NULL,
  CONSTRAINT claim_month_pkey PRIMARY KEY (cohort_id, status, month)
) WITH (fillfactor=80);

-- Maintained sums of claims per cohort and status.
CREATE TABLE claim_sum_cohort (
  cohort_id integer NOT NULL,
  status text NOT NULL,
  claims integer NOT NULL,
  billed numeric(16,2) NOT NULL,
  paid numeric(16,2) NOT NULL,
  CONSTRAINT claim_sum_cohort_pkey PRIMARY KEY (cohort_id, status)
) WITH (fillfactor=80);

-- Maintained sums of claims per provider and status.
CREATE TABLE claim_sum_npi (
  npi text COLLATE "C" NOT NULL,
  status text NOT NULL,
  claims integer NOT NULL,
  billed numeric(16,2) NOT NULL,
  paid numeric(16,2) NOT NULL,
  CONSTRAINT claim_sum_npi_pkey PRIMARY KEY (npi, status)
) WITH (fillfactor=80);

-- Sets of providers with the same organization and the same groups.
CREATE TABLE cohort (
  id integer GENERATED ALWAYS AS IDENTITY,
  -- Hash of organization and groups.
  signature text COLLATE "C" NOT NULL,
  org_id text COLLATE "C",
  groups text[] COLLATE "C" NOT NULL,
  CONSTRAINT cohort_pkey PRIMARY KEY (id),
  CONSTRAINT cohort_signature_key UNIQUE (signature)
);
CREATE INDEX cohort_groups ON cohort USING gin (groups);
CREATE INDEX cohort_org ON cohort (org_id);

-- Which provider is in which group.
CREATE TABLE group_member (
  group_id text COLLATE "C" NOT NULL,
  npi text COLLATE "C" NOT NULL,
  CONSTRAINT group_member_pkey PRIMARY KEY (group_id, npi),
  CONSTRAINT group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES provider_group(group_id),
  CONSTRAINT group_member_npi_fkey FOREIGN KEY (npi) REFERENCES network_provider(npi)
);
CREATE INDEX group_member_npi ON group_member (npi);
CREATE TRIGGER cohorts_of_gone AFTER DELETE ON group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cohorts_after_change();
CREATE TRIGGER cohorts_of_new AFTER INSERT ON group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cohorts_after_change();
CREATE TRIGGER reach_of_gone AFTER DELETE ON group_member REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_after_change();
CREATE TRIGGER reach_of_new AFTER INSERT ON group_member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_after_change();

-- The plan's products, each with its network, from the file plans.
CREATE TABLE health_plan (
  plan_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  product text,
  network_id text COLLATE "C" NOT NULL,
  network_name text,
  changed_at timestamptz NOT NULL,
  left_at timestamptz,
  CONSTRAINT health_plan_pkey PRIMARY KEY (plan_id)
);
CREATE INDEX health_plan_network ON health_plan (network_id);

-- The last completed import of each kind of file.
CREATE TABLE last_import (
  kind text NOT NULL,
  file text NOT NULL,
  row_count integer NOT NULL,
  -- Rows that were new or different.
  changed_count integer NOT NULL,
  rejected_count integer NOT NULL,
  imported_at timestamptz NOT NULL,
  CONSTRAINT last_import_pkey PRIMARY KEY (kind)
);

-- Members of the plan.
CREATE TABLE member (
  member_id text NOT NULL,
  subscriber_id text NOT NULL,
  relationship text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  birth_date date NOT NULL,
  plan_name text NOT NULL,
  effective_date date NOT NULL,
  termination_date date,
  email text,
  left_at timestamptz,
  -- Primary care provider.
  pcp_npi text COLLATE "C",
  copay_office numeric(12,2),
  deductible numeric(12,2),
  deductible_met numeric(12,2),
  CONSTRAINT member_pkey PRIMARY KEY (member_id)
);
CREATE INDEX member_id_upper ON member (upper(member_id));
CREATE INDEX member_name ON member (lower(last_name), lower(first_name), birth_date);
CREATE INDEX member_subscriber ON member (subscriber_id);

-- Names of the network as members search them. Filled from provider and network_provider at the end of an import.
CREATE TABLE network_listing (
  npi text COLLATE "C" NOT NULL,
  name text NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  search_name text NOT NULL,
  taxonomy_code text COLLATE "C" DEFAULT '' NOT NULL,
  address text DEFAULT '' NOT NULL,
  city text DEFAULT '' NOT NULL,
  city_key text COLLATE "C" DEFAULT '' NOT NULL,
  state text DEFAULT '' NOT NULL,
  postal_code text DEFAULT '' NOT NULL,
  phone text DEFAULT '' NOT NULL,
  CONSTRAINT network_listing_pkey PRIMARY KEY (npi)
);
CREATE INDEX network_listing_name ON network_listing (sort_name, npi);
CREATE INDEX network_listing_words ON network_listing USING gin (array_to_tsvector(string_to_array(search_name, ' ')));

-- Providers in the network of the plan.
CREATE TABLE network_provider (
  npi text COLLATE "C" NOT NULL,
  -- A keyed hash; the number itself is never stored.
  tin_hash bytea,
  -- A keyed hash; the number itself is never stored.
  ssn_hash bytea,
  org_id text COLLATE "C",
  region text,
  contract_date date,
  provider_email text,
  left_at timestamptz,
  -- Fingerprint of the secret key tin_hash was made with; null where not recorded.
  tin_hashed_by text,
  -- Fingerprint of the secret key ssn_hash was made with; null where not recorded.
  ssn_hashed_by text,
  -- Null for providers who left the network and for those without a group or an organization.
  cohort_id integer,
  -- Copied from provider at the end of an import, so that a roster is read from one index; null for an NPI that is not
  -- in the national file.
  name text,
  search_name text,
  -- The national file says so. Groups and organizations then no longer reach the provider.
  deactivated boolean DEFAULT false NOT NULL,
  CONSTRAINT network_provider_pkey PRIMARY KEY (npi),
  CONSTRAINT network_provider_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(org_id)
);
CREATE INDEX network_provider_cohort ON network_provider (cohort_id) WHERE (cohort_id IS NOT NULL);
CREATE INDEX network_provider_roster ON network_provider (cohort_id, name, npi) INCLUDE (search_name) WHERE ((cohort_id IS NOT NULL) AND (name IS NOT NULL));
CREATE TRIGGER cohorts_of_changed AFTER UPDATE ON network_provider REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cohorts_after_change();
CREATE TRIGGER cohorts_of_new AFTER INSERT ON network_provider REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cohorts_after_change();
CREATE TRIGGER name_of_network_provider BEFORE INSERT ON network_provider FOR EACH ROW WHEN ((new.name IS NULL)) EXECUTE FUNCTION name_of_network_provider();
CREATE TRIGGER reach_of_changed AFTER UPDATE ON network_provider REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_after_change();
CREATE TRIGGER reach_of_new AFTER INSERT ON network_provider REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_after_change();

-- Provider organizations (PO).
CREATE TABLE organization (
  org_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  email text,
  CONSTRAINT organization_pkey PRIMARY KEY (org_id)
);

-- Providers of the national file (NPPES).
CREATE TABLE provider (
  npi text COLLATE "C" NOT NULL,
  entity_type smallint,
  name text NOT NULL,
  first_name text,
  last_name text,
  credential text,
  address text,
  city text,
  state text,
  postal_code text,
  phone text,
  taxonomy_code text,
  license_number text,
  license_state text,
  enumeration_date date,
  last_update_date date,
  deactivation_date date,
  reactivation_date date,
  replacement_npi text,
  -- Words of the name as a user would type them; empty for deactivated providers.
  search_name text DEFAULT '' NOT NULL,
  -- As the national file says; its dates also announce future changes.
  deactivated boolean DEFAULT false NOT NULL,
  activation_change_date date,
  activation_change_reasons text,
  -- Hash of the row of the last national file: an import skips rows with the same hash. Any other update clears it.
  row_hash bigint,
  CONSTRAINT provider_pkey PRIMARY KEY (npi)
);
CREATE INDEX provider_many_words ON provider USING gin (name_pairs(search_name)) WITH (fastupdate=off) WHERE (search_name ~~ '% % % % % %');
CREATE INDEX provider_two_words ON provider ((("left"(search_name, 1) || split_part(search_name, ' ', 2))) COLLATE "C", split_part(search_name, ' ', 1) COLLATE "C") WHERE ((search_name ~~ '% %') AND (search_name !~~ '% % %'));
CREATE TRIGGER provider_row_hash BEFORE UPDATE ON provider FOR EACH ROW WHEN (((old.row_hash IS NOT NULL) AND (NOT (old.row_hash IS DISTINCT FROM new.row_hash)))) EXECUTE FUNCTION clear_row_hash();

-- Groups of providers: provider groups, IPAs and small groups.
CREATE TABLE provider_group (
  group_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  short_name text,
  org_id text COLLATE "C",
  email text,
  CONSTRAINT provider_group_pkey PRIMARY KEY (group_id),
  CONSTRAINT provider_group_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(org_id),
  CONSTRAINT provider_group_kind_check CHECK ((kind IN ('PG', 'IPA', 'SG')))
);
CREATE INDEX provider_group_org ON provider_group (org_id);
CREATE TRIGGER reach_of_moved AFTER UPDATE ON provider_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reach_after_change();

-- The typeahead: one row for each word of provider.search_name.
CREATE TABLE provider_word (
  word text COLLATE "C" NOT NULL,
  npi text COLLATE "C" NOT NULL,
  search_name text NOT NULL
);
CREATE INDEX provider_word_across ON provider_word ((("left"(word, 1) || word_after(word, search_name, 2))), word) WHERE ((search_name ~~ '% % % %') AND ((search_name ~~ '% % % % %') OR (split_part(search_name, ' ', 1) = word) OR (split_part(search_name, ' ', 2) = word)));
CREATE INDEX provider_word_beside ON provider_word ((("left"(word, 1) || word_after(word, search_name, 1))), word) WHERE (search_name ~~ '% % %');
CREATE INDEX provider_word_start ON provider_word (word, npi);

-- Cases of Senior Care Options, from the files of the plan.
CREATE TABLE sco_case (
  case_id text NOT NULL,
  npi text COLLATE "C" NOT NULL,
  member_id text NOT NULL,
  opened date NOT NULL,
  status text NOT NULL,
  next_review date,
  care_manager text,
  cohort_id integer,
  CONSTRAINT sco_case_pkey PRIMARY KEY (case_id)
);
CREATE INDEX sco_case_cohort ON sco_case (cohort_id, opened DESC, case_id DESC) WHERE (cohort_id IS NOT NULL);
CREATE INDEX sco_case_npi ON sco_case (npi, opened DESC);
CREATE TRIGGER cohort_of_record BEFORE INSERT OR UPDATE OF npi ON sco_case FOR EACH ROW EXECUTE FUNCTION cohort_of_claim();
CREATE TRIGGER lock_sco BEFORE INSERT OR DELETE OR UPDATE ON sco_case FOR EACH STATEMENT EXECUTE FUNCTION lock_sco();

-- Invoices of Senior Care Options, from the files of the plan.
CREATE TABLE sco_invoice (
  invoice_number text NOT NULL,
  npi text COLLATE "C" NOT NULL,
  period text NOT NULL,
  amount numeric(12,2) NOT NULL,
  status text NOT NULL,
  due_date date,
  cohort_id integer,
  CONSTRAINT sco_invoice_pkey PRIMARY KEY (invoice_number)
);
CREATE INDEX sco_invoice_cohort ON sco_invoice (cohort_id, period DESC, invoice_number DESC) WHERE (cohort_id IS NOT NULL);
CREATE INDEX sco_invoice_npi ON sco_invoice (npi, period DESC);
CREATE TRIGGER cohort_of_record BEFORE INSERT OR UPDATE OF npi ON sco_invoice FOR EACH ROW EXECUTE FUNCTION cohort_of_claim();
CREATE TRIGGER lock_sco BEFORE INSERT OR DELETE OR UPDATE ON sco_invoice FOR EACH STATEMENT EXECUTE FUNCTION lock_sco();

-- Maintains claim_sum_npi, claim_sum_cohort and claim_month.
CREATE FUNCTION add_claim_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  declare
    changes text := case tg_op
      when 'INSERT' then 'select 1 as n, * from new_rows'
      when 'DELETE' then 'select -1 as n, * from old_rows'
      else 'select 1 as n, * from new_rows union all select -1 as n, * from old_rows' end;
    add text := 'select %1$s, sum(n), sum(n * billed_amount), sum(n * coalesce(paid_amount, 0)) from (%3$s) c
      where cohort_id is not null or %4$L
      group by %1$s having sum(n) <> 0 or sum(n * billed_amount) <> 0 or sum(n * coalesce(paid_amount, 0)) <> 0
      on conflict (%2$s) do update
      set claims = s.claims + excluded.claims, billed = s.billed + excluded.billed, paid = s.paid + excluded.paid';
  begin
    execute 'insert into claim_sum_npi as s ' || format(add, 'npi, status', 'npi, status', changes, true);
    execute 'insert into claim_sum_cohort as s '
      || format(add, 'cohort_id, status', 'cohort_id, status', changes, false);
    execute 'insert into claim_month as s ' || format(add, 'cohort_id, status, date_trunc(''month'', service_date)',
      'cohort_id, status, month', changes, false);
    return null;
  end $$;

-- Assigns the cohorts that defer_cohorts deferred.
CREATE FUNCTION assign_deferred_cohorts()
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    perform set_config('portico.cohorts', '', true);
    perform set_cohorts(array(select npi from deferred_cohort));
    drop table deferred_cohort;
  end $$;

-- Clears provider.row_hash, so that the next import compares the row.
CREATE FUNCTION clear_row_hash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    new.row_hash := null;
    return new;
  end $$;

-- Sets the cohort of a claim, an SCO case or an SCO invoice.
CREATE FUNCTION cohort_of_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
    return new;
  end $$;

-- Assigns cohorts when the network changes.
CREATE FUNCTION cohorts_after_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  declare changed text[];
  begin
    if tg_table_name = 'network_provider' and tg_op = 'UPDATE' then
      changed := array(select npi from (select npi, org_id, left_at is null, deactivated from new_rows
        except select npi, org_id, left_at is null, deactivated from old_rows) c);
    elsif tg_op = 'DELETE' then
      changed := array(select distinct npi from old_rows);
    else
      changed := array(select distinct npi from new_rows);
    end if;
    if changed = '{}' then return null; end if;
    if coalesce(current_setting('portico.cohorts', true), '') = 'deferred' then
      insert into deferred_cohort select unnest(changed) on conflict do nothing;
    else
      perform set_cohorts(changed);
    end if;
    return null;
  end $$;

-- Maintains claim_change_count.
CREATE FUNCTION count_claim_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  declare
    changes text := case tg_op
      when 'INSERT' then 'select 1 as n, cohort_id, changed_at from new_rows'
      when 'DELETE' then 'select -1 as n, cohort_id, changed_at from old_rows'
      else 'select 1 as n, cohort_id, changed_at from new_rows union all select -1 as n, cohort_id, changed_at from old_rows' end;
  begin
    execute format('insert into claim_change_count as s select cohort_id, changed_at, sum(n) from (%s) c
      where cohort_id is not null and changed_at is not null
      group by cohort_id, changed_at having sum(n) <> 0 order by cohort_id, changed_at
      on conflict (cohort_id, changed_at) do update set claims = s.claims + excluded.claims', changes);
    if tg_op <> 'INSERT' then
      -- A claim changes again and again: counts of older files reach zero.
      delete from claim_change_count s using (select distinct cohort_id, changed_at from old_rows) o
        where s.cohort_id = o.cohort_id and s.changed_at = o.changed_at and s.claims = 0;
    end if;
    return null;
  end $$;

-- Entities whose access covers an NPI: the NPI, its organization, its groups and their organizations. May repeat one.
CREATE FUNCTION covering_entities(of_npi text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $$
  select 'NPI:' || of_npi
  union all select 'PO:' || n.org_id from network_provider n where n.npi = of_npi and n.org_id is not null
  union all select 'GROUP:' || m.group_id from group_member m where m.npi = of_npi
  union all select 'PO:' || g.org_id from group_member m join provider_group g using (group_id)
    where m.npi = of_npi and g.org_id is not null
$$;

-- Defers the assignment of cohorts in this transaction until assign_deferred_cohorts.
CREATE FUNCTION defer_cohorts()
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    create temporary table deferred_cohort (npi text collate "C" primary key) on commit drop;
    perform set_config('portico.cohorts', 'deferred', true);
  end $$;

-- Fills an empty listing for all providers of a network.
CREATE FUNCTION fill_network_listing(listing text, network text, providers text)
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    execute format($fill$
      insert into %I (npi, name, sort_name, search_name)
        select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name
        from %I p
        where p.npi = any(array(select npi from %I where left_at is null)) and p.search_name <> '' $fill$,
      listing, providers, network);
  end $$;

-- Active providers whose names have a word for each prefix, the longest prefix first; at most max_results. A function,
-- because planning these statements takes longer than running them.
CREATE FUNCTION find_by_prefixes(prefixes text[], max_results integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $$
  declare
    longest_length constant int := length(prefixes[1]);
    factor int;
    prefix text;
    found text[];
  begin
    -- The other letters are rare: the index finds them sooner.
    if longest_length > 2 and prefixes[cardinality(prefixes)] ~ '^[^xquyziovje]$' then
      found := scan_words(prefixes[1], prefixes, max_results, 1000);
      if found is not null then return found; end if;
    end if;
    if cardinality(prefixes) = 2 then return search_all_names(prefixes, max_results); end if;
    foreach factor in array '{1,4,16}'::int[] loop
      for later in 2..3 loop
        for earlier in 1..later - 1 loop
          found := search_some_names(array[prefixes[earlier], prefixes[later]], prefixes, max_results, max_results * factor);
          if found is not null then return found; end if;
        end loop;
      end loop;
    end loop;
    foreach prefix in array prefixes loop
      continue when length(prefix) < least(longest_length, 3);
      found := scan_words(prefix, prefixes, max_results, case when length(prefix) > 3 then 4000 else 1000 end);
      if found is not null then return found; end if;
    end loop;
    return search_all_names(prefixes, max_results);
  end $$;

-- True if an NPI is deactivated: as the national file states (version 3), or by its dates.
CREATE FUNCTION is_deactivated(stated boolean, deactivated_on date, reactivated_on date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $$
  select stated or (deactivated_on is not null and (reactivated_on is null or reactivated_on < deactivated_on))
$$;

-- Adds these NPIs to a listing; deactivated providers are left out.
CREATE FUNCTION list_by_key(listing text, npis text[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    execute format($fill$
      insert into %I (npi, name, sort_name, search_name)
        select p.npi, p.name, lower(coalesce(p.last_name || ' ' || p.first_name, p.name)), p.search_name
        from provider p where p.npi = any($1) and p.search_name <> '' $fill$, listing)
      using npis;
  end $$;

-- Serializes writers of claims with changes of cohorts.
CREATE FUNCTION lock_cohorts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform pg_advisory_xact_lock(7262, 78);
    return null;
  end $$;

-- Serializes writers of SCO cases and invoices with changes of cohorts, not with each other or with claims.
CREATE FUNCTION lock_sco()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform pg_advisory_xact_lock_shared(7262, 79);
    return null;
  end $$;

-- Sets the name of a new network provider that comes without one.
CREATE FUNCTION name_of_network_provider()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    select p.name, p.search_name into new.name, new.search_name from provider p where p.npi = new.npi;
    return new;
  end $$;

-- All pairs of a name.
CREATE FUNCTION name_pairs(search_name text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 10000
AS $$
  declare
    words constant text[] := string_to_array(search_name, ' ');
    heads constant text := (select string_agg(left(word, 1) || '*', ' ') from unnest(words) as word);
    word text;
    pairs text := '';
  begin
    foreach word in array words loop
      pairs := pairs || ' ' || replace(heads, '*', word);
    end loop;
    return pairs::tsvector;
  end $$;

-- Providers with a word for each of the two prefixes. A name with two such pairs comes twice.
CREATE FUNCTION names_with_prefixes(longer text, shorter text)
 RETURNS TABLE(npi text, search_name text)
 LANGUAGE sql
 STABLE
AS $$
  select npi, search_name from provider
  where search_name like '% %' and search_name not like '% % %'
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" >= left(shorter, 1) || longer
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" < left(shorter, 1) || longer || chr(1114111)
    and split_part(search_name, ' ', 1) collate "C" >= shorter
    and split_part(search_name, ' ', 1) collate "C" < shorter || chr(1114111)
  union all
  select npi, search_name from provider
  where search_name like '% %' and search_name not like '% % %'
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" >= left(longer, 1) || shorter
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" < left(longer, 1) || shorter || chr(1114111)
    and split_part(search_name, ' ', 1) collate "C" >= longer
    and split_part(search_name, ' ', 1) collate "C" < longer || chr(1114111)
    and length(shorter) > 2
  union all
  select npi, search_name from provider_word
  where search_name like '% % %'
    and (left(word, 1) || word_after(word, search_name, 1)) collate "C" >= left(shorter, 1) || longer
    and (left(word, 1) || word_after(word, search_name, 1)) collate "C" < left(shorter, 1) || longer || chr(1114111)
    and word >= shorter and word < shorter || chr(1114111)
  union all
  select npi, search_name from provider_word
  where search_name like '% % % %' and (search_name like '% % % % %'
      or split_part(search_name, ' ', 1) = word or split_part(search_name, ' ', 2) = word)
    and (left(word, 1) || word_after(word, search_name, 2)) collate "C" >= left(shorter, 1) || longer
    and (left(word, 1) || word_after(word, search_name, 2)) collate "C" < left(shorter, 1) || longer || chr(1114111)
    and word >= shorter and word < shorter || chr(1114111)
  union all
  select npi, search_name from provider_word
  where search_name like '% % %'
    and (left(word, 1) || word_after(word, search_name, 1)) collate "C" >= left(longer, 1) || shorter
    and (left(word, 1) || word_after(word, search_name, 1)) collate "C" < left(longer, 1) || shorter || chr(1114111)
    and word >= longer and word < longer || chr(1114111)
  union all
  select npi, search_name from provider_word
  where search_name like '% % % %' and (search_name like '% % % % %'
      or split_part(search_name, ' ', 1) = word or split_part(search_name, ' ', 2) = word)
    and (left(word, 1) || word_after(word, search_name, 2)) collate "C" >= left(longer, 1) || shorter
    and (left(word, 1) || word_after(word, search_name, 2)) collate "C" < left(longer, 1) || shorter || chr(1114111)
    and word >= longer and word < longer || chr(1114111)
  union all
  select npi, search_name from provider
  where search_name like '% %' and search_name not like '% % %'
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" >= left(longer, 1) || shorter
    and (left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C" < left(longer, 1) || shorter || chr(1114111)
    and split_part(search_name, ' ', 1) collate "C" >= longer
    and split_part(search_name, ' ', 1) collate "C" < longer || chr(1114111)
    and length(shorter) <= 2
  union all
  select npi, search_name from provider
  where name_pairs(search_name) @@ (quote_literal(left(shorter, 1) || longer) || ':*'
      || case when length(shorter) > 1 then '&' || quote_literal(left(longer, 1) || shorter) || ':*' else '' end
      )::tsquery
    and search_name like '% % % % % %'
    and ' ' || search_name like '% ' || longer || '%' and ' ' || search_name like '% ' || shorter || '%'
$$;

-- Recomputes all maintained sums from the claims in this table.
CREATE FUNCTION recompute_claim_sums(source text)
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    delete from claim_sum_npi;
    delete from claim_month;
    delete from claim_sum_cohort;
    delete from claim_change_count;
    execute format($sum$
      insert into claim_sum_npi
        select npi, status, count(*), sum(billed_amount), sum(coalesce(paid_amount, 0)) from %1$I
        group by npi, status order by npi, status;
      insert into claim_month
        select cohort_id, status, date_trunc('month', service_date)::date as month, count(*), sum(billed_amount),
          sum(coalesce(paid_amount, 0))
        from %1$I where cohort_id is not null group by cohort_id, status, month order by cohort_id, status, month;
      insert into claim_change_count
        select cohort_id, changed_at, count(*) from %1$I
        where cohort_id is not null and changed_at is not null group by cohort_id, changed_at order by cohort_id, changed_at
      $sum$, source);
    insert into claim_sum_cohort
      select cohort_id, status, sum(claims), sum(billed), sum(paid) from claim_month group by 1, 2 order by 1, 2;
  end $$;

-- Updates network_provider.deactivated from the directory, for all or these NPIs. Returns those that changed.
CREATE FUNCTION refresh_deactivated(providers text, among text[] DEFAULT NULL::text[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $$
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

-- Updates network_listing for these NPIs after an import of the network.
CREATE FUNCTION refresh_listed(changed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
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

-- Updates network_listing after an import of the national file.
CREATE FUNCTION refresh_network_listing(providers text DEFAULT 'provider'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $$
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

-- Copies names from the national file to network_provider.
CREATE FUNCTION refresh_network_names(providers text DEFAULT 'provider'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    execute format($find$
      with p as materialized (
        select npi, name, search_name from %I where npi = any(array(select npi from network_provider)))
      update network_provider n set name = p.name, search_name = p.search_name
      from p where p.npi = n.npi
        and (n.name is distinct from p.name or n.search_name is distinct from p.search_name) $find$, providers);
  end $$;

-- Matches among the first words with one of the prefixes. Null: there are more words than were read.
CREATE FUNCTION scan_words(scanned text, prefixes text[], max_results integer, max_words integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $$
  declare
    -- Sorts after every word with a prefix.
    after_all constant text := chr(1114111);
    -- Most searches have one other prefix: strpos takes half the time of a pattern.
    other_prefixes constant text[] := array_remove(prefixes, scanned);
    has_next_prefix constant text := ' ' || other_prefixes[1];
    has_other_prefixes constant text[] := array(select '% ' || prefix || '%' from unnest(other_prefixes[2:]) as prefix);
    batch int := max_results;
    is_complete boolean;
    found text[];
  begin
    loop
      with candidates as materialized (
        select w.npi, w.search_name from (
          select w.npi, w.search_name from provider_word w where w.word >= scanned and w.word < scanned || after_all
          order by w.word, w.npi limit max_words) w
        where strpos(' ' || w.search_name, has_next_prefix) > 0 and ' ' || w.search_name like all (has_other_prefixes)
        limit batch)
      select count(*) < batch, array(
        select p.npi from (select distinct npi, search_name from candidates) matching
        join provider p on p.npi = matching.npi and not p.deactivated
        order by (
          select min(word collate "C") from string_to_table(matching.search_name, ' ') as word
          where starts_with(word, prefixes[1])), p.npi limit max_results)
      into is_complete, found from candidates;
      exit when is_complete or cardinality(found) = max_results;
      -- Some came twice, or are deactivated.
      batch := batch * 4;
    end loop;
    if cardinality(found) = max_results
      or not exists (select from provider_word w where w.word >= scanned and w.word < scanned || after_all offset max_words)
    then return found; end if;
    return null;
  end $$;

-- Matches among all names that have the first two prefixes.
CREATE FUNCTION search_all_names(prefixes text[], max_results integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $$
  declare
    has_other_prefixes constant text[] := array(select '% ' || prefix || '%' from unnest(prefixes[3:]) as prefix);
    batch int := max_results;
    is_complete boolean;
    found text[];
  begin
    loop
      with candidates as materialized (
        select npi, search_name from names_with_prefixes(prefixes[1], prefixes[2])
        where ' ' || search_name like all (has_other_prefixes) limit batch)
      select (select count(*) from candidates) < batch, array(
        select p.npi from (select distinct npi, search_name from candidates) matching
        join provider p on p.npi = matching.npi and not p.deactivated
        order by (
          select min(word collate "C") from string_to_table(matching.search_name, ' ') as word
          where starts_with(word, prefixes[1])), p.npi
        limit max_results) into is_complete, found;
      if is_complete or cardinality(found) = max_results then return found; end if;
      -- Some came twice, or are deactivated.
      batch := batch * 4;
    end loop;
  end $$;

-- Matches among a limited number of names that have two of the prefixes. Null: the limit was too low to tell.
CREATE FUNCTION search_some_names(pair text[], prefixes text[], max_results integer, max_names integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $$
  declare
    has_every_prefix constant text[] := array(select '% ' || prefix || '%' from unnest(prefixes) as prefix);
    is_complete boolean;
    found text[];
  begin
    with read_names as materialized (select npi, search_name from names_with_prefixes(pair[1], pair[2]) limit max_names),
      candidates as (select npi, search_name from read_names where ' ' || search_name like all (has_every_prefix))
    select (select count(*) from read_names) < max_names, array(
        select p.npi from (select distinct npi, search_name from candidates) matching
        join provider p on p.npi = matching.npi and not p.deactivated
        order by (
          select min(word collate "C") from string_to_table(matching.search_name, ' ') as word
          where starts_with(word, prefixes[1])), p.npi
        limit max_results) into is_complete, found;
    return case when is_complete or cardinality(found) = max_results then found end;
  end $$;

-- Assigns the current cohort to these NPIs and to their records.
CREATE FUNCTION set_cohorts(changed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    -- Records written at the same time would keep the cohort they found.
    perform pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79);
    create temporary table if not exists cohort_now (npi text collate "C" primary key, signature text collate "C",
      org_id text collate "C", groups text[] collate "C") on commit drop;
    truncate cohort_now;
    insert into cohort_now
      select n.npi, case when n.left_at is null and not n.deactivated and (n.org_id is not null or m.groups <> '{}')
          then md5(coalesce(n.org_id, '') || E'\x1f' || array_to_string(m.groups, E'\x1f')) end, n.org_id, m.groups
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
    update practice_change r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
  end $$;

-- The word at this distance after a word of the name; after the last word comes the first.
CREATE FUNCTION word_after(word text, search_name text, distance integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select split_part(split_part(
    ' ' || search_name || ' ' || search_name, ' ' || word || ' ' collate "C", 2), ' ' collate "C", distance)
$$;

-- ===== access =====

-- Access of an account to one scope. A registration for an organization has one row for each chosen group.
CREATE TABLE access_grant (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  request_id bigint NOT NULL,
  scope_kind text NOT NULL,
  scope_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C",
  -- The entity that can have one SAA only, whichever level it was chosen at.
  entity text COLLATE "C" GENERATED ALWAYS AS (
CASE
    WHEN (scope_kind = 'NPI') THEN ('NPI:' || scope_id)
    WHEN ((scope_kind = 'PO') AND (group_id IS NULL)) THEN ('PO:' || scope_id)
    WHEN (scope_kind = 'PO') THEN ('GROUP:' || group_id)
    ELSE ('GROUP:' || scope_id)
END) STORED NOT NULL,
  role text NOT NULL,
  permissions text[] NOT NULL,
  state text NOT NULL,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  ended_at timestamptz,
  suspended_reason text,
  confirm_due_at timestamptz,
  confirm_reminded_at timestamptz,
  suspended_as text,
  -- When the grant got its role, where it started with another one.
  role_since timestamptz,
  -- Entities above this one: the groups of its NPI and the organizations of both. Maintained by triggers. An
  -- administrator of any of them administers this grant.
  reach text[] DEFAULT '{}'[] NOT NULL,
  -- When a network snapshot without its provider suspended the grant. Its return within 30 days restores it.
  missing_since timestamptz,
  -- When the owner is due to be notified of that. Null once notified.
  missing_notice_at timestamptz,
  -- When an import suspended the grant because its NPI is deactivated. Null once the grant is active again.
  npi_deactivated_at timestamptz,
  -- When an import found the NPI active again. Staff or an administrator of the office restore the grant.
  npi_reactivated_at timestamptz,
  CONSTRAINT access_grant_pkey PRIMARY KEY (id),
  CONSTRAINT access_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT access_grant_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT access_grant_check CHECK (((group_id IS NULL) OR (scope_kind = 'PO'))),
  CONSTRAINT access_grant_role_check CHECK ((role IN ('SAA', 'AA', 'AU'))),
  CONSTRAINT access_grant_scope_kind_check CHECK ((scope_kind IN ('NPI', 'PG', 'IPA', 'SG', 'PO'))),
  CONSTRAINT access_grant_state_check CHECK ((state IN ('PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'EXPIRED', 'REVOKED'))),
  CONSTRAINT access_grant_suspended_as_check CHECK ((suspended_as IN ('ADMINISTRATOR', 'STAFF', 'SYSTEM')))
);
CREATE INDEX access_grant_account_role ON access_grant (account_id, state, role);
CREATE INDEX access_grant_active_again ON access_grant (scope_id) WHERE (npi_reactivated_at IS NOT NULL);
CREATE INDEX access_grant_confirm ON access_grant (confirm_due_at) WHERE (state = 'ACTIVE');
CREATE INDEX access_grant_deactivated ON access_grant (npi_deactivated_at) WHERE (npi_deactivated_at IS NOT NULL);
CREATE INDEX access_grant_entity ON access_grant (entity, state);
CREATE INDEX access_grant_missing ON access_grant (missing_since) WHERE (missing_since IS NOT NULL);
CREATE UNIQUE INDEX access_grant_one_saa ON access_grant (entity) WHERE ((role = 'SAA') AND (state = 'ACTIVE'));
CREATE INDEX access_grant_reach ON access_grant USING gin (reach) WITH (fastupdate=off);
CREATE INDEX access_grant_reach_pending ON access_grant USING gin (reach) WITH (fastupdate=off) WHERE (state = 'PENDING_APPROVAL');
CREATE INDEX access_grant_request ON access_grant (request_id);
CREATE INDEX access_grant_scope ON access_grant (scope_kind, scope_id, state);
CREATE INDEX access_grant_weeks ON access_grant USING gin (grant_weeks(array_append(reach, entity), created_at, activated_at)) WITH (fastupdate=off);
CREATE TRIGGER end_bell_of_grant AFTER UPDATE ON access_grant FOR EACH ROW WHEN (((old.state = 'ACTIVE') AND ((new.state <> 'ACTIVE') OR ((old.role <> 'AU') AND (new.role = 'AU')) OR ((old.role = 'SAA') AND (new.role <> 'SAA')) OR (NOT (new.permissions @> old.permissions))))) EXECUTE FUNCTION end_bell_of_grant();
CREATE TRIGGER end_feed_of_grant AFTER UPDATE ON access_grant FOR EACH ROW WHEN (((old.state = 'ACTIVE') AND (old.role = 'SAA') AND ((new.state <> 'ACTIVE') OR (new.role <> 'SAA')))) EXECUTE FUNCTION end_feed_of_grant();
CREATE TRIGGER end_results_of_grant AFTER UPDATE ON access_grant FOR EACH ROW WHEN (((old.state = 'ACTIVE') AND ('ELIG' = ANY (old.permissions)) AND ((new.state <> 'ACTIVE') OR (NOT ('ELIG' = ANY (new.permissions)))))) EXECUTE FUNCTION end_results_of_grant();
CREATE TRIGGER follow_grant_of_successor AFTER UPDATE ON access_grant FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.role <> new.role))) EXECUTE FUNCTION follow_grant_of_successor();
CREATE TRIGGER follow_new_saa AFTER INSERT ON access_grant FOR EACH ROW WHEN (((new.state = 'ACTIVE') AND (new.role = 'SAA'))) EXECUTE FUNCTION follow_grant_of_successor();
CREATE TRIGGER reach_of_grant BEFORE INSERT ON access_grant FOR EACH ROW EXECUTE FUNCTION reach_of_grant();
CREATE CONSTRAINT TRIGGER staff_candidates_of_deleted_saa AFTER DELETE ON access_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role = 'SAA') AND (old.state = 'ACTIVE'))) EXECUTE FUNCTION staff_candidates_without_saa();
CREATE CONSTRAINT TRIGGER staff_candidates_of_moved AFTER UPDATE ON access_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'PENDING_APPROVAL') AND (new.reach <> old.reach))) EXECUTE FUNCTION staff_candidates_of_moved();
CREATE CONSTRAINT TRIGGER staff_candidates_without_saa AFTER UPDATE ON access_grant DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role = 'SAA') AND (old.state = 'ACTIVE') AND ((new.role <> 'SAA') OR (new.state <> 'ACTIVE') OR (new.entity <> old.entity) OR (new.account_id <> old.account_id)))) EXECUTE FUNCTION staff_candidates_without_saa();

-- What one registration or one invitation asks for. Its grants are decided together.
CREATE TABLE access_request (
  id bigint GENERATED ALWAYS AS IDENTITY,
  reference text NOT NULL,
  account_id bigint NOT NULL,
  role text NOT NULL,
  reg_type text NOT NULL,
  npi text COLLATE "C",
  org_id text,
  path text NOT NULL,
  validated_by text,
  replace_saa boolean DEFAULT false NOT NULL,
  brand text NOT NULL,
  state text NOT NULL,
  contact_first_name text,
  contact_last_name text,
  signatory_email text,
  needs_staff boolean DEFAULT false NOT NULL,
  created_at timestamptz NOT NULL,
  remind_at timestamptz,
  reminded_at timestamptz,
  expires_at timestamptz,
  decided_at timestamptz,
  decided_by bigint,
  decided_as text,
  reason text,
  decided_permissions text[],
  -- Copied from the registration: the quiz of the provider who accepts does not ask about them either.
  typed_amounts text[] DEFAULT '{}'[] NOT NULL,
  -- When the newest signed contract came in; maintained by a trigger.
  contract_received_at timestamptz,
  -- The member of staff who works on it.
  assigned_to bigint,
  -- The administrator who sent the invitation.
  invited_by bigint,
  -- Address that the receipt of an AA or AU request went to. Its link confirms this address, and no later one.
  receipt_email text,
  email_confirmed_at timestamptz,
  CONSTRAINT access_request_pkey PRIMARY KEY (id),
  CONSTRAINT access_request_reference_key UNIQUE (reference),
  CONSTRAINT access_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT access_request_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT access_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  CONSTRAINT access_request_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT access_request_decided_as_check CHECK ((decided_as IN ('PROVIDER', 'ADMINISTRATOR', 'STAFF', 'REQUESTER', 'SYSTEM'))),
  CONSTRAINT access_request_path_check CHECK ((path IN ('SELF', 'BEHALF', 'CONTRACT', 'APPROVAL', 'INVITATION'))),
  CONSTRAINT access_request_reg_type_check CHECK ((reg_type IN ('NPI', 'PG', 'PO'))),
  CONSTRAINT access_request_role_check CHECK ((role IN ('SAA', 'AA', 'AU'))),
  CONSTRAINT access_request_state_check CHECK ((state IN ('PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL', 'ACTIVE', 'REJECTED', 'EXPIRED', 'REVOKED')))
);
CREATE INDEX access_request_account ON access_request (account_id);
CREATE INDEX access_request_assigned ON access_request (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX access_request_by_staff ON access_request (decided_at DESC, id DESC) INCLUDE (path, state) WHERE (decided_as = 'STAFF');
CREATE INDEX access_request_contracts ON access_request (state, COALESCE(contract_received_at, created_at), reference) WHERE (path = 'CONTRACT');
CREATE INDEX access_request_due ON access_request (expires_at) WHERE (state ~~ 'PENDING%');
CREATE INDEX access_request_made ON access_request (created_at) INCLUDE (state, path);
CREATE INDEX access_request_npi ON access_request (npi, state);
CREATE INDEX access_request_remind ON access_request (remind_at) WHERE ((reminded_at IS NULL) AND (state ~~ 'PENDING%'));
CREATE INDEX access_request_staff ON access_request (created_at) WHERE needs_staff;
CREATE INDEX access_request_state ON access_request (state, created_at);
CREATE TRIGGER end_bell_of_request AFTER UPDATE OF state ON access_request FOR EACH ROW WHEN (((old.state ~~ 'PENDING%') AND (new.state !~~ 'PENDING%'))) EXECUTE FUNCTION end_bell_of_request();
CREATE TRIGGER staff_candidate_new AFTER INSERT ON access_request FOR EACH ROW WHEN (((new.path = 'APPROVAL') AND (new.state = 'PENDING_APPROVAL'))) EXECUTE FUNCTION add_staff_candidate();
CREATE TRIGGER staff_candidate_pending AFTER UPDATE OF path, state ON access_request FOR EACH ROW WHEN (((new.path = 'APPROVAL') AND (new.state = 'PENDING_APPROVAL') AND ((old.path <> new.path) OR (old.state <> new.state)))) EXECUTE FUNCTION add_staff_candidate();

-- People who can sign in: providers and their staff, members, staff of the plan.
CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  brand text NOT NULL,
  username text,
  -- The user name in the form that must be unique.
  username_key text,
  password_hash text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  phone_ext text,
  member_id text,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  terms_accepted_at timestamptz,
  password_changed_at timestamptz,
  last_sign_in_at timestamptz,
  inactivity_warned_at timestamptz,
  suspended_reason text,
  suspended_as text,
  -- The sign-in before the last one: the home page shows what changed since.
  previous_sign_in_at timestamptz,
  -- A report "This was not me" waits for plan staff: no link to set a password is mailed until they confirm the owner.
  owner_check_since timestamptz,
  -- First sign-in under a policy that requires a second factor. The grace period starts here.
  factor_policy_since timestamptz,
  -- When the user dismissed the offer to set up a second factor.
  factor_offer_dismissed_at timestamptz,
  -- Null: codes by mail are not set up as a second factor.
  email_factor_since timestamptz,
  -- Of internal accounts. Null: the account can do nothing until it gets a role.
  staff_role text,
  -- When the role was last changed; null: since the account was activated.
  staff_role_since timestamptz,
  -- The administrator who invited a member of staff; null: by command.
  invited_by bigint,
  -- The console reacts to single keys. A setting of the user.
  uses_shortcuts boolean DEFAULT true NOT NULL,
  -- When the personal data of the account was erased.
  erased_at timestamptz,
  -- When a snapshot of members without this one suspended the account. A return within 30 days restores it.
  missing_since timestamptz,
  -- When the owner is due to be notified of that. Null once notified.
  missing_notice_at timestamptz,
  -- The directory that signs this member of staff in.
  directory_issuer text,
  -- The person there (the claim sub). Set once, by the invitation.
  directory_subject text,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_public_id_key UNIQUE (public_id),
  CONSTRAINT account_username_key_key UNIQUE (username_key),
  CONSTRAINT account_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT account_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  CONSTRAINT account_check CHECK (((state IN ('INVITED', 'CLOSED')) OR ((username IS NOT NULL) AND (password_hash IS NOT NULL)))),
  CONSTRAINT account_directory_check CHECK (((directory_issuer IS NULL) = (directory_subject IS NULL))),
  CONSTRAINT account_kind_check CHECK ((kind IN ('provider', 'member', 'internal'))),
  CONSTRAINT account_staff_role_check CHECK ((staff_role IN ('ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR', 'SUPPORT'))),
  CONSTRAINT account_state_check CHECK ((state IN ('INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED'))),
  CONSTRAINT account_suspended_as_check CHECK ((suspended_as IN ('STAFF', 'SYSTEM')))
);
CREATE INDEX account_activity ON account (COALESCE(last_sign_in_at, activated_at, created_at)) WHERE (state = 'ACTIVE');
CREATE INDEX account_created ON account (created_at, id);
CREATE UNIQUE INDEX account_directory ON account (directory_issuer, directory_subject) WHERE (directory_subject IS NOT NULL);
CREATE INDEX account_email ON account (lower(email));
CREATE INDEX account_kind_and_state ON account (kind, lower(last_name), lower(first_name), id) INCLUDE (state);
CREATE INDEX account_last_sign_in ON account (last_sign_in_at DESC NULLS LAST, id DESC);
CREATE UNIQUE INDEX account_member ON account (member_id) WHERE (state <> 'CLOSED');
CREATE INDEX account_missing ON account (missing_since) WHERE (missing_since IS NOT NULL);
CREATE INDEX account_name ON account (lower(last_name), lower(first_name));
CREATE INDEX account_owner_check ON account (owner_check_since, id) WHERE (owner_check_since IS NOT NULL);
CREATE INDEX account_signed_in ON account (COALESCE(last_sign_in_at, '-infinity'::timestamp with time zone) DESC, lower(last_name), lower(first_name));
CREATE INDEX account_state_name ON account (state, lower(last_name), lower(first_name), id) WHERE (state <> 'ACTIVE');
CREATE TRIGGER end_bell_of_staff AFTER UPDATE OF staff_role, state ON account FOR EACH ROW WHEN (((old.kind = 'internal') AND ((new.staff_role IS DISTINCT FROM old.staff_role) OR (new.state <> old.state)))) EXECUTE FUNCTION end_bell_of_staff();
CREATE TRIGGER end_feed_of_account AFTER UPDATE ON account FOR EACH ROW WHEN (((old.state = 'ACTIVE') AND ((new.state <> 'ACTIVE') OR (new.password_changed_at IS DISTINCT FROM old.password_changed_at)))) EXECUTE FUNCTION end_feed_of_account();
CREATE TRIGGER end_views_of_account AFTER UPDATE OF state, staff_role ON account FOR EACH ROW WHEN ((((old.state = 'ACTIVE') AND (new.state <> 'ACTIVE')) OR (old.staff_role IS DISTINCT FROM new.staff_role))) EXECUTE FUNCTION end_views_of_account();
CREATE CONSTRAINT TRIGGER staff_candidates_of_inactive_saa AFTER UPDATE ON account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state = 'ACTIVE') AND (new.state <> 'ACTIVE'))) EXECUTE FUNCTION staff_candidates_of_inactive_saa();
CREATE TRIGGER update_account_search AFTER INSERT OR UPDATE OF first_name, last_name, email, username ON account FOR EACH ROW EXECUTE FUNCTION update_account_search();

-- The text people are searched by: names, email, user name. A table of its own, so that a sign-in does not write to its
-- indexes.
CREATE TABLE account_search (
  account_id bigint NOT NULL,
  -- Lower case, a space before each word, so that the start of a word can be matched.
  words text NOT NULL,
  CONSTRAINT account_search_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_search_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_search_runs ON account_search USING gin (five_letter_runs(words)) WITH (fastupdate=off);
CREATE INDEX account_search_words ON account_search USING gin (words gin_trgm_ops);

-- Decisions that wait a few seconds before they are carried out, so that they can be undone. Any process carries out
-- those that are due.
CREATE TABLE delayed_decision (
  id bigint GENERATED ALWAYS AS IDENTITY,
  request_id bigint,
  -- The signed contract that was reviewed, where the decision is about one.
  contract_id bigint,
  act text NOT NULL,
  reason text,
  permissions text[],
  decided_by bigint NOT NULL,
  address text,
  decided_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  state text DEFAULT 'HELD' NOT NULL,
  ended_at timestamptz,
  -- Why it could not be carried out, until the decider has read it.
  message text,
  seen_at timestamptz,
  -- Changes of the provider directory that are decided together.
  change_ids bigint[],
  -- What the reviewer saw as the present value of each change, as a hash.
  seen text[],
  -- What the changes are about, as the reviewer sees it in the list of delayed decisions.
  about text,
  CONSTRAINT delayed_decision_pkey PRIMARY KEY (id),
  CONSTRAINT delayed_decision_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES signed_contract(id) ON DELETE CASCADE,
  CONSTRAINT delayed_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT delayed_decision_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE CASCADE,
  CONSTRAINT delayed_decision_act_check CHECK ((act IN ('VALIDATE', 'RETURN', 'APPROVE', 'DENY', 'ACCEPT_CHANGE', 'RETURN_CHANGE'))),
  CONSTRAINT delayed_decision_state_check CHECK ((state IN ('HELD', 'DONE', 'UNDONE', 'REFUSED'))),
  CONSTRAINT delayed_decision_subject CHECK (((request_id IS NULL) = (change_ids IS NOT NULL)))
);
CREATE INDEX delayed_decision_contract ON delayed_decision (contract_id);
CREATE INDEX delayed_decision_decider ON delayed_decision (decided_by, ended_at);
CREATE INDEX delayed_decision_due ON delayed_decision (due_at) WHERE (state = 'HELD');
CREATE UNIQUE INDEX delayed_decision_open ON delayed_decision (request_id) WHERE (state = 'HELD');

-- Four-eyes approvals: what one staff administrator asks for and another must approve before it is done.
CREATE TABLE four_eyes_approval (
  id bigint GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  kind text NOT NULL,
  -- What it is about: the same cannot be asked for twice.
  subject text NOT NULL,
  npi text,
  -- From here to phone_ext: the invitation as it was entered.
  entity text,
  permissions text[] DEFAULT '{}'[] NOT NULL,
  first_name text,
  last_name text,
  email text,
  phone text,
  phone_ext text,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  -- The request about an application, as it was entered. Never a secret.
  application jsonb,
  CONSTRAINT four_eyes_approval_pkey PRIMARY KEY (id),
  CONSTRAINT four_eyes_approval_public_id_key UNIQUE (public_id),
  CONSTRAINT four_eyes_approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT four_eyes_approval_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT four_eyes_approval_kind_check CHECK ((kind IN ('INVITE_SAA', 'LIFT_HOLD', 'INVITE_ADMINISTRATOR', 'MAKE_ADMINISTRATOR', 'ADD_APPLICATION', 'CHANGE_APPLICATION', 'ROTATE_SECRET', 'ENABLE_APPLICATION')))
);
CREATE INDEX four_eyes_approval_due ON four_eyes_approval (expires_at) WHERE (decided_at IS NULL);
CREATE UNIQUE INDEX four_eyes_approval_open ON four_eyes_approval (kind, subject) WHERE (decided_at IS NULL);

-- Failed proofs for an NPI that its provider has not been notified about. One notice a day at most.
CREATE TABLE provider_notice (
  npi text COLLATE "C" NOT NULL,
  pending integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  notified_at timestamptz,
  -- Brand of the last failure; the notice is sent under it.
  brand text,
  -- A quiz or code failed, which is reported at once. A single mistyped number waits for a second failure.
  proof_failed boolean DEFAULT false NOT NULL,
  CONSTRAINT provider_notice_pkey PRIMARY KEY (npi)
);

-- Links mailed with notices about a registration, and the holds they caused. An OBJECTION of an SAA who is being
-- replaced goes to staff and holds nothing.
CREATE TABLE registration_hold (
  id bigint GENERATED ALWAYS AS IDENTITY,
  npi text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  -- What the notice reported: failed proofs, a request, or a new SAA.
  event text DEFAULT 'FAILED' NOT NULL,
  -- Time of the event; of the last one, if there were several.
  event_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set by the button on the linked page: from then on the NPI is on hold.
  held_at timestamptz,
  lifted_at timestamptz,
  kind text DEFAULT 'HOLD' NOT NULL,
  account_id bigint,
  request_id bigint,
  CONSTRAINT registration_hold_pkey PRIMARY KEY (id),
  CONSTRAINT registration_hold_token_hash_key UNIQUE (token_hash),
  CONSTRAINT registration_hold_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT registration_hold_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE CASCADE,
  CONSTRAINT registration_hold_event_check CHECK ((event IN ('FAILED', 'REQUESTED', 'NEW_SAA'))),
  CONSTRAINT registration_hold_kind_check CHECK ((kind IN ('HOLD', 'OBJECTION')))
);
CREATE INDEX registration_hold_npi ON registration_hold (npi) WHERE ((held_at IS NOT NULL) AND (lifted_at IS NULL));

-- The person whom the SAA of an entity named as successor, and the takeover when the SAA leaves or is inactive.
CREATE TABLE saa_successor (
  id bigint GENERATED ALWAYS AS IDENTITY,
  entity text COLLATE "C" NOT NULL,
  saa_grant_id bigint NOT NULL,
  successor_grant_id bigint NOT NULL,
  -- NAMED: the successor has not answered. AGREED: named and willing. OFFERED: may take over. WAITING: accepted, and
  -- the
objection period runs. STAFF: plan staff decide.
  state text NOT NULL,
  named_at timestamptz NOT NULL,
  agreed_at timestamptz,
  -- The naming ends then unless the SAA confirms it before.
  confirm_due_at timestamptz NOT NULL,
  reminded_at timestamptz,
  -- When the SAA was suspended for inactivity. The offer follows a while later.
  inactive_since timestamptz,
  -- Why the successor may take over: the SAA left, or was suspended for inactivity.
  cause text,
  offered_at timestamptz,
  accepted_at timestamptz,
  -- When access as SAA begins, unless someone objects.
  due_at timestamptz,
  -- Why plan staff decide: they removed or suspended the SAA, the NPI is on hold, or someone objected.
  staff_reason text,
  staff_agreed_by bigint,
  -- When plan staff agreed. The takeover then needs the acceptance of the successor only.
  staff_agreed_at timestamptz,
  end_reason text,
  -- When it was done or ended. Null while the scheduled job still has to record and report an end that a trigger set.
  ended_at timestamptz,
  CONSTRAINT saa_successor_pkey PRIMARY KEY (id),
  CONSTRAINT saa_successor_saa_grant_id_fkey FOREIGN KEY (saa_grant_id) REFERENCES access_grant(id) ON DELETE CASCADE,
  CONSTRAINT saa_successor_staff_agreed_by_fkey FOREIGN KEY (staff_agreed_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT saa_successor_successor_grant_id_fkey FOREIGN KEY (successor_grant_id) REFERENCES access_grant(id) ON DELETE CASCADE,
  CONSTRAINT saa_successor_cause_check CHECK ((cause IN ('LEFT', 'INACTIVE'))),
  CONSTRAINT saa_successor_check CHECK ((saa_grant_id <> successor_grant_id)),
  CONSTRAINT saa_successor_check1 CHECK (((state = 'ENDED') = (end_reason IS NOT NULL))),
  CONSTRAINT saa_successor_check2 CHECK (((state <> 'WAITING') OR ((accepted_at IS NOT NULL) AND (due_at IS NOT NULL)))),
  CONSTRAINT saa_successor_check3 CHECK (((state <> 'STAFF') OR (staff_reason IS NOT NULL))),
  CONSTRAINT saa_successor_end_reason_check CHECK ((end_reason IN ('WITHDRAWN', 'DECLINED', 'NOT_CONFIRMED', 'SAA_LOST_ACCESS', 'SUCCESSOR_LOST_ACCESS', 'SAA_RETURNED', 'NEW_SAA', 'REFUSED'))),
  CONSTRAINT saa_successor_staff_reason_check CHECK ((staff_reason IN ('REMOVED', 'HOLD', 'OBJECTION'))),
  CONSTRAINT saa_successor_state_check CHECK ((state IN ('NAMED', 'AGREED', 'OFFERED', 'WAITING', 'STAFF', 'DONE', 'ENDED')))
);
CREATE INDEX saa_successor_confirm ON saa_successor (confirm_due_at) WHERE (state IN ('NAMED', 'AGREED'));
CREATE INDEX saa_successor_due ON saa_successor (due_at) WHERE (state = 'WAITING');
CREATE INDEX saa_successor_ended ON saa_successor (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX saa_successor_inactive ON saa_successor (inactive_since) WHERE ((state = 'AGREED') AND (inactive_since IS NOT NULL));
CREATE UNIQUE INDEX saa_successor_open ON saa_successor (entity) WHERE (state <> ALL (ARRAY['DONE', 'ENDED']));
CREATE INDEX saa_successor_saa ON saa_successor (saa_grant_id);
CREATE INDEX saa_successor_staff ON saa_successor (id) WHERE (state IN ('OFFERED', 'WAITING', 'STAFF'));
CREATE INDEX saa_successor_successor ON saa_successor (successor_grant_id);
CREATE INDEX saa_successor_unreported ON saa_successor (id) WHERE ((state = 'ENDED') AND (ended_at IS NULL));

-- Security questions of an account; the answers are hashed.
CREATE TABLE security_answer (
  account_id bigint NOT NULL,
  slot smallint NOT NULL,
  question text NOT NULL,
  answer_hash text NOT NULL,
  CONSTRAINT security_answer_pkey PRIMARY KEY (account_id, slot),
  CONSTRAINT security_answer_account_id_question_key UNIQUE (account_id, question),
  CONSTRAINT security_answer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT security_answer_slot_check CHECK (((slot >= 1) AND (slot <= 3)))
);

-- Notes of staff about a request or a change of the provider directory. The office never sees them.
CREATE TABLE staff_note (
  id bigint GENERATED ALWAYS AS IDENTITY,
  request_id bigint,
  written_by bigint,
  written_at timestamptz NOT NULL,
  note text NOT NULL,
  change_id bigint,
  CONSTRAINT staff_note_pkey PRIMARY KEY (id),
  CONSTRAINT staff_note_change_id_fkey FOREIGN KEY (change_id) REFERENCES practice_change(id) ON DELETE CASCADE,
  CONSTRAINT staff_note_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE CASCADE,
  CONSTRAINT staff_note_written_by_fkey FOREIGN KEY (written_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT staff_note_subject CHECK ((num_nonnulls(request_id, change_id) = 1))
);
CREATE INDEX staff_note_change ON staff_note (change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX staff_note_request ON staff_note (request_id);

-- Pending requests that may have no SAA left to decide them, so that staff must. Candidates only: readers check each
-- one.
CREATE TABLE staff_request_candidate (
  request_id bigint NOT NULL,
  -- When the bells of plan staff got it. Null while that is due, or while an SAA can decide it.
  announced_at timestamptz,
  CONSTRAINT staff_request_candidate_pkey PRIMARY KEY (request_id)
);

-- Views by support agents: what one provider account sees, for 15 minutes, read only. Valid in the agent’s session
-- alone.
CREATE TABLE staff_view (
  id bigint GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  staff_account_id bigint NOT NULL,
  -- The agent’s session. Null once that session was deleted.
  session_hash bytea,
  account_id bigint NOT NULL,
  reason text NOT NULL,
  opened_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Null while it is open, or if nothing ended it before ends_at.
  ended_at timestamptz,
  unmask_reason text,
  unmask_asked_at timestamptz,
  unmask_decided_at timestamptz,
  unmask_decided_by bigint,
  -- Claims and members’ data are shown: another person approved it.
  unmasked boolean DEFAULT false NOT NULL,
  CONSTRAINT staff_view_pkey PRIMARY KEY (id),
  CONSTRAINT staff_view_public_id_key UNIQUE (public_id),
  CONSTRAINT staff_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT staff_view_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES account_session(id_hash) ON DELETE SET NULL,
  CONSTRAINT staff_view_staff_account_id_fkey FOREIGN KEY (staff_account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT staff_view_unmask_decided_by_fkey FOREIGN KEY (unmask_decided_by) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT staff_view_check CHECK ((unmask_decided_by <> staff_account_id)),
  CONSTRAINT staff_view_check1 CHECK (((NOT unmasked) OR (unmask_decided_at IS NOT NULL)))
);
CREATE INDEX staff_view_agent ON staff_view (staff_account_id, opened_at DESC);
CREATE INDEX staff_view_asked ON staff_view (unmask_asked_at) WHERE ((unmask_asked_at IS NOT NULL) AND (unmask_decided_at IS NULL));
CREATE INDEX staff_view_decider ON staff_view (unmask_decided_by) WHERE (unmask_decided_by IS NOT NULL);
CREATE UNIQUE INDEX staff_view_open ON staff_view (staff_account_id) WHERE (ended_at IS NULL);
CREATE INDEX staff_view_opened ON staff_view (opened_at);
CREATE INDEX staff_view_session ON staff_view (session_hash) WHERE (session_hash IS NOT NULL);
CREATE INDEX staff_view_viewed ON staff_view (account_id, opened_at DESC);

-- Adds a request that became pending to staff_request_candidate.
CREATE FUNCTION add_staff_candidate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    insert into staff_request_candidate values (new.id) on conflict do nothing;
    return null;
  end $$;

-- Adds the pending requests at or below these entities to staff_request_candidate. The lock excludes the sweep, which
-- would not see that an SAA is gone.
CREATE FUNCTION add_staff_candidates_below(entities text[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
  begin
    perform pg_advisory_xact_lock_shared(7262, 104);
    insert into staff_request_candidate
      select distinct r.id from access_grant g join access_request r on r.id = g.request_id
      where g.state = 'PENDING_APPROVAL' and (g.entity = any(entities) or g.reach && entities)
        and r.path = 'APPROVAL' and r.state = 'PENDING_APPROVAL' order by r.id
      on conflict do nothing;
  end $$;

-- Ends views when the agent loses the role, or the agent’s or the viewed account is suspended or closed.
CREATE FUNCTION end_views_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  update staff_view set ended_at = least(now(), ends_at)
  where ended_at is null and (staff_account_id = new.id or account_id = new.id);
  return null;
end $$;

-- Ends the view of a support agent with the agent’s session.
CREATE FUNCTION end_views_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  update staff_view set ended_at = new.ended_at where session_hash = new.id_hash and ended_at is null;
  return null;
end $$;

-- All runs of five letters within the words.
CREATE FUNCTION five_letter_runs(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 10000
AS $$
  declare
    word text;
    grams text[] := '{}';
  begin
    foreach word in array string_to_array(words, ' ') loop
      for at in 1..length(word) - 4 loop
        grams := grams || substr(word, at, 5);
      end loop;
    end loop;
    return grams;
  end $$;

-- Ends the naming of a successor, or leaves it to plan staff, when the access behind it changes.
CREATE FUNCTION follow_grant_of_successor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
declare
  by_inactivity boolean;
begin
  if new.state = 'ACTIVE' and new.role = 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'NEW_SAA'
      where entity = new.entity and state not in ('DONE', 'ENDED') and saa_grant_id <> new.id;
    update saa_successor set state = 'ENDED', end_reason = 'SAA_RETURNED'
      where saa_grant_id = new.id and state in ('OFFERED', 'WAITING', 'STAFF');
    update saa_successor set inactive_since = null
      where saa_grant_id = new.id and state = 'AGREED' and inactive_since is not null;
    return null;
  end if;
  if new.state <> 'ACTIVE' and old.state = 'ACTIVE' then
    update saa_successor set state = 'ENDED', end_reason = 'SUCCESSOR_LOST_ACCESS'
      where successor_grant_id = new.id and state not in ('DONE', 'ENDED');
  end if;
  if new.role <> 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state not in ('DONE', 'ENDED');
    return null;
  end if;
  -- An account that was not used for a long time is suspended before its grants, in the same transaction.
  by_inactivity := new.state = 'SUSPENDED' and new.suspended_as = 'SYSTEM' and exists (
    select from account a where a.id = new.account_id and a.state = 'SUSPENDED' and a.suspended_as = 'SYSTEM');
  if by_inactivity then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
  elsif new.state = 'REVOKED' or new.suspended_as = 'STAFF' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
    -- An SAA who leaves has offered it before.
    update saa_successor set state = 'STAFF', staff_reason = 'REMOVED', due_at = null, staff_agreed_at = null,
        staff_agreed_by = null
      where saa_grant_id = new.id and cause is distinct from 'LEFT'
        and state in ('AGREED', 'OFFERED', 'WAITING', 'STAFF');
  else
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and cause is distinct from 'LEFT' and state not in ('DONE', 'ENDED');
  end if;
  return null;
end $$;

-- Index keys of a grant: each entity with the week the grant was made and the week it became active.
CREATE FUNCTION grant_weeks(entities text[], made timestamp with time zone, begun timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select array(
    select distinct e || '@' || floor(extract(epoch from at at time zone 'UTC') / 604800)::int
    from unnest(entities) e, unnest(array[made, begun]) at where at is not null)
$$;

-- Updates the reach of grants when the network changes.
CREATE FUNCTION reach_after_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  declare
    moved text[];
    changed text[];
  begin
    if tg_table_name = 'provider_group' then
      moved := array(select n.group_id from new_rows n join old_rows o using (group_id)
        where n.org_id is distinct from o.org_id);
      if moved = '{}' then return null; end if;
      update access_grant g set reach = reach_of(g.scope_kind, g.scope_id, g.group_id)
        from unnest(moved) m (group_id) where g.entity = 'GROUP:' || m.group_id;
      changed := array(select distinct npi from group_member where group_id = any(moved));
    elsif tg_table_name = 'network_provider' and tg_op = 'UPDATE' then
      changed := array(select npi from (select npi, org_id from new_rows except select npi, org_id from old_rows) c);
    elsif tg_op = 'DELETE' then
      changed := array(select distinct npi from old_rows);
    else
      changed := array(select distinct npi from new_rows);
    end if;
    if changed <> '{}' then perform refresh_reach(changed); end if;
    return null;
  end $$;

-- Computes access_grant.reach from the current network.
CREATE FUNCTION reach_of(of_kind text, of_id text, of_group text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $$
  select case
    when of_kind = 'NPI' then array(
      select distinct e from covering_entities(of_id) e where e <> 'NPI:' || of_id order by 1)
    when of_kind = 'PO' and of_group is null then '{}'
    else array(select 'PO:' || g.org_id from provider_group g
      where g.group_id = coalesce(of_group, of_id) and g.org_id is not null) end
$$;

-- Sets the reach of a new grant.
CREATE FUNCTION reach_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    new.reach := reach_of(new.scope_kind, new.scope_id, new.group_id);
    return new;
  end $$;

-- Updates the reach of grants for these NPIs.
CREATE FUNCTION refresh_reach(changed text[])
 RETURNS void
 LANGUAGE sql
AS $$
  update access_grant g set reach = now.reach
  from (select a.id, reach_of(a.scope_kind, a.scope_id, a.group_id) as reach
    from unnest(changed) c (npi) join access_grant a on a.scope_kind = 'NPI' and a.scope_id = c.npi) now
  where g.id = now.id and g.reach <> now.reach
$$;

-- The account of an SAA is no longer active.
CREATE FUNCTION staff_candidates_of_inactive_saa()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform add_staff_candidates_below(array(
      select entity from access_grant where account_id = new.id and role = 'SAA' and state = 'ACTIVE'));
    return null;
  end $$;

-- The reach of a pending grant changed with the network.
CREATE FUNCTION staff_candidates_of_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform add_staff_candidates_below(array[new.entity]);
    return null;
  end $$;

-- An entity lost its SAA.
CREATE FUNCTION staff_candidates_without_saa()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform add_staff_candidates_below(array[old.entity]);
    return null;
  end $$;

-- Maintains account_search.
CREATE FUNCTION update_account_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    insert into account_search (account_id, words)
      values (new.id, lower(' ' || new.first_name || ' ' || new.last_name || ' ' || new.email || ' ' || coalesce(new.username, '')))
      on conflict (account_id) do update set words = excluded.words;
    return null;
  end $$;

-- ===== provider-directory =====

-- Daily mail with the accepted changes, to an SAA or an address on file: at most one a day.
CREATE TABLE change_summary (
  id bigint GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  -- The account, or the address in lower case.
  recipient text NOT NULL,
  account_id bigint,
  email text NOT NULL,
  sent_at timestamptz NOT NULL,
  CONSTRAINT change_summary_pkey PRIMARY KEY (id),
  CONSTRAINT change_summary_recipient_day_key UNIQUE (recipient, day),
  CONSTRAINT change_summary_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX change_summary_sent ON change_summary (sent_at);

-- The changes that a daily mail listed.
CREATE TABLE change_summary_entry (
  summary_id bigint NOT NULL,
  change_id bigint NOT NULL,
  CONSTRAINT change_summary_entry_pkey PRIMARY KEY (summary_id, change_id),
  CONSTRAINT change_summary_entry_change_id_fkey FOREIGN KEY (change_id) REFERENCES practice_change(id) ON DELETE CASCADE,
  CONSTRAINT change_summary_entry_summary_id_fkey FOREIGN KEY (summary_id) REFERENCES change_summary(id) ON DELETE CASCADE
);
CREATE INDEX change_summary_entry_change ON change_summary_entry (change_id);

-- Attestations of the published directory, and their withdrawals. Rows are never changed or deleted.
CREATE TABLE directory_attestation (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Set on a withdrawal: the attestation that no longer holds.
  withdraws bigint,
  officer_name text,
  officer_title text,
  attested_on date,
  -- Of the publication that was current when the attestation was recorded.
  manifest_sha256 text,
  published_at timestamptz,
  statement text,
  reason text,
  recorded_at timestamptz NOT NULL,
  recorded_by bigint NOT NULL,
  CONSTRAINT directory_attestation_pkey PRIMARY KEY (id),
  CONSTRAINT directory_attestation_withdraws_key UNIQUE (withdraws),
  CONSTRAINT directory_attestation_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id),
  CONSTRAINT directory_attestation_withdraws_fkey FOREIGN KEY (withdraws) REFERENCES directory_attestation(id),
  CONSTRAINT directory_attestation_check CHECK (
CASE
    WHEN (withdraws IS NULL) THEN ((num_nulls(officer_name, officer_title, attested_on, manifest_sha256, published_at, statement) = 0) AND (reason IS NULL))
    ELSE ((num_nonnulls(officer_name, officer_title, attested_on, manifest_sha256, published_at, statement) = 0) AND (reason IS NOT NULL))
END)
);
CREATE TRIGGER directory_attestation_fixed BEFORE DELETE OR UPDATE ON directory_attestation FOR EACH ROW EXECUTE FUNCTION refuse_attestation_change();

-- Figures of the published directory, one row a day. A job writes them with the findings.
CREATE TABLE directory_day (
  -- A day in the plan's time zone.
  day date NOT NULL,
  checked_at timestamptz NOT NULL,
  published_rows integer NOT NULL,
  -- Published rows that were verified within the days that count as current.
  verified_rows integer NOT NULL,
  providers integer NOT NULL,
  -- The number of findings of each kind.
  findings jsonb NOT NULL,
  -- When staff asked to check again. The check clears it.
  recheck_asked_at timestamptz,
  CONSTRAINT directory_day_pkey PRIMARY KEY (day)
);

-- What the newest check found missing, overdue or doubtful. Each check replaces all rows.
CREATE TABLE directory_finding (
  kind text COLLATE "C" NOT NULL,
  -- What was found: an NPI, the id of a practice or of a location, or several of them.
  subject text COLLATE "C" NOT NULL,
  npi text COLLATE "C",
  location_id text COLLATE "C",
  -- The provider's or the location's name, by which lists are sorted.
  name text NOT NULL,
  place text NOT NULL,
  phone text NOT NULL,
  -- How many published rows, or locations, the finding is about.
  entries integer NOT NULL,
  since date,
  -- Ids of the groups or locations that are the same.
  others text NOT NULL,
  -- Lowercase words that a search matches, with a space before each.
  search_text text NOT NULL,
  CONSTRAINT directory_finding_pkey PRIMARY KEY (kind, subject)
);
CREATE INDEX directory_finding_order ON directory_finding (kind, name, subject);
CREATE INDEX directory_finding_search ON directory_finding USING gin (search_text gin_trgm_ops);

-- Completed publications of the directory as files. A row is written once crawlers see the set.
CREATE TABLE directory_publication (
  id bigint GENERATED ALWAYS AS IDENTITY,
  published_at timestamptz NOT NULL,
  -- SHA-256 of index.json, in hex: what an attestation names.
  manifest_sha256 text NOT NULL,
  file_count integer NOT NULL,
  -- Resources in the NDJSON files. Bundles repeat them.
  resource_count integer NOT NULL,
  -- Size of all files of the set, compressed.
  bytes bigint NOT NULL,
  CONSTRAINT directory_publication_pkey PRIMARY KEY (id)
);

-- Random samples of published rows, which staff check by phone.
CREATE TABLE directory_sample (
  id bigint GENERATED ALWAYS AS IDENTITY,
  seed text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  day date NOT NULL,
  frame_size integer NOT NULL,
  -- SHA-256 of the lines, in hex.
  frame_sha256 text NOT NULL,
  -- The rows that could be drawn, as gzip of lines 'practice id,NPI' in the order of the ids, so that the draw can be
  -- repeated.
  frame bytea NOT NULL,
  drawn_at timestamptz NOT NULL,
  drawn_by bigint NOT NULL,
  finished_at timestamptz,
  finished_by bigint,
  reached integer,
  -- Rows that were reached with every field correct, counted when the sample was finished.
  correct integer,
  CONSTRAINT directory_sample_pkey PRIMARY KEY (id),
  CONSTRAINT directory_sample_drawn_by_fkey FOREIGN KEY (drawn_by) REFERENCES account(id),
  CONSTRAINT directory_sample_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES account(id),
  CONSTRAINT directory_sample_size_check CHECK ((size > 0))
);

-- A provider at a location, in a group and a network: accepted values only. What members and /fhir show.
CREATE TABLE practice (
  id bigint GENERATED ALWAYS AS IDENTITY,
  npi text COLLATE "C" NOT NULL,
  location_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C",
  network_id text COLLATE "C",
  -- Taxonomy codes of the national code set, separated by semicolons.
  specialty text,
  accepting_new_patients text,
  telehealth boolean,
  -- Codes of ISO 639 (BCP 47), sorted.
  languages text[] DEFAULT '{}'[] NOT NULL,
  published boolean DEFAULT true NOT NULL,
  -- The first day on which the provider no longer practices here, as the office says.
  ends_on date,
  -- The values of the last file, as in practice_location. Null for a row that an office added.
  file_values jsonb,
  version integer DEFAULT 1 NOT NULL,
  loaded_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  verified_at timestamptz,
  verified_by bigint,
  -- Set when a snapshot of the file no longer has the row.
  left_at timestamptz,
  CONSTRAINT practice_pkey PRIMARY KEY (id),
  CONSTRAINT practice_npi_location_id_group_id_network_id_key UNIQUE NULLS NOT DISTINCT (npi, location_id, group_id, network_id),
  CONSTRAINT practice_location_id_fkey FOREIGN KEY (location_id) REFERENCES practice_location(location_id),
  CONSTRAINT practice_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES account(id),
  CONSTRAINT practice_accepting_new_patients_check CHECK ((accepting_new_patients IN ('Y', 'N', 'EXISTING', 'FAMILY')))
);
CREATE INDEX practice_ends ON practice (ends_on) WHERE (ends_on IS NOT NULL);
CREATE INDEX practice_group ON practice (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX practice_location_id ON practice (location_id);
CREATE INDEX practice_network ON practice (network_id) WHERE (network_id IS NOT NULL);
CREATE INDEX practice_specialties ON practice USING gin (string_to_array(specialty, ';')) WHERE ((left_at IS NULL) AND published);
CREATE INDEX practice_verified ON practice (COALESCE(verified_at, loaded_at)) WHERE ((left_at IS NULL) AND published);

-- Changes that offices ask for, and what became of them.
CREATE TABLE practice_change (
  id bigint GENERATED ALWAYS AS IDENTITY,
  npi text COLLATE "C" NOT NULL,
  practice_id bigint,
  location_id text COLLATE "C",
  field text NOT NULL,
  value_before jsonb,
  value_after jsonb,
  source text NOT NULL,
  scope_kind text,
  scope_id text,
  verification_id bigint,
  account_id bigint NOT NULL,
  reported_at timestamptz NOT NULL,
  -- The end of the second business day after the report.
  due_at timestamptz NOT NULL,
  state text NOT NULL,
  -- True if a rule of the plan accepted the change.
  is_automatic boolean DEFAULT false NOT NULL,
  taken_by bigint,
  taken_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  -- The SAA who said so.
  disputed_by bigint,
  -- When a recipient of the daily summary said that an accepted change is wrong. It waits for staff again.
  disputed_at timestamptz,
  cohort_id integer,
  dispute_note text,
  -- The address on file from which it was said, without an account.
  disputed_email text,
  CONSTRAINT practice_change_pkey PRIMARY KEY (id),
  CONSTRAINT practice_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT practice_change_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  CONSTRAINT practice_change_disputed_by_fkey FOREIGN KEY (disputed_by) REFERENCES account(id),
  CONSTRAINT practice_change_location_id_fkey FOREIGN KEY (location_id) REFERENCES practice_location(location_id) ON DELETE CASCADE,
  CONSTRAINT practice_change_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES practice(id) ON DELETE CASCADE,
  CONSTRAINT practice_change_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES account(id),
  CONSTRAINT practice_change_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verification(id) ON DELETE SET NULL,
  CONSTRAINT practice_change_source_check CHECK ((source IN ('PAGE', 'FILE', 'REPORT'))),
  CONSTRAINT practice_change_state_check CHECK ((state IN ('WAITING', 'ACCEPTED', 'RETURNED')))
);
CREATE INDEX practice_change_account ON practice_change (account_id, id);
CREATE INDEX practice_change_automatic ON practice_change (decided_at, id) WHERE ((state <> 'WAITING') AND is_automatic);
CREATE INDEX practice_change_cohort ON practice_change (cohort_id, decided_at DESC, id) WHERE ((decided_at IS NOT NULL) AND (cohort_id IS NOT NULL) AND (NOT is_automatic));
CREATE INDEX practice_change_decided ON practice_change (decided_at, id) WHERE (state <> 'WAITING');
CREATE INDEX practice_change_location ON practice_change (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX practice_change_npi ON practice_change (npi, id);
CREATE INDEX practice_change_of_location ON practice_change (location_id) WHERE ((state = 'WAITING') AND (location_id IS NOT NULL));
CREATE INDEX practice_change_of_practice ON practice_change (practice_id) WHERE ((state = 'WAITING') AND (practice_id IS NOT NULL));
CREATE UNIQUE INDEX practice_change_once ON practice_change (COALESCE(('location ' || location_id), ('practice ' || (practice_id)::text), ('provider ' || npi)), field, md5((value_after)::text), (
CASE
    WHEN (field = 'other') THEN account_id
    ELSE NULL::bigint
END)) NULLS NOT DISTINCT WHERE ((state = 'WAITING') AND (disputed_at IS NULL));
CREATE INDEX practice_change_open ON practice_change (npi) WHERE (state = 'WAITING');
CREATE INDEX practice_change_taken ON practice_change (taken_by) WHERE ((state = 'WAITING') AND (taken_by IS NOT NULL));
CREATE INDEX practice_change_verification ON practice_change (verification_id) WHERE (verification_id IS NOT NULL);
CREATE INDEX practice_change_waiting ON practice_change (due_at, id) WHERE (state = 'WAITING');
CREATE TRIGGER cohort_of_report BEFORE INSERT OR UPDATE OF npi ON practice_change FOR EACH ROW EXECUTE FUNCTION cohort_of_report();

-- Locations where providers practice: accepted values only.
CREATE TABLE practice_location (
  location_id text COLLATE "C" NOT NULL,
  name text,
  address_1 text,
  address_2 text,
  city text,
  state text,
  zip text,
  phone text,
  fax text,
  hours text,
  accessibility text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  -- The values of the last file. A file changes a value only if it differs from these, so that an accepted change of an
  -- office stays until the plan's own value changes. Null for a location that an office added.
  file_values jsonb,
  -- Counts changes. A verification or a change names the version that it was based on.
  version integer DEFAULT 1 NOT NULL,
  changed_at timestamptz NOT NULL,
  left_at timestamptz,
  CONSTRAINT practice_location_pkey PRIMARY KEY (location_id)
);
CREATE INDEX practice_location_place ON practice_location (latitude, longitude) WHERE (left_at IS NULL);
CREATE INDEX practice_location_zip ON practice_location (zip);
CREATE INDEX practice_location_zip_area ON practice_location ("left"(zip, 5) COLLATE "C") WHERE (left_at IS NULL);

-- The published directory: every resource of the files and of /fhir. Only refreshPublished writes it.
CREATE TABLE published_resource (
  type text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- json, not jsonb: the files contain it to the letter.
  resource json NOT NULL,
  -- SHA-256 of the resource without meta.lastUpdated. A refresh writes only what changed.
  hash bytea NOT NULL,
  -- When the content last changed, never when it was published.
  last_updated timestamptz NOT NULL,
  -- Ids of the networks whose Bundle contains the resource.
  networks text[] NOT NULL,
  -- With source_id: the provider, location, group, organization or plan whose refresh writes and deletes the resource.
  source_kind text NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  -- Hash of the search parameters by which published_value was written. A refresh writes the values again if it
  -- differs.
  search_form text COLLATE "C",
  CONSTRAINT published_resource_pkey PRIMARY KEY (type, id),
  CONSTRAINT published_resource_source_kind_check CHECK ((source_kind IN ('NPI', 'LOCATION', 'GROUP', 'ORGANIZATION', 'PLAN')))
);
CREATE INDEX published_resource_source ON published_resource (source_kind, source_id);
CREATE INDEX published_resource_updated ON published_resource (type, last_updated, id);

-- Search values of published_resource, by the guide's search parameters. The refresh writes both.
CREATE TABLE published_value (
  type text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The parameter's name. With :exact, :contains, :text or :ofType, the form for that modifier.
  parameter text COLLATE "C" NOT NULL,
  -- Every search is an equality or a prefix: a normalized text, a reference such as Location/1, a token as code|system
  -- or |system.
  value text COLLATE "C" NOT NULL,
  CONSTRAINT published_value_pkey PRIMARY KEY (type, parameter, value, id)
);
CREATE INDEX published_value_resource ON published_value (type, id, parameter, value);

-- Empty. The previous release writes here during a rolling restart, and a trigger moves it.
CREATE TABLE roster_change (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  npi text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  details text NOT NULL,
  reported_at timestamptz NOT NULL,
  answer text,
  answered_at timestamptz,
  answered_by bigint,
  cohort_id integer,
  CONSTRAINT roster_change_pkey PRIMARY KEY (id),
  CONSTRAINT roster_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT roster_change_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES account(id),
  CONSTRAINT roster_change_kind_check CHECK ((kind IN ('ADDRESS', 'PHONE', 'JOINED', 'LEFT', 'OTHER')))
);
CREATE INDEX roster_change_account ON roster_change (account_id, id);
CREATE INDEX roster_change_answered ON roster_change (id) WHERE (answered_at IS NOT NULL);
CREATE INDEX roster_change_cohort ON roster_change (cohort_id, answered_at DESC, id) WHERE ((answered_at IS NOT NULL) AND (cohort_id IS NOT NULL));
CREATE INDEX roster_change_npi ON roster_change (npi, id);
CREATE UNIQUE INDEX roster_change_once ON roster_change (account_id, npi, kind, md5(details)) WHERE (answered_at IS NULL);
CREATE INDEX roster_change_waiting ON roster_change (id) WHERE (answered_at IS NULL);
CREATE TRIGGER move_report BEFORE INSERT ON roster_change FOR EACH ROW EXECUTE FUNCTION move_report();

-- Headings of the last spreadsheet that verified a scope, and what their columns hold.
CREATE TABLE roster_file_heading (
  id bigint GENERATED ALWAYS AS IDENTITY,
  scope_kind text NOT NULL,
  scope_id text NOT NULL,
  headings jsonb NOT NULL,
  -- When a file was last uploaded with these headings.
  used_at timestamptz NOT NULL,
  CONSTRAINT roster_file_heading_pkey PRIMARY KEY (id),
  CONSTRAINT roster_file_heading_scope_kind_scope_id_key UNIQUE (scope_kind, scope_id)
);
CREATE INDEX roster_file_heading_used ON roster_file_heading (used_at);

-- The rows of a sample and what the calls found.
CREATE TABLE sampled_practice (
  sample_id bigint NOT NULL,
  -- The order in which rows were drawn, from 1.
  "position" integer NOT NULL,
  practice_id bigint NOT NULL,
  npi text COLLATE "C" NOT NULL,
  -- What the directory said when the row was drawn.
  shown jsonb NOT NULL,
  outcome text,
  wrong_fields text[] DEFAULT '{}'[] NOT NULL,
  note text DEFAULT '' NOT NULL,
  -- Counts saves. A save names the version that it was based on.
  version integer DEFAULT 0 NOT NULL,
  entered_at timestamptz,
  entered_by bigint,
  CONSTRAINT sampled_practice_pkey PRIMARY KEY (sample_id, "position"),
  CONSTRAINT sampled_practice_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES account(id),
  CONSTRAINT sampled_practice_sample_id_fkey FOREIGN KEY (sample_id) REFERENCES directory_sample(id) ON DELETE CASCADE,
  CONSTRAINT sampled_practice_check CHECK (((outcome IS NOT NULL) OR (wrong_fields = '{}'[]))),
  CONSTRAINT sampled_practice_check1 CHECK (((outcome IS DISTINCT FROM 'NOT_REACHED') OR (wrong_fields = '{}'[]))),
  CONSTRAINT sampled_practice_outcome_check CHECK ((outcome IN ('REACHED', 'NOT_REACHED')))
);

-- Providers that plan staff withhold from the published directory.
CREATE TABLE suppressed_provider (
  npi text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  suppressed_by bigint NOT NULL,
  suppressed_at timestamptz NOT NULL,
  CONSTRAINT suppressed_provider_pkey PRIMARY KEY (npi),
  CONSTRAINT suppressed_provider_suppressed_by_fkey FOREIGN KEY (suppressed_by) REFERENCES account(id)
);
CREATE INDEX suppressed_provider_at ON suppressed_provider (suppressed_at);

-- Receipts: who verified directory data of a scope, and when.
CREATE TABLE verification (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  scope_kind text NOT NULL,
  scope_id text NOT NULL,
  source text NOT NULL,
  verified_at timestamptz NOT NULL,
  -- Made by the browser for each attempt to verify, so that the same post after a time-out returns the stored result.
  request_key text,
  -- Hash of that post. The same key with another content is refused.
  request_hash bytea,
  result jsonb,
  CONSTRAINT verification_pkey PRIMARY KEY (id),
  CONSTRAINT verification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT verification_source_check CHECK ((source IN ('PAGE', 'FILE')))
);
CREATE INDEX verification_account ON verification (account_id, id);
CREATE UNIQUE INDEX verification_request ON verification (account_id, request_key);
CREATE INDEX verification_scope ON verification (scope_kind, scope_id, id);

-- What a person has confirmed and changed, but not sent yet. Ends with the verification or the access.
CREATE TABLE verification_draft (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  scope_kind text NOT NULL,
  scope_id text NOT NULL,
  items jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  CONSTRAINT verification_draft_pkey PRIMARY KEY (id),
  CONSTRAINT verification_draft_account_id_scope_kind_scope_id_key UNIQUE (account_id, scope_kind, scope_id),
  CONSTRAINT verification_draft_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX verification_draft_saved ON verification_draft (saved_at);

-- The last reminder of each stage that a person got about directory data that is due.
CREATE TABLE verification_reminder (
  account_id bigint NOT NULL,
  -- Days before the due date.
  stage smallint NOT NULL,
  -- The earliest due date when the reminder was sent.
  due_on date NOT NULL,
  sent_at timestamptz NOT NULL,
  CONSTRAINT verification_reminder_pkey PRIMARY KEY (account_id, stage),
  CONSTRAINT verification_reminder_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

-- What each verified row said at that moment.
CREATE TABLE verified_practice (
  verification_id bigint NOT NULL,
  practice_id bigint NOT NULL,
  npi text COLLATE "C" NOT NULL,
  shown jsonb NOT NULL,
  CONSTRAINT verified_practice_pkey PRIMARY KEY (verification_id, practice_id),
  CONSTRAINT verified_practice_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES practice(id) ON DELETE CASCADE,
  CONSTRAINT verified_practice_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verification(id) ON DELETE CASCADE
);
CREATE INDEX verified_practice_practice ON verified_practice (practice_id, verification_id);

-- Sets the cohort of a change. No lock, so that reporting does not wait for an import; the sweep corrects what was
-- written meanwhile.
CREATE FUNCTION cohort_of_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    new.cohort_id := (select n.cohort_id from network_provider n where n.npi = new.npi);
    return new;
  end $$;

-- Distance along a great circle (haversine) between two points in degrees.
CREATE FUNCTION miles_between(latitude_1 double precision, longitude_1 double precision, latitude_2 double precision, longitude_2 double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $$
  select 2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(latitude_2 - latitude_1) / 2), 2)
    + cos(radians(latitude_1)) * cos(radians(latitude_2)) * power(sin(radians(longitude_2 - longitude_1) / 2), 2))))
$$;

-- Moves a report that the previous release writes into the queue.
CREATE FUNCTION move_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    perform practice_change_of_report(new);
    return null;
  end $$;

-- Moves a report in words into the queue of changes.
CREATE FUNCTION practice_change_of_report(r roster_change)
 RETURNS void
 LANGUAGE sql
AS $$
  insert into practice_change (npi, field, value_after, source, account_id, reported_at, due_at, state, decided_by,
    decided_at, answer)
  select r.npi, 'other', jsonb_build_object('kind', r.kind, 'details', r.details), 'REPORT', r.account_id, r.reported_at,
    ((select d.day from (
        select (r.reported_at at time zone 'America/New_York')::date + n as day from generate_series(1, 6) n) d
      where extract(isodow from d.day) < 6 order by d.day offset 1 limit 1) + time '23:59:59.999')
      at time zone 'America/New_York',
    case when r.answered_at is null then 'WAITING' else 'ACCEPTED' end, r.answered_by, r.answered_at, r.answer
  on conflict do nothing;
$$;

-- Attestations and withdrawals stay as they were recorded.
CREATE FUNCTION refuse_attestation_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  begin
    raise exception 'Attestations are only added.';
  end $$;

-- ===== registration =====

-- Used captcha solutions: each opens one registration.
CREATE TABLE captcha_spent (
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT captcha_spent_pkey PRIMARY KEY (challenge)
);

-- Attempts to prove an identity that count against a limit.
CREATE TABLE identity_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  npi text COLLATE "C" NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL,
  -- Too many attempts in one registration block that registration only.
  registration_id bytea,
  CONSTRAINT identity_attempt_pkey PRIMARY KEY (id),
  CONSTRAINT identity_attempt_kind_check CHECK ((kind IN ('STEP1', 'QUIZ', 'CODE')))
);
CREATE INDEX identity_attempt_address ON identity_attempt (address, kind, at);
CREATE INDEX identity_attempt_npi ON identity_attempt (npi, kind, at);
CREATE INDEX identity_attempt_recent ON identity_attempt (kind, at) INCLUDE (npi);

-- Codes mailed to the address the plan has on file. Stored hashed, valid for one registration, limited like quizzes.
CREATE TABLE identity_code (
  id bigint GENERATED ALWAYS AS IDENTITY,
  code_id text NOT NULL,
  -- No foreign key: a code outlives its registration, so that starting over does not erase a failed attempt.
  registration_id bytea NOT NULL,
  npi text COLLATE "C" NOT NULL,
  request_id bigint,
  code_hash bytea NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL,
  transaction_id text,
  attempt_id bigint,
  CONSTRAINT identity_code_pkey PRIMARY KEY (id),
  CONSTRAINT identity_code_code_id_key UNIQUE (code_id),
  CONSTRAINT identity_code_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE SET NULL,
  CONSTRAINT identity_code_status_check CHECK ((status IN ('PENDING', 'PASS', 'FAIL')))
);
CREATE INDEX identity_code_open ON identity_code (npi) WHERE (status = 'PENDING');
CREATE INDEX identity_code_registration ON identity_code (registration_id);

-- Failed quizzes and codes, without a time limit. A few of them block proofs for an NPI until staff reset it.
CREATE TABLE proof_failure (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  npi text COLLATE "C" NOT NULL,
  request_id bigint,
  at timestamptz NOT NULL,
  -- Set by a later proof that was passed, or by staff.
  reset_at timestamptz,
  CONSTRAINT proof_failure_pkey PRIMARY KEY (id),
  CONSTRAINT proof_failure_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE SET NULL,
  CONSTRAINT proof_failure_kind_check CHECK ((kind IN ('QUIZ', 'CODE')))
);
CREATE INDEX proof_failure_counted ON proof_failure (kind) INCLUDE (npi) WHERE (reset_at IS NULL);
CREATE INDEX proof_failure_npi ON proof_failure (npi, kind) WHERE (reset_at IS NULL);
CREATE INDEX proof_failure_request ON proof_failure (request_id) WHERE (request_id IS NOT NULL);

-- Identity quizzes that were issued, and their results.
CREATE TABLE quiz (
  id bigint GENERATED ALWAYS AS IDENTITY,
  quiz_id text NOT NULL,
  registration_id bytea NOT NULL,
  npi text COLLATE "C" NOT NULL,
  workflow text NOT NULL,
  request_id bigint,
  vendor text NOT NULL,
  questions jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL,
  transaction_id text,
  graded_at timestamptz,
  -- The counted attempt; a passed quiz gives it back.
  attempt_id bigint,
  CONSTRAINT quiz_pkey PRIMARY KEY (id),
  CONSTRAINT quiz_quiz_id_key UNIQUE (quiz_id),
  CONSTRAINT quiz_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id_hash) ON DELETE CASCADE,
  CONSTRAINT quiz_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT quiz_status_check CHECK ((status IN ('PENDING', 'PASS', 'FAIL'))),
  CONSTRAINT quiz_workflow_check CHECK ((workflow IN ('SELF', 'REQUEST')))
);
CREATE INDEX quiz_npi ON quiz (npi, issued_at);
CREATE INDEX quiz_registration ON quiz (registration_id);

-- Questions and choices last shown for an NPI. They are shown again while the answers stay the same, so that comparing
-- two quizzes reveals nothing.
CREATE TABLE quiz_choice (
  npi text COLLATE "C" NOT NULL,
  quiz jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  CONSTRAINT quiz_choice_pkey PRIMARY KEY (npi)
);

-- Registrations in progress, with the proofs the server has seen.
CREATE TABLE registration (
  id_hash bytea NOT NULL,
  brand text NOT NULL,
  npi text COLLATE "C",
  easy_reg boolean DEFAULT false NOT NULL,
  created_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  profile_role text,
  step1_method text,
  step1_at timestamptz,
  quiz_transaction_id text,
  quiz_at timestamptz,
  captcha_at timestamptz,
  link_id bigint,
  account_found_at timestamptz,
  -- Set for a signed-in user who asks for additional access.
  account_id bigint,
  request_id bigint,
  submission_hash bytea,
  submitted_at timestamptz,
  -- Claim amounts typed in this registration; the quiz does not ask about them.
  typed_amounts text[] DEFAULT '{}'[] NOT NULL,
  -- Where a plan requires quiz and code: the one that was passed first.
  first_proof text,
  -- Screens shown, values typed and chosen. Never a number that proves an identity, a password or a security answer.
  draft jsonb,
  -- The visitor resumed this registration and must enter the SSN, TIN or claim again before its proofs count.
  number_due boolean DEFAULT false NOT NULL,
  -- The number was entered again; the draft can be read once.
  number_repeated boolean DEFAULT false NOT NULL,
  CONSTRAINT registration_pkey PRIMARY KEY (id_hash),
  CONSTRAINT registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT registration_link_id_fkey FOREIGN KEY (link_id) REFERENCES link(id),
  CONSTRAINT registration_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT registration_first_proof_check CHECK ((first_proof IN ('QUIZ', 'CODE'))),
  CONSTRAINT registration_profile_role_check CHECK ((profile_role IN ('SAA', 'AA', 'AU'))),
  CONSTRAINT registration_step1_method_check CHECK ((step1_method IN ('ssn', 'tin', 'claim')))
);
CREATE INDEX registration_touched ON registration (touched_at);
CREATE TRIGGER registration_tallied AFTER DELETE ON registration REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_registrations();

-- Deleted registrations per day: how many were opened, and how many had a proof.
CREATE TABLE registration_tally (
  day date NOT NULL,
  opened integer NOT NULL,
  proved integer NOT NULL,
  CONSTRAINT registration_tally_pkey PRIMARY KEY (day)
);

-- Counts deleted registrations in registration_tally.
CREATE FUNCTION tally_registrations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      begin
        insert into registration_tally (day, opened, proved)
          select (created_at at time zone 'UTC')::date, count(*),
            count(*) filter (where coalesce(step1_at, quiz_at, captcha_at) is not null)
          from gone where npi is not null and link_id is null
          group by 1 order by 1
          on conflict (day) do update set
            opened = registration_tally.opened + excluded.opened, proved = registration_tally.proved + excluded.proved;
        return null;
      end $$;

-- ===== signon =====

-- Browsers an account has signed in with, by the hash of their cookie. People who share a browser share its cookie.
CREATE TABLE account_device (
  id_hash bytea NOT NULL,
  account_id bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  public_id text,
  user_agent text,
  -- The owner trusts this browser: no second factor is asked for here.
  trusted_until timestamptz,
  CONSTRAINT account_device_pkey PRIMARY KEY (id_hash, account_id),
  CONSTRAINT account_device_public_id_key UNIQUE (public_id),
  CONSTRAINT account_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX account_device_account ON account_device (account_id);
CREATE INDEX account_device_expiry ON account_device (expires_at);

-- Secrets of authenticator apps (TOTP): per account one in use and one being set up.
CREATE TABLE authenticator_key (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  -- The secret, encrypted under a key derived from the secret key.
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- Last time step that was accepted: a code works once.
  last_step bigint DEFAULT 0 NOT NULL,
  last_used_at timestamptz,
  -- Fingerprint of the secret key it was encrypted under; null where not recorded.
  sealed_by text,
  -- As in passkey.
  removed_at timestamptz,
  CONSTRAINT authenticator_key_pkey PRIMARY KEY (id),
  CONSTRAINT authenticator_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX authenticator_key_confirmed ON authenticator_key (account_id) WHERE ((confirmed_at IS NOT NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX authenticator_key_offered ON authenticator_key (account_id) WHERE (confirmed_at IS NULL);
CREATE INDEX authenticator_key_removed ON authenticator_key (removed_at) WHERE (removed_at IS NOT NULL);

-- The calendar feed of an SAA. Deleted when it is withdrawn, and with the role, the account or the password.
CREATE TABLE calendar_feed (
  account_id bigint NOT NULL,
  -- Hash of the secret part of the address.
  token_hash bytea NOT NULL,
  -- Makes the ids of the feed’s entries unique, and says nothing about the person.
  uid text NOT NULL,
  made_at timestamptz NOT NULL,
  -- When a calendar last read it, to the hour.
  read_at timestamptz,
  CONSTRAINT calendar_feed_pkey PRIMARY KEY (account_id),
  CONSTRAINT calendar_feed_token_hash_key UNIQUE (token_hash),
  CONSTRAINT calendar_feed_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

-- The code last mailed to an account as its second factor, valid in one session.
CREATE TABLE email_code (
  account_id bigint NOT NULL,
  session_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT email_code_pkey PRIMARY KEY (account_id),
  CONSTRAINT email_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

-- Resets of all second factors of an account: an administrator or staff asks, the owner confirms by mail, a day later
-- it is done.
CREATE TABLE factor_reset (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  -- Null: by command.
  requested_by bigint,
  requested_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  due_at timestamptz,
  stopped_at timestamptz,
  done_at timestamptz,
  CONSTRAINT factor_reset_pkey PRIMARY KEY (id),
  CONSTRAINT factor_reset_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT factor_reset_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id) ON DELETE SET NULL
);
CREATE INDEX factor_reset_due ON factor_reset (due_at) WHERE ((stopped_at IS NULL) AND (done_at IS NULL));
CREATE UNIQUE INDEX factor_reset_open ON factor_reset (account_id) WHERE ((stopped_at IS NULL) AND (done_at IS NULL));

-- Attempts at second factors that failed or are being checked. Each followed a correct password.
CREATE TABLE factor_tally (
  account_id bigint NOT NULL,
  kind text NOT NULL,
  failed_at timestamptz[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  -- When the owner was last notified.
  notified_at timestamptz,
  CONSTRAINT factor_tally_pkey PRIMARY KEY (account_id, kind),
  CONSTRAINT factor_tally_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

-- Replaced email addresses, security questions and email-code factors, for as long as a report "This was not me" can
-- restore them.
CREATE TABLE former_account_value (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  kind text NOT NULL,
  -- EMAIL: the address. QUESTIONS: questions with the hashes of their answers. EMAIL_FACTOR: since when, or null.
  value jsonb NOT NULL,
  replaced_at timestamptz NOT NULL,
  CONSTRAINT former_account_value_pkey PRIMARY KEY (id),
  CONSTRAINT former_account_value_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT former_account_value_kind_check CHECK ((kind IN ('EMAIL', 'QUESTIONS', 'EMAIL_FACTOR')))
);
CREATE INDEX former_account_value_account ON former_account_value (account_id, kind, replaced_at);
CREATE INDEX former_account_value_age ON former_account_value (replaced_at);

-- Passkeys of an account. A passkey belongs to the host name of one brand.
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY,
  public_id text NOT NULL,
  account_id bigint NOT NULL,
  brand text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- It no longer works. A report "This was not me" can restore it for a while.
  removed_at timestamptz,
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkey_public_id_key UNIQUE (public_id),
  CONSTRAINT passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_account ON passkey (account_id);
CREATE INDEX passkey_removed ON passkey (removed_at) WHERE (removed_at IS NOT NULL);

-- Passkey challenges that were issued and not answered yet.
CREATE UNLOGGED TABLE passkey_challenge (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL,
  -- Null: for a visitor who is signing in.
  session_hash bytea,
  brand text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose IN ('SIGN_IN', 'PROVE', 'ADD')))
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);

-- One-time codes for a user who lost the other factors.
CREATE TABLE recovery_code (
  account_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  made_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Fingerprint of the secret key it was hashed with; null where not recorded.
  hashed_by text,
  -- As in passkey.
  removed_at timestamptz,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX recovery_code_removed ON recovery_code (removed_at) WHERE (removed_at IS NOT NULL);

-- Sign-in attempts that failed or are being checked, per user name, or per user name in a browser of its owner.
CREATE TABLE sign_in_tally (
  -- A keyed hash: people type passwords into the user name field.
  key bytea NOT NULL,
  failed_at timestamptz[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  touched_at timestamptz NOT NULL,
  -- When the owner was last notified.
  notified_at timestamptz,
  CONSTRAINT sign_in_tally_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_tally_touched ON sign_in_tally (touched_at);

-- Deletes the calendar feed of an account that is no longer active or has a new password.
CREATE FUNCTION end_feed_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from calendar_feed f where f.account_id = old.id;
  return null;
end $$;

-- Deletes the calendar feed of a person who is no longer an SAA.
CREATE FUNCTION end_feed_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from calendar_feed f
  where f.account_id = old.account_id and not exists (
    select from access_grant g where g.account_id = old.account_id and g.state = 'ACTIVE' and g.role = 'SAA');
  return null;
end $$;

-- ===== sign-on-hub =====

-- Applications that users can sign in to with their portal account.
CREATE TABLE hub_client (
  client_id text NOT NULL,
  name text NOT NULL,
  brand text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- Receives back-channel logouts.
  logout_uri text,
  -- Pages that a person can return to after signing out.
  post_logout_uris text[] NOT NULL,
  -- Page that the tile on Home opens. Null: no tile.
  tile_uri text,
  -- Only people with this permission see the tile. Null: everybody of its kinds.
  tile_permission text,
  -- PNG, at most 64 kB and 512 x 512 pixels.
  logo bytea,
  kinds text[] NOT NULL,
  scopes text[] NOT NULL,
  permissions text[] NOT NULL,
  asks_consent boolean NOT NULL,
  allows_empty_access boolean NOT NULL,
  -- Makes the subject of a person differ between clients.
  subject_salt bytea NOT NULL,
  secret_hash bytea,
  -- Public keys of a client that signs assertions instead of having a secret.
  jwks jsonb,
  -- The secret before the last rotation, accepted until retired_secret_until.
  retired_secret_hash bytea,
  retired_secret_until timestamptz,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  last_used_at timestamptz,
  -- Counts changes. A change names the version that it was based on.
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT hub_client_pkey PRIMARY KEY (client_id),
  CONSTRAINT hub_client_check CHECK (((secret_hash IS NULL) <> (jwks IS NULL)))
);
CREATE INDEX hub_client_tile ON hub_client (brand, name, client_id) WHERE ((tile_uri IS NOT NULL) AND (disabled_at IS NULL));

-- What a person allowed an application to see.
CREATE TABLE hub_consent (
  account_id bigint NOT NULL,
  client_id text NOT NULL,
  scopes text[] NOT NULL,
  given_at timestamptz NOT NULL,
  CONSTRAINT hub_consent_pkey PRIMARY KEY (account_id, client_id),
  CONSTRAINT hub_consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT hub_consent_client_id_fkey FOREIGN KEY (client_id) REFERENCES hub_client(client_id) ON DELETE CASCADE
);
CREATE INDEX hub_consent_client ON hub_consent (client_id);

-- The last failed sign-ins to an application. Equal failures of a minute are one row.
CREATE TABLE hub_failure (
  client_id text NOT NULL,
  minute timestamptz NOT NULL,
  reason text NOT NULL,
  count integer NOT NULL,
  CONSTRAINT hub_failure_pkey PRIMARY KEY (client_id, minute, reason),
  CONSTRAINT hub_failure_client_id_fkey FOREIGN KEY (client_id) REFERENCES hub_client(client_id) ON DELETE CASCADE
);
CREATE INDEX hub_failure_minute ON hub_failure (minute);

-- Keys that sign ID tokens, and the key of hub_record. Encrypted under the secret key.
CREATE TABLE hub_key (
  id text NOT NULL,
  purpose text NOT NULL,
  sealed bytea NOT NULL,
  -- Fingerprint of the secret key that encrypts it.
  sealed_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT hub_key_pkey PRIMARY KEY (id),
  CONSTRAINT hub_key_purpose_check CHECK ((purpose IN ('sign', 'records')))
);
CREATE UNIQUE INDEX hub_key_records ON hub_key (purpose) WHERE (purpose = 'records');

-- Back-channel logouts: queued, sent and failed.
CREATE TABLE hub_logout (
  id bigint GENERATED ALWAYS AS IDENTITY,
  client_id text NOT NULL,
  account_id bigint NOT NULL,
  queued_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  claimed_until timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  sent_at timestamptz,
  gave_up_at timestamptz,
  error text,
  CONSTRAINT hub_logout_pkey PRIMARY KEY (id),
  CONSTRAINT hub_logout_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT hub_logout_client_id_fkey FOREIGN KEY (client_id) REFERENCES hub_client(client_id) ON DELETE CASCADE
);
CREATE INDEX hub_logout_account ON hub_logout (account_id);
CREATE INDEX hub_logout_client ON hub_logout (client_id);
CREATE INDEX hub_logout_due ON hub_logout (due_at) WHERE ((sent_at IS NULL) AND (gave_up_at IS NULL));
CREATE INDEX hub_logout_failed ON hub_logout (client_id, queued_at) WHERE (error IS NOT NULL);
CREATE INDEX hub_logout_over ON hub_logout (COALESCE(sent_at, gave_up_at));

-- Sessions, interactions, codes, tokens and grants of the OpenID library. Ids are keyed hashes, payloads encrypted.
CREATE TABLE hub_record (
  model text NOT NULL,
  id_hash bytea NOT NULL,
  account_id bigint,
  client_id text,
  grant_hash bytea,
  -- Of the library session that the record belongs to.
  uid_hash bytea,
  -- The portal session that a library session belongs to (account_session.id_hash).
  session_hash bytea,
  payload bytea NOT NULL,
  written_at timestamptz NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT hub_record_pkey PRIMARY KEY (model, id_hash),
  CONSTRAINT hub_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT hub_record_client_id_fkey FOREIGN KEY (client_id) REFERENCES hub_client(client_id) ON DELETE CASCADE
);
CREATE INDEX hub_record_account ON hub_record (account_id);
CREATE INDEX hub_record_client ON hub_record (client_id);
CREATE INDEX hub_record_expiry ON hub_record (expires_at);
CREATE INDEX hub_record_grant ON hub_record (grant_hash);
CREATE INDEX hub_record_session ON hub_record (session_hash);
CREATE INDEX hub_record_uid ON hub_record (uid_hash);

-- Sign-ins to an application per day (UTC).
CREATE TABLE hub_sign_in (
  client_id text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  CONSTRAINT hub_sign_in_pkey PRIMARY KEY (client_id, day),
  CONSTRAINT hub_sign_in_client_id_fkey FOREIGN KEY (client_id) REFERENCES hub_client(client_id) ON DELETE CASCADE
);
CREATE INDEX hub_sign_in_day ON hub_sign_in (day);

-- ===== staff-sign-in =====

-- Logout tokens that were accepted, so that none works twice.
CREATE TABLE directory_logout (
  jti_hash bytea NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT directory_logout_pkey PRIMARY KEY (jti_hash)
);
CREATE INDEX directory_logout_received ON directory_logout (received_at);

-- ===== contracts =====

-- Who is asked to sign the contract of a request online, and each step with its time and client address.
CREATE TABLE contract_signing (
  id bigint GENERATED ALWAYS AS IDENTITY,
  request_id bigint NOT NULL,
  -- SELF: the requester signs. ASKED: a signatory is asked by mail.
  way text NOT NULL,
  state text NOT NULL,
  signer_name text NOT NULL,
  signer_title text NOT NULL,
  signer_email text NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  remind_at timestamptz,
  reminded_at timestamptz,
  opened_at timestamptz,
  opened_from text,
  -- Hash of the document that the page showed last.
  document_sha256 text,
  consented_at timestamptz,
  code_hash bytea,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  code_tries integer DEFAULT 0 NOT NULL,
  confirmed_at timestamptz,
  confirmed_from text,
  -- Hash of a token that only the browser in which the code was entered has.
  confirmation_hash bytea,
  signature_kind text,
  signed_from text,
  ended_at timestamptz,
  reason text,
  contract_id bigint,
  -- Signed at the address the plan has on file for the signing party: validated without staff.
  self_validates boolean DEFAULT false NOT NULL,
  CONSTRAINT contract_signing_pkey PRIMARY KEY (id),
  CONSTRAINT contract_signing_contract_id_fkey FOREIGN KEY (contract_id) REFERENCES signed_contract(id),
  CONSTRAINT contract_signing_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT contract_signing_signature_kind_check CHECK ((signature_kind IN ('TYPED', 'DRAWN'))),
  CONSTRAINT contract_signing_state_check CHECK ((state IN ('OPEN', 'SIGNED', 'DECLINED', 'CANCELLED', 'EXPIRED'))),
  CONSTRAINT contract_signing_way_check CHECK ((way IN ('SELF', 'ASKED')))
);
CREATE INDEX contract_signing_contract ON contract_signing (contract_id);
CREATE UNIQUE INDEX contract_signing_open ON contract_signing (request_id) WHERE (state = 'OPEN');
CREATE INDEX contract_signing_request ON contract_signing (request_id);
CREATE INDEX contract_signing_waiting ON contract_signing (ended_at) WHERE self_validates;

-- Signed contracts of a request, uploaded, mailed, faxed or signed online.
CREATE TABLE signed_contract (
  id bigint GENERATED ALWAYS AS IDENTITY,
  request_id bigint NOT NULL,
  came_by text NOT NULL,
  file_name text,
  content bytea,
  sha256 text,
  page_count integer,
  received_at timestamptz NOT NULL,
  recorded_by bigint,
  state text NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  reason text,
  -- The pages redrawn without active content: what staff see. Made when first needed.
  safe_copy bytea,
  -- How many pictures the file was made from. The pictures are not stored. Null if it was sent as a PDF.
  pictures smallint,
  CONSTRAINT signed_contract_pkey PRIMARY KEY (id),
  CONSTRAINT signed_contract_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  CONSTRAINT signed_contract_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(id),
  CONSTRAINT signed_contract_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT signed_contract_came_by_check CHECK ((came_by IN ('UPLOAD', 'MAIL', 'FAX', 'ONLINE'))),
  CONSTRAINT signed_contract_state_check CHECK ((state IN ('RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED', 'CLOSED')))
);
CREATE INDEX signed_contract_decided ON signed_contract (decided_at DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX signed_contract_decision ON signed_contract (state, decided_at DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX signed_contract_request ON signed_contract (request_id);
CREATE INDEX signed_contract_state ON signed_contract (state, received_at);
CREATE TRIGGER set_contract_received_at AFTER INSERT OR DELETE OR UPDATE OF received_at ON signed_contract FOR EACH ROW EXECUTE FUNCTION set_contract_received_at();

-- Certificates that the plan has signed with. A signature by any other certificate is not valid.
CREATE TABLE signing_certificate (
  -- SHA-256 of the certificate, in hexadecimal.
  fingerprint text NOT NULL,
  first_used_at timestamptz NOT NULL,
  CONSTRAINT signing_certificate_pkey PRIMARY KEY (fingerprint)
);

-- Maintains access_request.contract_received_at. The writer holds a lock on the request.
CREATE FUNCTION set_contract_received_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  declare
    its bigint := case tg_op when 'DELETE' then old.request_id else new.request_id end;
  begin
    update access_request set contract_received_at =
        (select received_at from signed_contract where request_id = its order by id desc limit 1)
      where id = its;
    return null;
  end $$;

-- ===== members =====

-- Registrations of members. One without a member matched nobody: it continues the same way, and no code is right for
-- it, so that a stranger learns nothing.
CREATE TABLE member_registration (
  id_hash bytea NOT NULL,
  brand text NOT NULL,
  member_id text,
  code_hash bytea NOT NULL,
  wrong_codes integer DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  account_id bigint,
  -- Salt of code_hash. A later registration that accepts the same code shares it.
  code_salt bytea,
  CONSTRAINT member_registration_pkey PRIMARY KEY (id_hash),
  CONSTRAINT member_registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT member_registration_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX member_registration_created ON member_registration (created_at);

-- ===== content =====

-- Announcements on the pages of the portal.
CREATE TABLE banner (
  id bigint GENERATED ALWAYS AS IDENTITY,
  category_id text NOT NULL,
  summary text NOT NULL,
  body text DEFAULT '' NOT NULL,
  display_body boolean DEFAULT false NOT NULL,
  brand text,
  audience text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When its readers’ bells got it. Null while that is due.
  announced_at timestamptz,
  CONSTRAINT banner_pkey PRIMARY KEY (id),
  CONSTRAINT banner_audience_check CHECK ((audience IN ('PROVIDER', 'MEMBER', 'PUBLIC')))
);
CREATE INDEX banner_audience ON banner (audience, starts_at);
CREATE INDEX banner_unannounced ON banner (starts_at) WHERE (announced_at IS NULL);

-- Texts on pages, by category and brand.
CREATE TABLE description (
  id bigint GENERATED ALWAYS AS IDENTITY,
  category_id text NOT NULL,
  body text NOT NULL,
  brand text,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT description_pkey PRIMARY KEY (id),
  CONSTRAINT description_category_id_brand_key UNIQUE NULLS NOT DISTINCT (category_id, brand)
);

-- Questions and answers.
CREATE TABLE faq (
  id bigint GENERATED ALWAYS AS IDENTITY,
  category_id text NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  brand text,
  "position" integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT faq_pkey PRIMARY KEY (id)
);
CREATE INDEX faq_category ON faq (category_id, "position");

-- ===== platform =====

-- Sessions of signed-in users.
CREATE TABLE account_session (
  id_hash bytea NOT NULL,
  public_id text NOT NULL,
  account_id bigint NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  address text,
  user_agent text,
  proved_by text DEFAULT 'PASSWORD' NOT NULL,
  -- Null: at created_at.
  proved_at timestamptz,
  -- When a call last relied on the proof, which renews it.
  proof_used_at timestamptz,
  -- The session opens nothing until this is done.
  factor_due text,
  -- Hash of the directory’s session id (the claim sid). Its logout ends this session.
  directory_sid_hash bytea,
  -- Opened by the command staff open-door: an emergency session with fewer rights.
  by_door boolean DEFAULT false NOT NULL,
  CONSTRAINT account_session_pkey PRIMARY KEY (id_hash),
  CONSTRAINT account_session_public_id_key UNIQUE (public_id),
  CONSTRAINT account_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT account_session_factor_due_check CHECK ((factor_due IN ('PROVE', 'SET_UP'))),
  CONSTRAINT account_session_kind_check CHECK ((kind IN ('provider', 'member', 'internal'))),
  CONSTRAINT account_session_proved_by_check CHECK ((proved_by IN ('PASSWORD', 'PASSKEY', 'DEVICE_PASSKEY', 'APP', 'EMAIL', 'RECOVERY', 'DIRECTORY', 'DIRECTORY_MFA')))
);
CREATE INDEX account_session_account ON account_session (account_id) WHERE (ended_at IS NULL);
CREATE INDEX account_session_directory ON account_session (directory_sid_hash) WHERE ((directory_sid_hash IS NOT NULL) AND (ended_at IS NULL));
CREATE TRIGGER end_views_of_session AFTER UPDATE OF ended_at ON account_session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL) AND (new.kind = 'internal'))) EXECUTE FUNCTION end_views_of_session();

-- The audit trail. Rows are only ever added.
CREATE TABLE audit_event (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  actor_account_id bigint,
  actor_kind text NOT NULL,
  action text NOT NULL,
  npi text,
  subject_account_id bigint,
  request_id bigint,
  address text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_event_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_event_actor ON audit_event (actor_account_id, id);
CREATE INDEX audit_event_area ON audit_event (split_part(action, '.', 1), at, id);
CREATE INDEX audit_event_at ON audit_event (at);
CREATE INDEX audit_event_npi ON audit_event (npi, id);
CREATE INDEX audit_event_request ON audit_event (request_id);
CREATE INDEX audit_event_subject ON audit_event (subject_account_id, id);
CREATE INDEX audit_event_time ON audit_event (at, id);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_event_awaits_seal AFTER INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION await_audit_seal();

-- The hash chain over batches of audit events. Written by a job, so that no transaction waits for another.
CREATE TABLE audit_seal (
  seq bigint NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  event_ids bigint[] NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  -- One hash for each event, so that a changed one can be named.
  row_hashes bytea[] DEFAULT '{}'::bytea[] NOT NULL,
  signature bytea,
  -- Fingerprint of the secret key it was signed with; null where not recorded.
  signed_by text,
  CONSTRAINT audit_seal_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_seal_signed CHECK (((signature IS NOT NULL) OR (seq <= 0)))
);
CREATE INDEX audit_seal_rows ON audit_seal USING gist (int8range(first_id, last_id, '[]'));
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- One row: the last seal made before seals were signed. Release 0.1.0 does not sign, and the check on audit_seal
-- rejects its seals; its events wait for a release that signs.
CREATE TABLE audit_signing (
  only_one boolean DEFAULT true NOT NULL,
  unsigned_through bigint NOT NULL,
  CONSTRAINT audit_signing_pkey PRIMARY KEY (only_one),
  CONSTRAINT audit_signing_only_one_check CHECK (only_one)
);
CREATE TRIGGER audit_signing_fixed BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON audit_signing FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Audit events without a seal. Written in the transaction of the event, so that late commits are not missed.
CREATE TABLE audit_unsealed (
  event_id bigint NOT NULL,
  CONSTRAINT audit_unsealed_pkey PRIMARY KEY (event_id),
  CONSTRAINT audit_unsealed_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_event(id)
);

-- What concerns a person since they last looked: the entries of the bell.
CREATE TABLE bell_entry (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  kind text NOT NULL,
  -- The kind of mail that reports the same, or an event without a mail.
  event text NOT NULL,
  request_id bigint,
  banner_id bigint,
  -- Entities of the administrator’s grants that the entry came with. It is deleted when one of these grants ends.
  came_with text[],
  -- The entry is deleted when no active grant of the person has this permission any more.
  permission text,
  -- The person’s choice when it happened: a mail at once, the daily digest, or only the bell.
  delivery text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- When a digest took it up. Null while it waits for one.
  digested_at timestamptz,
  -- Roles of plan staff that the entry is for. It is deleted when the reader no longer has one of them.
  staff_roles text[],
  CONSTRAINT bell_entry_pkey PRIMARY KEY (id),
  CONSTRAINT bell_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT bell_entry_banner_id_fkey FOREIGN KEY (banner_id) REFERENCES banner(id) ON DELETE CASCADE,
  CONSTRAINT bell_entry_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id) ON DELETE CASCADE,
  CONSTRAINT bell_entry_delivery_check CHECK ((delivery IN ('AT_ONCE', 'DIGEST', 'BELL'))),
  CONSTRAINT bell_entry_kind_check CHECK ((kind IN ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'MAIL', 'SECURITY', 'QUEUE', 'APPROVALS')))
);
CREATE INDEX bell_entry_banner ON bell_entry (banner_id, account_id) WHERE (banner_id IS NOT NULL);
CREATE INDEX bell_entry_created ON bell_entry (created_at);
CREATE INDEX bell_entry_digest ON bell_entry (account_id) WHERE ((delivery = 'DIGEST') AND (digested_at IS NULL));
CREATE INDEX bell_entry_newest ON bell_entry (account_id, created_at DESC, id DESC);
CREATE INDEX bell_entry_request ON bell_entry (request_id) WHERE (request_id IS NOT NULL);
CREATE UNIQUE INDEX bell_entry_unread ON bell_entry (account_id, event, request_id, banner_id) NULLS NOT DISTINCT WHERE (read_at IS NULL);

-- How a person wants to hear of each kind of entry. Without a row, as the kind declares.
CREATE TABLE bell_preference (
  account_id bigint NOT NULL,
  kind text NOT NULL,
  delivery text NOT NULL,
  CONSTRAINT bell_preference_pkey PRIMARY KEY (account_id, kind),
  CONSTRAINT bell_preference_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT bell_preference_delivery_check CHECK ((delivery IN ('AT_ONCE', 'DIGEST', 'BELL'))),
  CONSTRAINT bell_preference_kind_check CHECK ((kind IN ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'QUEUE', 'APPROVALS')))
);

-- Rate limits, in fixed windows. Unlogged: a crash of the database may lose them.
CREATE UNLOGGED TABLE flood_counter (
  key text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT flood_counter_pkey PRIMARY KEY (key, window_start)
);

-- The last run of each scheduled job.
CREATE TABLE job_run (
  job text NOT NULL,
  ran_at timestamptz NOT NULL,
  -- How many rows the last run acted on.
  done integer NOT NULL,
  -- The last time it found something to do.
  last_done_at timestamptz,
  failed_at timestamptz,
  failure text,
  CONSTRAINT job_run_pkey PRIMARY KEY (job)
);

-- Records that must not be deleted: those of an account, of an NPI with all its requests, or of one request.
CREATE TABLE legal_hold (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  npi text COLLATE "C",
  reference text,
  reason text NOT NULL,
  set_at timestamptz NOT NULL,
  set_by text NOT NULL,
  released_at timestamptz,
  released_by text,
  CONSTRAINT legal_hold_pkey PRIMARY KEY (id),
  CONSTRAINT legal_hold_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT legal_hold_check CHECK ((num_nonnulls(account_id, npi, reference) = 1))
);

-- Links in mail. The token is stored hashed, has one purpose and works once.
CREATE TABLE link (
  id bigint GENERATED ALWAYS AS IDENTITY,
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  request_id bigint,
  account_id bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  ended_at timestamptz,
  wrong_answers integer DEFAULT 0 NOT NULL,
  signing_id bigint,
  summary_id bigint,
  successor_id bigint,
  CONSTRAINT link_pkey PRIMARY KEY (id),
  CONSTRAINT link_token_hash_key UNIQUE (token_hash),
  CONSTRAINT link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT link_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id),
  CONSTRAINT link_signing_id_fkey FOREIGN KEY (signing_id) REFERENCES contract_signing(id),
  CONSTRAINT link_successor_id_fkey FOREIGN KEY (successor_id) REFERENCES saa_successor(id) ON DELETE CASCADE,
  CONSTRAINT link_summary_id_fkey FOREIGN KEY (summary_id) REFERENCES change_summary(id) ON DELETE CASCADE,
  CONSTRAINT link_purpose_check CHECK ((purpose IN ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE', 'SIGNING', 'SIGNED_COPY', 'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION', 'EMAIL', 'STAFF_DOOR', 'CHANGE_SUMMARY', 'SUCCESSOR')))
);
CREATE INDEX link_account ON link (account_id);
CREATE INDEX link_request ON link (request_id);
CREATE INDEX link_signing ON link (signing_id) WHERE (signing_id IS NOT NULL);
CREATE INDEX link_successor ON link (successor_id) WHERE (successor_id IS NOT NULL);
CREATE INDEX link_summary ON link (summary_id) WHERE (summary_id IS NOT NULL);

-- Mail: queued, sent and failed.
CREATE TABLE mail_message (
  id bigint GENERATED ALWAYS AS IDENTITY,
  message_id text NOT NULL,
  kind text NOT NULL,
  brand text NOT NULL,
  to_address text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  account_id bigint,
  request_id bigint,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  last_error text,
  next_attempt_at timestamptz NOT NULL,
  -- While one process sends it, no other one picks it up.
  claimed_until timestamptz,
  -- When sending failed permanently.
  gave_up_at timestamptz,
  -- A visitor who is not signed in chose the address: limited per day.
  by_stranger boolean DEFAULT false NOT NULL,
  CONSTRAINT mail_message_pkey PRIMARY KEY (id),
  CONSTRAINT mail_message_message_id_key UNIQUE (message_id),
  CONSTRAINT mail_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  CONSTRAINT mail_message_request_id_fkey FOREIGN KEY (request_id) REFERENCES access_request(id)
);
CREATE INDEX mail_message_created ON mail_message (created_at);
CREATE INDEX mail_message_failed ON mail_message (created_at, id) WHERE (gave_up_at IS NOT NULL);
CREATE INDEX mail_message_to ON mail_message (lower(to_address), created_at);
CREATE INDEX mail_message_waiting ON mail_message (next_attempt_at) WHERE ((sent_at IS NULL) AND (gave_up_at IS NULL));
CREATE INDEX mail_message_waiting_since ON mail_message (created_at, id) WHERE ((sent_at IS NULL) AND (gave_up_at IS NULL));
CREATE INDEX mail_message_words ON mail_message USING gin (lower((((((' ' || to_address) || ' ') || subject) || ' ') || kind)) gin_trgm_ops);

-- Retired secret keys, to verify the audit seals that were signed with them.
CREATE TABLE retired_key (
  fingerprint text NOT NULL,
  -- The signing key and the number of its last seal, encrypted under the current secret key.
  seal_key bytea NOT NULL,
  last_seal bigint NOT NULL,
  retired_at timestamptz NOT NULL,
  CONSTRAINT retired_key_pkey PRIMARY KEY (fingerprint)
);

-- One row: the secret key that the keyed hashes of this database were made with. The server refuses to start with
-- another one.
CREATE TABLE secret_key (
  only_one boolean DEFAULT true NOT NULL,
  fingerprint text NOT NULL,
  since timestamptz NOT NULL,
  -- Fingerprint of the next key while a rotation is in progress.
  rotating_to text,
  rotation_began_at timestamptz,
  CONSTRAINT secret_key_pkey PRIMARY KEY (only_one),
  CONSTRAINT secret_key_only_one_check CHECK (only_one)
);

-- Results of calls that their reader can fetch again for an hour. Ended with the session or the access behind them.
CREATE TABLE session_result (
  account_id bigint NOT NULL,
  kind text NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  -- Where the rows of this part begin in the list.
  first_row integer NOT NULL,
  -- Encrypted under a key derived from the secret key, bound to the account.
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL,
  CONSTRAINT session_result_pkey PRIMARY KEY (account_id, kind, list_id, first_row),
  CONSTRAINT session_result_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT session_result_kind_check CHECK ((kind = 'ELIGIBILITY'))
);
CREATE INDEX session_result_made ON session_result (made_at);

-- Adds a new audit event to audit_unsealed.
CREATE FUNCTION await_audit_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      begin
        insert into audit_unsealed (event_id) values (new.id);
        return null;
      end $$;

-- Deletes the bell entries that came with an access that was narrowed.
CREATE FUNCTION end_bell_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from bell_entry e
  where e.account_id = old.account_id
    and (e.request_id = old.request_id or e.came_with @> array[old.entity]
      or e.permission is not null and not exists (
        select from access_grant g
        where g.account_id = old.account_id and g.state = 'ACTIVE' and e.permission = any(g.permissions)));
  return null;
end $$;

-- Deletes the bell entries that ask to act on a request, once it is decided or its invitation is accepted.
CREATE FUNCTION end_bell_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from bell_entry where request_id = new.id and (kind = 'REQUESTS' or event = 'invitation.mail-failed');
  return null;
end $$;

-- Deletes the bell entries that came with a staff role that ended.
CREATE FUNCTION end_bell_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from bell_entry e
  where e.account_id = new.id and e.staff_roles is not null
    and (new.state <> 'ACTIVE' or new.staff_role is null or not new.staff_role = any(e.staff_roles));
  return null;
end $$;

-- Deletes results of a permission with the last grant that gave it.
CREATE FUNCTION end_results_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
begin
  delete from session_result r
  where r.account_id = old.account_id and r.kind = 'ELIGIBILITY' and not exists (
    select from access_grant g
    where g.account_id = old.account_id and g.state = 'ACTIVE' and 'ELIG' = any(g.permissions));
  return null;
end $$;

-- Rejects any change to the audit trail.
CREATE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      begin raise exception 'audit rows cannot be changed'; end $$;
