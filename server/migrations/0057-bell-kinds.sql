-- Plan staff hear of what waits for them, and inviters of invitations that could not be delivered.

alter table bell_entry drop constraint bell_entry_kind_check;
alter table bell_entry add constraint bell_entry_kind_check
  check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'MAIL', 'SECURITY', 'QUEUE', 'APPROVALS'));
alter table bell_entry add column staff_roles text[];
comment on column bell_entry.staff_roles is
  'Roles of plan staff that the entry is for. It is deleted when the reader no longer has one of them.';
alter table bell_preference drop constraint bell_preference_kind_check;
alter table bell_preference add constraint bell_preference_kind_check
  check (kind in ('REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'QUEUE', 'APPROVALS'));

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

create or replace function end_bell_of_request() returns trigger language plpgsql as $$
begin
  delete from bell_entry where request_id = new.id and (kind = 'REQUESTS' or event = 'invitation.mail-failed');
  return null;
end $$;
comment on function end_bell_of_request() is
  'platform: Deletes the bell entries that ask to act on a request, once it is decided or its invitation is accepted.';
