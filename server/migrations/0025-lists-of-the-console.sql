-- Lists and figures of the console: an index for every way to page through people, mail, requests and the audit trail.

-- gin_trgm_ops: finds a part of a word.
create extension if not exists pg_trgm;

create table account_search (
  account_id bigint primary key references account on delete cascade,
  words text not null
);
comment on table account_search is
  'access: The text people are searched by: names, email, user name. A table of its own, so that a sign-in does not write to its indexes.';
comment on column account_search.words is 'Lower case, a space before each word, so that the start of a word can be matched.';

create function update_account_search() returns trigger language plpgsql as $$
  begin
    insert into account_search (account_id, words)
      values (new.id, lower(' ' || new.first_name || ' ' || new.last_name || ' ' || new.email || ' ' || coalesce(new.username, '')))
      on conflict (account_id) do update set words = excluded.words;
    return null;
  end $$;
comment on function update_account_search is 'access: Maintains account_search.';
create trigger update_account_search after insert or update of first_name, last_name, email, username on account
  for each row execute function update_account_search();
insert into account_search (account_id, words)
select id, lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(username, '')) from account;

-- Trigrams are common; five letters in a row are rare, and their posting lists short. The cost keeps the planner from
-- calling this for every account.
create function five_letter_runs(words text) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
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
comment on function five_letter_runs is 'access: All runs of five letters within the words.';
create index account_search_words on account_search using gin (words gin_trgm_ops);
create index account_search_runs on account_search using gin (five_letter_runs(words)) with (fastupdate = off);

create index account_kind_and_state on account (kind, lower(last_name), lower(first_name), id) include (state);
create index account_state_name on account (state, lower(last_name), lower(first_name), id) where state <> 'ACTIVE';
create index account_created on account (created_at, id);
create index account_last_sign_in on account (last_sign_in_at desc nulls last, id desc);
create index account_signed_in on account
  (coalesce(last_sign_in_at, '-infinity') desc, lower(last_name), lower(first_name));

create index mail_message_words on mail_message
  using gin ((lower(' ' || to_address || ' ' || subject || ' ' || kind)) gin_trgm_ops);
create index mail_message_failed on mail_message (created_at, id) where gave_up_at is not null;
create index mail_message_waiting_since on mail_message (created_at, id) where sent_at is null and gave_up_at is null;

create index audit_event_time on audit_event (at, id);
create index audit_event_area on audit_event (split_part(action, '.', 1), at, id);

create index access_request_staff on access_request (created_at) where needs_staff;
create index access_request_made on access_request (created_at) include (state, path);
create index access_request_by_staff on access_request (decided_at desc, id desc) include (path, state)
  where decided_as = 'STAFF';

-- The trigger of 0023 has filled the column for contracts that came in since.
update access_request r set contract_received_at = c.received_at
from (select distinct on (request_id) request_id, received_at from signed_contract order by request_id, id desc) c
where c.request_id = r.id and r.contract_received_at is null;
create index access_request_contracts on access_request
  (state, coalesce(contract_received_at, created_at), reference) where path = 'CONTRACT';

create table job_run (
  job text primary key,
  ran_at timestamptz not null,
  done int not null,
  last_done_at timestamptz,
  failed_at timestamptz,
  failure text
);
comment on table job_run is 'platform: The last run of each scheduled job.';
comment on column job_run.done is 'How many rows the last run acted on.';
comment on column job_run.last_done_at is 'The last time it found something to do.';
