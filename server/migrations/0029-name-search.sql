-- Search for providers by prefixes of two or three words of a name.
-- A pair is the first letter of one word and all of the other: 'john smith' is 'jsmith'. The index holds the first word
-- beside the pair, so that two prefixes are matched in the index alone. Names of two words have one pair. In longer names
-- each word is paired with the next and with the next but one, the first following the last: up to five words those are
-- all pairs there are. In names of four words the pairs across stand once. Names of six words and more are few; one
-- index holds all their pairs.

create function word_after(word text, search_name text, distance int) returns text
  language sql immutable parallel safe as $$
  select split_part(split_part(
    ' ' || search_name || ' ' || search_name, ' ' || word || ' ' collate "C", 2), ' ' collate "C", distance)
$$;
comment on function word_after is
  'plan-data: The word at this distance after a word of the name; after the last word comes the first.';

-- The cost keeps the planner from calling this for every name.
create function name_pairs(search_name text) returns tsvector
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
comment on function name_pairs is 'plan-data: All pairs of a name.';

create index provider_two_words on provider
  (((left(search_name, 1) || split_part(search_name, ' ', 2)) collate "C"), (split_part(search_name, ' ', 1) collate "C"))
  where search_name like '% %' and search_name not like '% % %';
create index provider_word_beside on provider_word ((left(word, 1) || word_after(word, search_name, 1)) collate "C", word)
  where search_name like '% % %';
create index provider_word_across on provider_word ((left(word, 1) || word_after(word, search_name, 2)) collate "C", word)
  where search_name like '% % % %' and (search_name like '% % % % %'
    or split_part(search_name, ' ', 1) = word or split_part(search_name, ' ', 2) = word);
create index provider_many_words on provider using gin (name_pairs(search_name)) with (fastupdate = off)
  where search_name like '% % % % % %';

-- chr(1114111) sorts after everything that starts with the text before it. The longer prefix as the second word of a
-- pair comes first: it selects more. The other way round the index is scanned over all names with the same first
-- letter; beside a prefix of one or two letters those are many, so that longer names, which are fewer, come before them.
create function names_with_prefixes(longer text, shorter text) returns table (npi text, search_name text)
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
  where name_pairs(search_name) @@ (quote_literal(left(shorter, 1) || longer) || ':*'
      || case when length(shorter) > 1 then '&' || quote_literal(left(longer, 1) || shorter) || ':*' else '' end
      )::tsquery
    and search_name like '% % % % % %'
    and ' ' || search_name like '% ' || longer || '%' and ' ' || search_name like '% ' || shorter || '%'
$$;
comment on function names_with_prefixes is
  'plan-data: Providers with a word for each of the two prefixes. A name with two such pairs comes twice.';

create function search_some_names(pair text[], prefixes text[], max_results int, max_names int) returns text[]
  language plpgsql stable as $$
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
comment on function search_some_names is
  'plan-data: Matches among a limited number of names that have two of the prefixes. Null: the limit was too low to tell.';

create function search_all_names(prefixes text[], max_results int) returns text[] language plpgsql stable as $$
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
comment on function search_all_names is 'plan-data: Matches among all names that have the first two prefixes.';

create function scan_words(scanned text, prefixes text[], max_results int, max_words int) returns text[]
  language plpgsql stable as $$
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
comment on function scan_words is
  'plan-data: Matches among the first words with one of the prefixes. Null: there are more words than were read.';

-- Two prefixes are matched by the indexes. Beside a single common letter, the words with the other one are read first:
-- enough of them match, or there are no more. With three prefixes, some names are read by each two of them, more each
-- time; then words are read, and then all names with the first two.
create function find_by_prefixes(prefixes text[], max_results int) returns text[]
  language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 as $$
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
comment on function find_by_prefixes is
  'plan-data: Active providers whose names have a word for each prefix, the longest prefix first; at most max_results. A function, because planning these statements takes longer than running them.';
