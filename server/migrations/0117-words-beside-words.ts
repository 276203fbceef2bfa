import { type Kysely, sql } from 'kysely'

/**
 * A pair is now the first letter of one word and all of the other ('john smith' is 'jsmith'), and the index holds the
 * whole first word beside it: who has two beginnings is told in the index, whatever was typed of either, and nobody is
 * fetched who does not fit. In names of four words the two that lie across stand once, with the first and the second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What comes so far after the word, in the name said twice.
    create function word_after(word text, search_name text, distance int) returns text
      language sql immutable parallel safe as $$
      select split_part(split_part(
        ' ' || search_name || ' ' || search_name, ' ' || word || ' ' collate "C", 2), ' ' collate "C", distance)
    $$;
    -- Said to be costly, so that it is never asked of every name in turn.
    create function words_beside_words(search_name text) returns tsvector
      language plpgsql immutable parallel safe cost 10000 as $$
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
  `.execute(db)
  await sql.raw(INDEXES).execute(db)
  await sql.raw(BY_PAIRS).execute(db)
  await sql.raw(FIND_BY_STARTS).execute(db)
}

/** Which names or words an index holds, and what by: the same in the index and in whoever asks it. */
const OF_TWO = {
  pair: `(left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C"`,
  first: `split_part(search_name, ' ', 1) collate "C"`,
  holds: `search_name like '% %' and search_name not like '% % %'`,
}
const BESIDE = {
  pair: `(left(word, 1) || word_after(word, search_name, 1)) collate "C"`,
  first: 'word',
  holds: `search_name like '% % %'`,
}
const ACROSS = {
  pair: `(left(word, 1) || word_after(word, search_name, 2)) collate "C"`,
  first: 'word',
  holds: `search_name like '% % % %' and (search_name like '% % % % %'
    or split_part(search_name, ' ', 1) = word or split_part(search_name, ' ', 2) = word)`,
}
const OF_MANY = { pairs: 'words_beside_words(search_name)', holds: `search_name like '% % % % % %'` }

const INDEXES = `
  create index provider_two_words on provider (${OF_TWO.pair}, ${OF_TWO.first}) where ${OF_TWO.holds};
  create index provider_word_beside on provider_word (${BESIDE.pair}, ${BESIDE.first}) where ${BESIDE.holds};
  create index provider_word_across on provider_word (${ACROSS.pair}, ${ACROSS.first}) where ${ACROSS.holds};
  create index provider_many_words on provider using gin (${OF_MANY.pairs}) with (fastupdate = off)
    where ${OF_MANY.holds};`

/** Past everything that begins so, in byte order. */
const PAST = 'chr(1114111)'

type Pairs = typeof OF_TWO
type Way = { one: string; other: string }

const along = ({ pair, first, holds }: Pairs, { one, other }: Way) => `${holds}
          and ${pair} >= left(${one}, 1) || ${other} and ${pair} < left(${one}, 1) || ${other} || ${PAST}
          and ${first} >= ${one} and ${first} < ${one} || ${PAST}`

const ofTwo = (way: Way) => `select npi, search_name from provider where ${along(OF_TWO, way)}`
const ofMore = (pairs: Pairs, way: Way) => `select npi, search_name from provider_word where ${along(pairs, way)}`

/** Those found are shown in the order of their words that begin as the longest start. */
const IN_ORDER = `array(
          select p.npi from (select distinct npi, search_name from met) fit
          join provider p on p.npi = fit.npi and not p.deactivated
          order by (
            select min(word collate "C") from string_to_table(fit.search_name, ' ') as word
            where starts_with(word, starts[1])), p.npi
          limit wanted)`

const SHORTER_FIRST = { one: 'shorter', other: 'longer' }
const LONGER_FIRST = { one: 'longer', other: 'shorter' }

/**
 * Names with two beginnings, whichever comes first in the name. The longer start as the second of a pair
 * comes first: it tells more. The other way round all names of the same first letter are passed; beside a letter or two
 * those are many, and longer names, which are fewer, come before them. Who has two such pairs is met twice.
 */
const BY_PAIRS = `
  create function names_with_both(longer text, shorter text) returns table (npi text, search_name text)
    language sql stable as $$
    ${[
      ofTwo(SHORTER_FIRST),
      `${ofTwo(LONGER_FIRST)} and length(shorter) > 2`,
      ofMore(BESIDE, SHORTER_FIRST),
      ofMore(ACROSS, SHORTER_FIRST),
      ofMore(BESIDE, LONGER_FIRST),
      ofMore(ACROSS, LONGER_FIRST),
      `${ofTwo(LONGER_FIRST)} and length(shorter) <= 2`,
    ].join('\n        union all ')}
    union all
    select npi, search_name from provider
    where ${OF_MANY.pairs} @@ (quote_literal(left(shorter, 1) || longer) || ':*'
        || case when length(shorter) > 1 then '&' || quote_literal(left(longer, 1) || shorter) || ':*' else '' end
        )::tsquery
      and ${OF_MANY.holds}
      and ' ' || search_name like '% ' || longer || '%' and ' ' || search_name like '% ' || shorter || '%'
  $$;
  -- Of so many names with two of the starts. Null where those were not enough to tell.
  create function look_at_names(pair text[], starts text[], wanted int, looked int) returns text[]
    language plpgsql stable as $$
    declare
      has_all constant text[] := array(select '% ' || start || '%' from unnest(starts) as start);
      are_all boolean;
      found text[];
    begin
      with seen as materialized (select npi, search_name from names_with_both(pair[1], pair[2]) limit looked),
        met as (select npi, search_name from seen where ' ' || search_name like all (has_all))
      select (select count(*) from seen) < looked, ${IN_ORDER} into are_all, found;
      return case when are_all or cardinality(found) = wanted then found end;
    end $$;
  create function search_names(starts text[], wanted int) returns text[] language plpgsql stable as $$
    declare
      has_rest constant text[] := array(select '% ' || start || '%' from unnest(starts[3:]) as start);
      most int := wanted;
      are_all boolean;
      found text[];
    begin
      loop
        with met as materialized (
          select npi, search_name from names_with_both(starts[1], starts[2])
          where ' ' || search_name like all (has_rest) limit most)
        select (select count(*) from met) < most, ${IN_ORDER} into are_all, found;
        if are_all or cardinality(found) = wanted then return found; end if;
        -- Some were met twice, or are deactivated.
        most := most * 4;
      end loop;
    end $$;`

/**
 * Active providers that have words beginning as all of the starts (the longest first), as many as are wanted or all
 * there are. Two starts are told by the indexes. Where one is a single letter that many stand beside, some words that
 * begin as the other are walked first: enough of them have it, or there are no more. Of three starts some names are looked at
 * by each two of them, more each time; then words are walked, and what is left is all names with the first two. A
 * function, because planning all of it would take longer than running it.
 */
const FIND_BY_STARTS = `
  create or replace function find_by_starts(starts text[], wanted int) returns text[]
    language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
    set max_parallel_workers_per_gather = 0 as $$
    declare
      longest constant int := length(starts[1]);
      share int;
      start text;
      found text[];
    begin
      -- Few names have one of the rarer letters where it has to be passed: the index tells them sooner.
      if longest > 2 and starts[cardinality(starts)] ~ '^[^xquyziovje]$' then
        found := walk_words(starts[1], starts, wanted, 1000);
        if found is not null then return found; end if;
      end if;
      if cardinality(starts) = 2 then return search_names(starts, wanted); end if;
      foreach share in array '{1,4,16}'::int[] loop
        for later in 2..3 loop
          for earlier in 1..later - 1 loop
            found := look_at_names(array[starts[earlier], starts[later]], starts, wanted, wanted * share);
            if found is not null then return found; end if;
          end loop;
        end loop;
      end loop;
      foreach start in array starts loop
        continue when length(start) < least(longest, 3);
        found := walk_words(start, starts, wanted, case when length(start) > 3 then 4000 else 1000 end);
        if found is not null then return found; end if;
      end loop;
      return search_names(starts, wanted);
    end $$`
