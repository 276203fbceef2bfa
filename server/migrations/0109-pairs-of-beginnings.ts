import { type Kysely, sql } from 'kysely'

/**
 * Two beginnings that are common and seldom stand together are found by the pair of them: every two words of a name are
 * indexed by the first three letters of both, one letter of the one after one of the other ('john smith' as 'jsomhi'),
 * so that one, two or three letters of each lead to what lies side by side. A word that is shorter ends with '_', and
 * whatever is neither a letter from a to z nor a digit is '~'. Nearly all names are of two words: these have an index of
 * their own, which is built quickly and read no farther than it is needed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function name_pair(search_name text) returns text language sql immutable parallel safe as $$
      select case
        when search_name like '% %' and search_name not like '% % %'
          and octet_length(search_name) = length(search_name)
        then translate('142536', '123456',
          rpad(split_part(search_name, ' ', 1), 3, '_') || rpad(split_part(search_name, ' ', 2), 3, '_')) end
    $$;
    -- Said to be costly, so that it is never asked of every name in turn.
    create function name_pairs(search_name text) returns tsvector
      language plpgsql immutable parallel safe cost 10000 as $$
      declare
        word text;
        heads text := '';
        pairs text := '';
      begin
        if octet_length(search_name) <> length(search_name) then
          search_name := regexp_replace(search_name, '[^ a-z0-9]', '~', 'g');
        end if;
        foreach word in array string_to_array(search_name, ' ') loop
          word := rpad(word, 3, '_');
          pairs := pairs || translate(heads, 'ABC', word);
          heads := heads || translate(' 1A2B3C', '123', word);
        end loop;
        return pairs::tsvector;
      end $$;
    create index provider_name_pair on provider (name_pair(search_name) collate "C");
    create index provider_name_pairs on provider using gin (name_pairs(search_name)) with (fastupdate = off)
      where search_name like '% % %' or octet_length(search_name) <> length(search_name);
  `.execute(db)
  await sql.raw(PAIR_BEGINNINGS).execute(db)
  await sql.raw(FIND_BY_STARTS).execute(db)
}

/**
 * What the pair of two words begins with, whichever comes first in the name. The letters of both alternate, so the
 * shorter start is completed to as many letters as the longer one, by the words there are: each is one look into their
 * index.
 */
const PAIR_BEGINNINGS = `
  create function complete_start(start text, letters int) returns setof text
    language plpgsql stable rows 10 as $$
    declare
      head text := start;
    begin
      while length(start) < letters loop
        select left(w.word, letters) into head from provider_word w
          where w.word >= head and w.word < start || chr(1114111) order by w.word limit 1;
        exit when head is null;
        return next rpad(head, letters, '_');
        -- Past the words with this head, or past this word where it is shorter.
        head := head || case when length(head) < letters then chr(1) else chr(1114111) end;
      end loop;
      if length(start) >= letters then return next left(start, letters); end if;
    end $$;
  create function pair_beginnings(one text, other text) returns setof text language sql stable as $$
    with head as (
      select place, regexp_replace(complete_start(start, least(greatest(length(one), length(other)), 3)),
        '[^a-z0-9_]', '~', 'g') as head
      from unnest(array[one, other]) with ordinality as given (start, place))
    select distinct left(a.head, 1) || left(b.head, 1) || substr(a.head, 2, 1) || substr(b.head, 2, 1)
      || substr(a.head, 3, 1) || substr(b.head, 3, 1)
    from head a join head b on a.place <> b.place
  $$;`

/**
 * Active providers that have words beginning as all of the starts, as many as are wanted or all there are. The first
 * words of each start are walked: most often enough of them have the others, or there are no more. They are walked
 * farther where the pairs tell less than was typed, or stand for many. Where that was not enough, names are looked at
 * by the pairs of beginnings. A function, because planning all of it would take longer than running it.
 */
const FIND_BY_STARTS = `
  create function find_by_starts(starts text[], wanted int) returns text[]
    language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
    set max_parallel_workers_per_gather = 0 as $$
    declare
      -- Past every word that begins with a start, in byte order.
      last constant text := chr(1114111);
      has_all text[] := array(select '% ' || start || '%' from unnest(starts) as start);
      walk text;
      walked int;
      is_last boolean;
      found text[];
      begun text[];
      third tsquery;
      most int := wanted * 2;
    begin
      -- Single letters have pairs enough, side by side: nothing need be walked.
      foreach walk in array case when length(starts[1]) = 1 then '{}' else starts end loop
        walked := case
          when length(walk) > 3 or length(walk) > 1 and length(starts[cardinality(starts)]) = 1 then 1000 else 300 end;
        is_last := not exists (select from provider_word w where w.word >= walk and w.word < walk || last offset walked);
        found := array(
          select w.npi from (
            select w.word, w.npi from (
              select w.word, w.npi, w.search_name from provider_word w where w.word >= walk and w.word < walk || last
              order by w.word, w.npi limit walked) w
            where ' ' || w.search_name like all (has_all)
            limit case when is_last then walked else wanted * 2 end) w
          join provider p on p.npi = w.npi and not p.deactivated
          group by w.npi order by min(w.word), w.npi limit wanted);
        if is_last or cardinality(found) = wanted then return found; end if;
      end loop;
      begun := array(select pair from pair_beginnings(starts[1], starts[2]) as pair);
      if cardinality(starts) > 2 then
        third := (
          select string_agg(quote_literal(pair) || ':*', '|')::tsquery
          from pair_beginnings(starts[1], starts[3]) as pair);
      end if;
      -- Who has two of the pairs is met twice.
      loop
        with met as materialized (
          select p.npi, p.search_name from unnest(begun) as begun (pair), lateral (
            select p.npi, p.search_name from provider p
            where name_pair(p.search_name) collate "C" >= begun.pair
              and name_pair(p.search_name) collate "C" < begun.pair || last
              and ' ' || p.search_name like all (has_all) and not p.deactivated
            offset 0) p
          union all
          select p.npi, p.search_name from (
            select (quote_literal(pair) || ':*')::tsquery as asked from unnest(begun) as pair) begun, lateral (
            select p.npi, p.search_name from provider p
            where name_pairs(p.search_name) @@ coalesce(begun.asked && third, begun.asked)
              and (p.search_name like '% % %' or octet_length(p.search_name) <> length(p.search_name))
              and ' ' || p.search_name like all (has_all) and not p.deactivated
            offset 0) p
          limit most)
        select count(*) < most, array(
          select npi from met group by npi, search_name
          order by (
            select min(word collate "C") from string_to_table(search_name, ' ') as word
            where starts_with(word, starts[1])), npi
          limit wanted)
        into is_last, found from met;
        if is_last or cardinality(found) = wanted then return found; end if;
        most := most * 10;
      end loop;
    end $$`
