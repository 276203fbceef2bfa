-- Results that a signed-in person can come back to.

create table session_result (
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('ELIGIBILITY')),
  list_id text collate "C" not null,
  first_row integer not null,
  sealed bytea not null,
  made_at timestamptz not null,
  primary key (account_id, kind, list_id, first_row)
);
comment on table session_result is
  'platform: Results of calls that their reader can fetch again for an hour. Ended with the session or the access behind them.';
comment on column session_result.sealed is 'Encrypted under a key derived from the secret key, bound to the account.';
comment on column session_result.first_row is 'Where the rows of this part begin in the list.';
create index session_result_made on session_result (made_at);

create function end_results_of_grant() returns trigger language plpgsql as $$
begin
  delete from session_result r
  where r.account_id = old.account_id and r.kind = 'ELIGIBILITY' and not exists (
    select from access_grant g
    where g.account_id = old.account_id and g.state = 'ACTIVE' and 'ELIG' = any(g.permissions));
  return null;
end $$;
comment on function end_results_of_grant() is 'platform: Deletes results of a permission with the last grant that gave it.';
create trigger end_results_of_grant after update on access_grant for each row
  when (old.state = 'ACTIVE' and 'ELIG' = any(old.permissions)
    and (new.state <> 'ACTIVE' or not 'ELIG' = any(new.permissions)))
  execute function end_results_of_grant();
