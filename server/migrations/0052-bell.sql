-- What concerns a person since they last looked, and how they want to hear of it.

create table bell_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'MAIL', 'SECURITY')),
  event text not null,
  request_id bigint references access_request on delete cascade,
  banner_id bigint references banner on delete cascade,
  came_with text[],
  permission text,
  delivery text not null check (delivery in ('AT_ONCE', 'DIGEST', 'BELL')),
  created_at timestamptz not null,
  read_at timestamptz,
  digested_at timestamptz
);
comment on table bell_entry is 'platform: What concerns a person since they last looked: the entries of the bell.';
comment on column bell_entry.event is 'The kind of mail that reports the same, or an event without a mail.';
comment on column bell_entry.came_with is
  'Entities of the administrator’s grants that the entry came with. It is deleted when one of these grants ends.';
comment on column bell_entry.permission is
  'The entry is deleted when no active grant of the person has this permission any more.';
comment on column bell_entry.delivery is 'The person’s choice when it happened: a mail at once, the daily digest, or only the bell.';
comment on column bell_entry.digested_at is 'When a digest took it up. Null while it waits for one.';
create index bell_entry_newest on bell_entry (account_id, created_at desc, id desc);
-- One unread entry for the same event, so that a flood of events is one entry. Counts the unread ones.
create unique index bell_entry_unread on bell_entry (account_id, event, request_id, banner_id) nulls not distinct
  where read_at is null;
create index bell_entry_digest on bell_entry (account_id) where delivery = 'DIGEST' and digested_at is null;
create index bell_entry_request on bell_entry (request_id) where request_id is not null;
create index bell_entry_banner on bell_entry (banner_id, account_id) where banner_id is not null;
create index bell_entry_created on bell_entry (created_at);

create table bell_preference (
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS')),
  delivery text not null check (delivery in ('AT_ONCE', 'DIGEST', 'BELL')),
  primary key (account_id, kind)
);
comment on table bell_preference is
  'platform: How a person wants to hear of each kind of entry. Without a row, as the kind declares.';

create function end_bell_of_grant() returns trigger language plpgsql as $$
begin
  delete from bell_entry e
  where e.account_id = old.account_id
    and (e.request_id = old.request_id or e.came_with @> array[old.entity]
      or e.permission is not null and not exists (
        select from access_grant g
        where g.account_id = old.account_id and g.state = 'ACTIVE' and e.permission = any(g.permissions)));
  return null;
end $$;
comment on function end_bell_of_grant() is 'platform: Deletes the bell entries that came with an access that was narrowed.';
create trigger end_bell_of_grant after update on access_grant for each row
  when (old.state = 'ACTIVE' and (new.state <> 'ACTIVE' or (old.role <> 'AU' and new.role = 'AU')
    or (old.role = 'SAA' and new.role <> 'SAA') or not new.permissions @> old.permissions))
  execute function end_bell_of_grant();

create function end_bell_of_request() returns trigger language plpgsql as $$
begin
  delete from bell_entry where request_id = new.id and kind = 'REQUESTS';
  return null;
end $$;
comment on function end_bell_of_request() is 'platform: Deletes the bell entries that ask to decide a request, once it is decided.';
create trigger end_bell_of_request after update of state on access_request for each row
  when (old.state like 'PENDING%' and new.state not like 'PENDING%')
  execute function end_bell_of_request();

alter table banner add column announced_at timestamptz;
comment on column banner.announced_at is 'When its readers’ bells got it. Null while that is due.';
update banner set announced_at = updated_at;
create index banner_unannounced on banner (starts_at) where announced_at is null;
