-- Plan staff decide changes of the provider directory in one queue. Reports in words (roster_change) become part of it.

-- A disputed change waits again beside an equal new one.
drop index practice_change_once;
create unique index practice_change_once on practice_change (
  coalesce('location ' || location_id, 'practice ' || practice_id::text, 'provider ' || npi),
  field, md5(value_after::text), (case when field = 'other' then account_id end)
) nulls not distinct where state = 'WAITING' and disputed_at is null;

alter table practice_change
  add column dispute_note text,
  add column disputed_email text;
comment on column practice_change.disputed_at is
  'When a recipient of the daily summary said that an accepted change is wrong. It waits for staff again.';
comment on column practice_change.disputed_by is 'The SAA who said so.';
comment on column practice_change.disputed_email is 'The address on file from which it was said, without an account.';

drop index practice_change_waiting;
create index practice_change_waiting on practice_change (due_at, id) where state = 'WAITING';
create index practice_change_automatic on practice_change (decided_at, id) where state <> 'WAITING' and is_automatic;
create index practice_change_taken on practice_change (taken_by) where state = 'WAITING' and taken_by is not null;
create index practice_change_open on practice_change (npi) where state = 'WAITING';
create index practice_change_location on practice_change (location_id) where location_id is not null;

create function practice_change_of_report(r roster_change) returns void language sql as $$
  insert into practice_change (npi, field, value_after, source, account_id, reported_at, due_at, state, decided_by,
    decided_at, answer)
  select r.npi, 'other', jsonb_build_object('kind', r.kind, 'details', r.details), 'REPORT', r.account_id, r.reported_at,
    ((select d.day from (
        select (r.reported_at at time zone 'America/New_York')::date + n as day from generate_series(1, 6) n) d
      where extract(isodow from d.day) < 6 order by d.day offset 1 limit 1) + time '23:59:59.999')
      at time zone 'America/New_York',
    case when r.answered_at is null then 'WAITING' else 'ACCEPTED' end, r.answered_by, r.answered_at, r.answer
  on conflict do nothing;
$$;
comment on function practice_change_of_report is 'provider-directory: Moves a report in words into the queue of changes.';

create or replace function set_cohorts(changed text[]) returns void language plpgsql as $$
  begin
    -- Records written at the same time would keep the cohort they found.
    perform pg_advisory_xact_lock(7262, 78), pg_advisory_xact_lock(7262, 79);
    create temporary table if not exists cohort_now (npi text collate "C" primary key, signature text collate "C",
      org_id text collate "C", groups text[] collate "C") on commit drop;
    truncate cohort_now;
    insert into cohort_now
      select n.npi, case when n.left_at is null and (n.org_id is not null or m.groups <> '{}')
          then md5(coalesce(n.org_id, '') || E'\x1f' || array_to_string(m.groups, E'\x1f')) end, n.org_id, m.groups
      from network_provider n cross join lateral (
        select array(select group_id from group_member where group_member.npi = n.npi order by group_id) as groups offset 0) m
      where n.npi = any(changed);
    analyze cohort_now;
    insert into cohort (signature, org_id, groups)
      select distinct on (signature) signature, org_id, groups from cohort_now s
      where signature is not null and not exists (select from cohort c where c.signature = s.signature)
      order by signature
      on conflict do nothing;
    update network_provider n set cohort_id = c.id
      from cohort_now s left join cohort c on c.signature = s.signature
      where n.npi = s.npi and n.cohort_id is distinct from c.id;
    update claim r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update sco_case r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update sco_invoice r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
    update practice_change r set cohort_id = n.cohort_id
      from cohort_now s join network_provider n on n.npi = s.npi
      where r.npi = s.npi and r.cohort_id is distinct from n.cohort_id;
  end $$;

comment on function cohort_of_report is
  'provider-directory: Sets the cohort of a change. No lock, so that reporting does not wait for an import; the sweep corrects what was written meanwhile.';
create trigger cohort_of_report before insert or update of npi on practice_change
  for each row execute function cohort_of_report();
update practice_change set npi = npi;

-- The table stays empty for one release: a process of the previous one may still run and write to it.
select practice_change_of_report(r) from roster_change r order by r.id;
delete from roster_change;
create function move_report() returns trigger language plpgsql as $$
  begin
    perform practice_change_of_report(new);
    return null;
  end $$;
comment on function move_report is 'provider-directory: Moves a report that the previous release writes into the queue.';
create trigger move_report before insert on roster_change for each row execute function move_report();
drop trigger cohort_of_report on roster_change;
comment on table roster_change is
  'provider-directory: Empty. The previous release writes here during a rolling restart, and a trigger moves it.';

-- The news of an office: what staff decided, not what a rule accepted.
drop index practice_change_cohort;
create index practice_change_cohort on practice_change (cohort_id, decided_at desc, id)
  where decided_at is not null and cohort_id is not null and not is_automatic;

-- Delayed decisions of the console serve changes too.
alter table delayed_decision
  alter column request_id drop not null,
  add column change_ids bigint[],
  add column seen text[],
  add column about text,
  drop constraint delayed_decision_act_check,
  add constraint delayed_decision_act_check
    check (act in ('VALIDATE', 'RETURN', 'APPROVE', 'DENY', 'ACCEPT_CHANGE', 'RETURN_CHANGE')),
  add constraint delayed_decision_subject check ((request_id is null) = (change_ids is not null));
comment on column delayed_decision.change_ids is 'Changes of the provider directory that are decided together.';
comment on column delayed_decision.seen is 'What the reviewer saw as the present value of each change, as a hash.';
comment on column delayed_decision.about is 'What the changes are about, as the reviewer sees it in the list of delayed decisions.';

create table change_summary (
  id bigint generated always as identity primary key,
  day date not null,
  recipient text not null,
  account_id bigint references account,
  email text not null,
  sent_at timestamptz not null,
  unique (recipient, day)
);
comment on table change_summary is
  'provider-directory: Daily mail with the accepted changes, to an SAA or an address on file: at most one a day.';
comment on column change_summary.recipient is 'The account, or the address in lower case.';
create index change_summary_sent on change_summary (sent_at);

create table change_summary_entry (
  summary_id bigint not null references change_summary on delete cascade,
  change_id bigint not null references practice_change on delete cascade,
  primary key (summary_id, change_id)
);
comment on table change_summary_entry is 'provider-directory: The changes that a daily mail listed.';
create index change_summary_entry_change on change_summary_entry (change_id);

alter table link
  add column summary_id bigint references change_summary on delete cascade,
  drop constraint link_purpose_check,
  add constraint link_purpose_check check (purpose in ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE',
    'SIGNING', 'SIGNED_COPY', 'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION', 'EMAIL', 'STAFF_DOOR', 'CHANGE_SUMMARY'));
create index link_summary on link (summary_id) where summary_id is not null;
