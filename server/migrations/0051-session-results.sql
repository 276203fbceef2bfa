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
