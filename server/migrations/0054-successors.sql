-- The person who takes over when the SAA of an entity leaves, and the takeover itself.

create table saa_successor (
  id bigint generated always as identity primary key,
  entity text collate "C" not null,
  saa_grant_id bigint not null references access_grant on delete cascade,
  successor_grant_id bigint not null references access_grant on delete cascade,
  state text not null check (state in ('NAMED', 'AGREED', 'OFFERED', 'WAITING', 'STAFF', 'DONE', 'ENDED')),
  named_at timestamptz not null,
  agreed_at timestamptz,
  confirm_due_at timestamptz not null,
  reminded_at timestamptz,
  inactive_since timestamptz,
  cause text check (cause in ('LEFT', 'INACTIVE')),
  offered_at timestamptz,
  accepted_at timestamptz,
  due_at timestamptz,
  staff_reason text check (staff_reason in ('REMOVED', 'HOLD', 'OBJECTION')),
  staff_agreed_by bigint references account on delete set null,
  staff_agreed_at timestamptz,
  end_reason text check (end_reason in ('WITHDRAWN', 'DECLINED', 'NOT_CONFIRMED', 'SAA_LOST_ACCESS',
    'SUCCESSOR_LOST_ACCESS', 'SAA_RETURNED', 'NEW_SAA', 'REFUSED')),
  ended_at timestamptz,
  check (saa_grant_id <> successor_grant_id),
  check ((state = 'ENDED') = (end_reason is not null)),
  check (state <> 'WAITING' or (accepted_at is not null and due_at is not null)),
  check (state <> 'STAFF' or staff_reason is not null)
);
comment on table saa_successor is
  'access: The person whom the SAA of an entity named as successor, and the takeover when the SAA leaves or is inactive.';
comment on column saa_successor.state is
  'NAMED: the successor has not answered. AGREED: named and willing. OFFERED: may take over. WAITING: accepted, and the
objection period runs. STAFF: plan staff decide.';
comment on column saa_successor.confirm_due_at is 'The naming ends then unless the SAA confirms it before.';
comment on column saa_successor.inactive_since is 'When the SAA was suspended for inactivity. The offer follows a while later.';
comment on column saa_successor.cause is 'Why the successor may take over: the SAA left, or was suspended for inactivity.';
comment on column saa_successor.due_at is 'When access as SAA begins, unless someone objects.';
comment on column saa_successor.staff_reason is
  'Why plan staff decide: they removed or suspended the SAA, the NPI is on hold, or someone objected.';
comment on column saa_successor.staff_agreed_at is
  'When plan staff agreed. The takeover then needs the acceptance of the successor only.';
comment on column saa_successor.ended_at is
  'When it was done or ended. Null while the scheduled job still has to record and report an end that a trigger set.';
create unique index saa_successor_open on saa_successor (entity) where state not in ('DONE', 'ENDED');
create index saa_successor_saa on saa_successor (saa_grant_id);
create index saa_successor_successor on saa_successor (successor_grant_id);
create index saa_successor_unreported on saa_successor (id) where state = 'ENDED' and ended_at is null;
create index saa_successor_ended on saa_successor (ended_at) where ended_at is not null;
create index saa_successor_due on saa_successor (due_at) where state = 'WAITING';
create index saa_successor_confirm on saa_successor (confirm_due_at) where state in ('NAMED', 'AGREED');
create index saa_successor_inactive on saa_successor (inactive_since) where state = 'AGREED' and inactive_since is not null;
create index saa_successor_staff on saa_successor (id) where state in ('OFFERED', 'WAITING', 'STAFF');

create function follow_grant_of_successor() returns trigger language plpgsql as $$
declare
  by_inactivity boolean;
begin
  if new.state = 'ACTIVE' and new.role = 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'NEW_SAA'
      where entity = new.entity and state not in ('DONE', 'ENDED') and saa_grant_id <> new.id;
    update saa_successor set state = 'ENDED', end_reason = 'SAA_RETURNED'
      where saa_grant_id = new.id and state in ('OFFERED', 'WAITING', 'STAFF');
    update saa_successor set inactive_since = null
      where saa_grant_id = new.id and state = 'AGREED' and inactive_since is not null;
    return null;
  end if;
  if new.state <> 'ACTIVE' and old.state = 'ACTIVE' then
    update saa_successor set state = 'ENDED', end_reason = 'SUCCESSOR_LOST_ACCESS'
      where successor_grant_id = new.id and state not in ('DONE', 'ENDED');
  end if;
  if new.role <> 'SAA' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state not in ('DONE', 'ENDED');
    return null;
  end if;
  -- An account that was not used for a long time is suspended before its grants, in the same transaction.
  by_inactivity := new.state = 'SUSPENDED' and new.suspended_as = 'SYSTEM' and exists (
    select from account a where a.id = new.account_id and a.state = 'SUSPENDED' and a.suspended_as = 'SYSTEM');
  if by_inactivity then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
  elsif new.state = 'REVOKED' or new.suspended_as = 'STAFF' then
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and state = 'NAMED';
    -- An SAA who leaves has offered it before.
    update saa_successor set state = 'STAFF', staff_reason = 'REMOVED', due_at = null, staff_agreed_at = null,
        staff_agreed_by = null
      where saa_grant_id = new.id and cause is distinct from 'LEFT'
        and state in ('AGREED', 'OFFERED', 'WAITING', 'STAFF');
  else
    update saa_successor set state = 'ENDED', end_reason = 'SAA_LOST_ACCESS'
      where saa_grant_id = new.id and cause is distinct from 'LEFT' and state not in ('DONE', 'ENDED');
  end if;
  return null;
end $$;
comment on function follow_grant_of_successor() is
  'access: Ends the naming of a successor, or leaves it to plan staff, when the access behind it changes.';
create trigger follow_grant_of_successor after update on access_grant for each row
  when (old.state is distinct from new.state or old.role <> new.role)
  execute function follow_grant_of_successor();
create trigger follow_new_saa after insert on access_grant for each row
  when (new.state = 'ACTIVE' and new.role = 'SAA')
  execute function follow_grant_of_successor();

alter table link
  add column successor_id bigint references saa_successor on delete cascade,
  drop constraint link_purpose_check,
  add constraint link_purpose_check check (purpose in ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE',
    'SIGNING', 'SIGNED_COPY', 'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION', 'EMAIL', 'STAFF_DOOR', 'CHANGE_SUMMARY',
    'SUCCESSOR'));
create index link_successor on link (successor_id) where successor_id is not null;
