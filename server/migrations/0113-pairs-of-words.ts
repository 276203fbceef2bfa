import { type Kysely, sql } from 'kysely'

/**
 * Two beginnings lead to the names that have both by B-trees alone, which are read no farther than is needed: three
 * letters of the one word and five of the other ('john smith' is 'johsmith'), a word that is shorter ends with '_'.
 * Names of two words have one such pair. In longer ones every word is paired with the next and with the next but one,
 * the first coming again after the last: of up to five words those are all pairs there are. Names of six words and more
 * are few, and all their pairs stand in one index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function pair_of_two(search_name text) returns text language sql immutable parallel safe as $$
      select rpad(split_part(search_name, ' ', 1), 3, '_') || left(split_part(search_name, ' ', 2), 5)
    $$;
    -- What comes after the word, in the name said twice.
    create function pair_around(word text, search_name text, distance int) returns text
      language sql immutable parallel safe as $$
      select rpad(word, 3, '_') || left(split_part(split_part(
        ' ' || search_name || ' ' || search_name || ' ', ' ' || word || ' ' collate "C", 2), ' ' collate "C", distance), 5)
    $$;
    -- Said to be costly, so that it is never asked of every name in turn.
    create function pairs_of_many(search_name text) returns tsvector
      language plpgsql immutable parallel safe cost 10000 as $$
      declare
        word text;
        heads text := '';
        pairs text := '';
      begin
        foreach word in array string_to_array(search_name, ' ') loop
          pairs := pairs || replace(heads, '*', left(word, 5));
          heads := heads || ' ' || rpad(word, 3, '_') || '*';
        end loop;
        return pairs::tsvector;
      end $$;
    create index provider_pair_of_two on provider (pair_of_two(search_name) collate "C")
      where search_name like '% %' and search_name not like '% % %';
    create index provider_pairs_of_many on provider using gin (pairs_of_many(search_name)) with (fastupdate = off)
      where search_name like '% % % % % %';
    create index provider_word_first_after on provider_word (pair_around(word, search_name, 1) collate "C")
      where search_name like '% % %';
    create index provider_word_second_after on provider_word (pair_around(word, search_name, 2) collate "C")
      where search_name like '% % % %';
  `.execute(db)
  await sql.raw(BY_PAIRS).execute(db)
  await sql.raw(BY_WORDS).execute(db)
  await sql.raw(FIND_BY_STARTS).execute(db)
}

/** Those found are shown in the order of their words that begin as the longest start. */
const FIRST_WORD = `(
          select min(word collate "C") from string_to_table(fit.search_name, ' ') as word
          where starts_with(word, starts[1]))`

/**
 * Where pairs of two beginnings lie, whichever comes first in the name: `heads_of` completes the first of a pair to
 * three letters, by the words there are, each of which is one look into their index. Of the longer start five letters
 * tell more than three: that way comes first.
 */
const BY_PAIRS = `
  create function heads_of(start text) returns setof text language sql stable as $$
    with recursive head as (
      select case when length(start) >= 3 then left(start, 3) else (
        select left(w.word, 3) from provider_word w where w.word >= start and w.word < start || chr(1114111)
        order by w.word limit 1) end as head
      union all
      -- Past the words with this head, or past this word where it is shorter.
      select (
        select left(w.word, 3) from provider_word w
        where w.word >= head.head || case when length(head.head) < 3 then chr(1) else chr(1114111) end
          and w.word < start || chr(1114111)
        order by w.word limit 1)
      from head where head.head is not null and length(start) < 3)
    select rpad(head.head, 3, '_') from head where head.head is not null
  $$;
  create function pair_beginnings_of(longer text, shorter text) returns text[] language plpgsql stable as $$
    begin
      if length(shorter) >= 3 then
        return array[left(shorter, 3) || left(longer, 5), left(longer, 3) || left(shorter, 5)];
      end if;
      return array(
        select head || left(way.other, 5)
        from (values (shorter, longer), (longer, shorter)) as way (one, other), heads_of(way.one) as head);
    end $$;
  create function names_by_pairs(begun text[]) returns table (npi text, search_name text) language sql stable as $$
    select met.npi, met.search_name from unnest(begun) as pair, lateral (
      select p.npi, p.search_name from provider p
      where pair_of_two(p.search_name) collate "C" >= pair
        and pair_of_two(p.search_name) collate "C" < pair || chr(1114111)
        and p.search_name like '% %' and p.search_name not like '% % %'
      union all
      select w.npi, w.search_name from provider_word w
      where pair_around(w.word, w.search_name, 1) collate "C" >= pair
        and pair_around(w.word, w.search_name, 1) collate "C" < pair || chr(1114111)
        and w.search_name like '% % %'
      union all
      select w.npi, w.search_name from provider_word w
      where pair_around(w.word, w.search_name, 2) collate "C" >= pair
        and pair_around(w.word, w.search_name, 2) collate "C" < pair || chr(1114111)
        and w.search_name like '% % % %') met
    union all
    select p.npi, p.search_name from (
      select string_agg(quote_literal(pair) || case when length(pair) < 8 then ':*' else '' end, '|')::tsquery as pairs
      from unnest(begun) as pair) asked, lateral (
      select p.npi, p.search_name from provider p
      where pairs_of_many(p.search_name) @@ asked.pairs and p.search_name like '% % % % % %'
      offset 0) p
  $$;
  -- Null where the names looked at were not enough to tell. Who has two of the pairs is met twice.
  create function look_at_pairs(begun text[], starts text[], wanted int, looked int) returns text[]
    language plpgsql stable as $$
    declare
      has_all constant text[] := array(select '% ' || start || '%' from unnest(starts) as start);
      are_all boolean;
      found text[];
    begin
      with met as materialized (select npi, search_name from names_by_pairs(begun) limit looked)
      select count(*) < looked, array(
        select p.npi from (select distinct npi, search_name from met where ' ' || search_name like all (has_all)) fit
        join provider p on p.npi = fit.npi and not p.deactivated
        order by ${FIRST_WORD}, p.npi limit wanted)
      into are_all, found from met;
      return case when are_all or cardinality(found) = wanted then found end;
    end $$;
  create function search_pairs(begun text[], starts text[], wanted int) returns text[] language plpgsql stable as $$
    declare
      has_all constant text[] := array(select '% ' || start || '%' from unnest(starts) as start);
      most int := wanted;
      are_all boolean;
      found text[];
    begin
      loop
        with met as materialized (
          select npi, search_name from names_by_pairs(begun) where ' ' || search_name like all (has_all) limit most)
        select count(*) < most, array(
          select p.npi from (select distinct npi, search_name from met) fit
          join provider p on p.npi = fit.npi and not p.deactivated
          order by ${FIRST_WORD}, p.npi limit wanted)
        into are_all, found from met;
        if are_all or cardinality(found) = wanted then return found; end if;
        most := most * 4;
      end loop;
    end $$;`

/** The same by the first words that begin as one of the starts: often enough of them have the others, or all were met. */
const BY_WORDS = `
  create function walk_words(walk text, starts text[], wanted int, walked int) returns text[]
    language plpgsql stable as $$
    declare
      -- Past every word that begins with a start, in byte order.
      last constant text := chr(1114111);
      -- One more start than the one that is walked, as most often, is looked for in half the time a pattern takes.
      others constant text[] := array_remove(starts, walk);
      has_next constant text := ' ' || others[1];
      has_rest constant text[] := array(select '% ' || start || '%' from unnest(others[2:]) as start);
      most int := wanted;
      are_all boolean;
      found text[];
    begin
      loop
        with met as materialized (
          select w.npi, w.search_name from (
            select w.npi, w.search_name from provider_word w where w.word >= walk and w.word < walk || last
            order by w.word, w.npi limit walked) w
          where strpos(' ' || w.search_name, has_next) > 0 and ' ' || w.search_name like all (has_rest)
          limit most)
        select count(*) < most, array(
          select p.npi from (select distinct npi, search_name from met) fit
          join provider p on p.npi = fit.npi and not p.deactivated
          order by ${FIRST_WORD}, p.npi limit wanted)
        into are_all, found from met;
        exit when are_all or cardinality(found) = wanted;
        -- Some were met twice, or are deactivated.
        most := most * 4;
      end loop;
      if cardinality(found) = wanted
        or not exists (select from provider_word w where w.word >= walk and w.word < walk || last offset walked)
      then return found; end if;
      return null;
    end $$;`

/**
 * Active providers that have words beginning as all of the starts (the longest first), as many as are wanted or all
 * there are. Some names are looked at by their pairs, more each time: most often that is enough. Where it is not, a start
 * is longer than a pair tells, and the words that begin so are walked, for they may be few; that comes first where
 * another start is so short that it stands beside many of them. What is left is all names with the pairs. A function,
 * because planning all of it would take longer than running it.
 */
const FIND_BY_STARTS = `
  create or replace function find_by_starts(starts text[], wanted int) returns text[]
    language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
    set max_parallel_workers_per_gather = 0 as $$
    declare
      longest constant int := length(starts[1]);
      shortest constant int := length(starts[cardinality(starts)]);
      share int;
      start text;
      found text[];
    begin
      foreach share in array case when shortest = 1 or shortest = 2 and longest > 3 then '{}' else '{1,4,16}'::int[] end
      loop
        for later in 2..least(cardinality(starts), 3) loop
          for earlier in 1..later - 1 loop
            found := look_at_pairs(pair_beginnings_of(starts[earlier], starts[later]), starts, wanted, wanted * share);
            if found is not null then return found; end if;
          end loop;
        end loop;
      end loop;
      -- Fewer words of a rarer letter have to be walked until enough have the other: letters by how rare they are.
      foreach start in array case when longest > 1 then starts else array(
        select letter from unnest(starts) as letter order by strpos('xquyziovnefpwtkghdlrbcajsm', letter)) end
      loop
        continue when length(start) < least(longest, 3);
        found := walk_words(start, starts, wanted, case when length(start) > 3 then 4000 else 1000 end);
        if found is not null then return found; end if;
      end loop;
      return search_pairs(pair_beginnings_of(starts[1], starts[2]), starts, wanted);
    end $$`
