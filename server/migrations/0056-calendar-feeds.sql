-- Imports of earlier releases are in the audit trail only.
insert into last_import (kind, file, row_count, changed_count, rejected_count, imported_at)
select distinct on (kind) kind, '', rows, changed, rejected, at
from (
  select details ->> 'kind' as kind, coalesce((details ->> 'rows')::integer, 0) as rows,
    coalesce((details ->> 'inserted')::integer, 0) + coalesce((details ->> 'updated')::integer, 0) as changed,
    coalesce((details ->> 'rejected')::integer, 0) as rejected, at
  from audit_event
  where split_part(action, '.', 1) = 'command' and action = 'command.imported' and details ->> 'kind' is not null) imported
order by kind, at desc
on conflict (kind) do nothing;

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
