-- Search for providers by the starts of two or three words of a name.
-- A pair is the first letter of one word and all of the other: 'john smith' is 'jsmith'. The index holds the first word
-- beside the pair, so that two starts are matched in the index alone. Names of two words have one pair. In longer names
-- each word is paired with the next and with the next but one, the first following the last: up to five words those are
-- all pairs there are. In names of four words the pairs across stand once. Names of six words and more are few; one
-- index holds all their pairs.

create function word_after(word text, search_name text, distance int) returns text
  language sql immutable parallel safe as $$
  select split_part(split_part(
    ' ' || search_name || ' ' || search_name, ' ' || word || ' ' collate "C", 2), ' ' collate "C", distance)
$$;
comment on function word_after is
  'directory: The word at this distance after a word of the name; after the last word comes the first.';

-- The cost keeps the planner from calling this for every name.
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
comment on function words_beside_words is 'directory: All pairs of a name.';

create index provider_two_words on provider
  (((left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C"), (split_part(search_name, ' ', 1) collate "C"))
  where search_name like '% %' and search_name not like '% % %';
create index provider_word_beside on provider_word ((left(word, 1) || word_after(word, search_name, 1)) collate "C", word)
  where search_name like '% % %';
create index provider_word_across on provider_word ((left(word, 1) || word_after(word, search_name, 2)) collate "C", word)
  where search_name like '% % % %' and (search_name like '% % % % %'
    or split_part(search_name, ' ', 1) = word or split_part(search_name, ' ', 2) = word);
create index provider_many_words on provider using gin (words_beside_words(search_name)) with (fastupdate = off)
  where search_name like '% % % % % %';

-- chr(1114111) sorts after everything that starts with the text before it. The longer start as the second word of a
-- pair comes first: it selects more. The other way round the index is scanned over all names with the same first
-- letter; beside a start of one or two letters those are many, so that longer names, which are fewer, come before them.
create function names_with_both(longer text, shorter text) returns table (npi text, search_name text)
  language sql stable as $$
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
  where words_beside_words(search_name) @@ (quote_literal(left(shorter, 1) || longer) || ':*'
      || case when length(shorter) > 1 then '&' || quote_literal(left(longer, 1) || shorter) || ':*' else '' end
      )::tsquery
    and search_name like '% % % % % %'
    and ' ' || search_name like '% ' || longer || '%' and ' ' || search_name like '% ' || shorter || '%'
$$;
comment on function names_with_both is
  'directory: Providers with a word that starts with each of the two. A name with two such pairs comes twice.';

create function look_at_names(pair text[], starts text[], wanted int, looked int) returns text[]
  language plpgsql stable as $$
  declare
    has_all constant text[] := array(select '% ' || start || '%' from unnest(starts) as start);
    are_all boolean;
    found text[];
  begin
    with seen as materialized (select npi, search_name from names_with_both(pair[1], pair[2]) limit looked),
      met as (select npi, search_name from seen where ' ' || search_name like all (has_all))
    select (select count(*) from seen) < looked, array(
        select p.npi from (select distinct npi, search_name from met) fit
        join provider p on p.npi = fit.npi and not p.deactivated
        order by (
          select min(word collate "C") from string_to_table(fit.search_name, ' ') as word
          where starts_with(word, starts[1])), p.npi
        limit wanted) into are_all, found;
    return case when are_all or cardinality(found) = wanted then found end;
  end $$;
comment on function look_at_names is
  'directory: Matches among a limited number of names that have two of the starts. Null: the limit was too low to tell.';

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
      select (select count(*) from met) < most, array(
        select p.npi from (select distinct npi, search_name from met) fit
        join provider p on p.npi = fit.npi and not p.deactivated
        order by (
          select min(word collate "C") from string_to_table(fit.search_name, ' ') as word
          where starts_with(word, starts[1])), p.npi
        limit wanted) into are_all, found;
      if are_all or cardinality(found) = wanted then return found; end if;
      -- Some came twice, or are deactivated.
      most := most * 4;
    end loop;
  end $$;
comment on function search_names is 'directory: Matches among all names that have the first two starts.';

create function walk_words(walk text, starts text[], wanted int, walked int) returns text[]
  language plpgsql stable as $$
  declare
    -- Sorts after every word that begins with a start.
    last constant text := chr(1114111);
    -- Most searches have one other start: strpos takes half the time of a pattern.
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
        order by (
          select min(word collate "C") from string_to_table(fit.search_name, ' ') as word
          where starts_with(word, starts[1])), p.npi limit wanted)
      into are_all, found from met;
      exit when are_all or cardinality(found) = wanted;
      -- Some came twice, or are deactivated.
      most := most * 4;
    end loop;
    if cardinality(found) = wanted
      or not exists (select from provider_word w where w.word >= walk and w.word < walk || last offset walked)
    then return found; end if;
    return null;
  end $$;
comment on function walk_words is
  'directory: Matches among the first words that begin with one of the starts. Null: there are more words than were read.';

-- Two starts are matched by the indexes. Beside a single common letter, the words with the other start are read first:
-- enough of them match, or there are no more. With three starts, some names are read by each two of them, more each
-- time; then words are read, and then all names with the first two.
create function find_by_starts(starts text[], wanted int) returns text[]
  language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 as $$
  declare
    longest constant int := length(starts[1]);
    share int;
    start text;
    found text[];
  begin
    -- The other letters are rare: the index finds them sooner.
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
  end $$;
comment on function find_by_starts is
  'directory: Active providers whose names have a word for each start, the longest start first; as many as wanted. A function, because planning these statements takes longer than running them.';
