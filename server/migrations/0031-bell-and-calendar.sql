-- What concerns a person since they last looked, results to come back to, and the calendar feed of an SAA.

create table bell_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'MAIL', 'SECURITY', 'QUEUE', 'APPROVALS')),
  event text not null,
  request_id bigint references access_request on delete cascade,
  banner_id bigint references banner on delete cascade,
  came_with text[],
  permission text,
  delivery text not null check (delivery in ('AT_ONCE', 'DIGEST', 'BELL')),
  created_at timestamptz not null,
  read_at timestamptz,
  digested_at timestamptz,
  staff_roles text[]
);
comment on table bell_entry is 'platform: What concerns a person since they last looked: the entries of the bell.';
comment on column bell_entry.event is 'The kind of mail that reports the same, or an event without a mail.';
comment on column bell_entry.came_with is
  'Entities of the administrator’s grants that the entry came with. It is deleted when one of these grants ends.';
comment on column bell_entry.permission is
  'The entry is deleted when no active grant of the person has this permission any more.';
comment on column bell_entry.delivery is 'The person’s choice when it happened: a mail at once, the daily digest, or only the bell.';
comment on column bell_entry.digested_at is 'When a digest took it up. Null while it waits for one.';
comment on column bell_entry.staff_roles is
  'Roles of plan staff that the entry is for. It is deleted when the reader no longer has one of them.';
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
  kind text not null check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'QUEUE', 'APPROVALS')),
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
  delete from bell_entry where request_id = new.id and (kind = 'REQUESTS' or event = 'invitation.mail-failed');
  return null;
end $$;
comment on function end_bell_of_request() is
  'platform: Deletes the bell entries that ask to act on a request, once it is decided or its invitation is accepted.';
create trigger end_bell_of_request after update of state on access_request for each row
  when (old.state like 'PENDING%' and new.state not like 'PENDING%')
  execute function end_bell_of_request();

create function end_bell_of_staff() returns trigger language plpgsql as $$
begin
  delete from bell_entry e
  where e.account_id = new.id and e.staff_roles is not null
    and (new.state <> 'ACTIVE' or new.staff_role is null or not new.staff_role = any(e.staff_roles));
  return null;
end $$;
comment on function end_bell_of_staff() is 'platform: Deletes the bell entries that came with a staff role that ended.';
create trigger end_bell_of_staff after update of staff_role, state on account for each row
  when (old.kind = 'internal' and (new.staff_role is distinct from old.staff_role or new.state <> old.state))
  execute function end_bell_of_staff();

alter table banner add column announced_at timestamptz;
comment on column banner.announced_at is 'When its readers’ bells got it. Null while that is due.';
update banner set announced_at = updated_at;
create index banner_unannounced on banner (starts_at) where announced_at is null;

comment on table banner is 'content: Announcements on the pages of the portal.';
comment on table faq is 'content: Questions and answers.';
comment on table description is 'content: Texts on pages, by category and brand.';

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

-- Private addresses from which a calendar reads the due dates of a Senior Access Administrator.
create table calendar_feed (
  account_id bigint primary key references account on delete cascade,
  token_hash bytea not null unique,
  uid text not null,
  made_at timestamptz not null,
  read_at timestamptz
);
comment on table calendar_feed is
  'signon: The calendar feed of an SAA. Deleted when it is withdrawn, and with the role, the account or the password.';
comment on column calendar_feed.token_hash is 'Hash of the secret part of the address.';
comment on column calendar_feed.uid is 'Makes the ids of the feed’s entries unique, and says nothing about the person.';
comment on column calendar_feed.read_at is 'When a calendar last read it, to the hour.';

create function end_feed_of_grant() returns trigger language plpgsql as $$
begin
  delete from calendar_feed f
  where f.account_id = old.account_id and not exists (
    select from access_grant g where g.account_id = old.account_id and g.state = 'ACTIVE' and g.role = 'SAA');
  return null;
end $$;
comment on function end_feed_of_grant() is 'signon: Deletes the calendar feed of a person who is no longer an SAA.';
create trigger end_feed_of_grant after update on access_grant for each row
  when (old.state = 'ACTIVE' and old.role = 'SAA' and (new.state <> 'ACTIVE' or new.role <> 'SAA'))
  execute function end_feed_of_grant();

create function end_feed_of_account() returns trigger language plpgsql as $$
begin
  delete from calendar_feed f where f.account_id = old.id;
  return null;
end $$;
comment on function end_feed_of_account() is
  'signon: Deletes the calendar feed of an account that is no longer active or has a new password.';
create trigger end_feed_of_account after update on account for each row
  when (old.state = 'ACTIVE' and (new.state <> 'ACTIVE' or new.password_changed_at is distinct from old.password_changed_at))
  execute function end_feed_of_account();
