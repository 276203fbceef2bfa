-- Lists of plan staff: access of NPIs that are active again, and notes about changes of the provider directory.

create index access_grant_active_again on access_grant (scope_id) where npi_reactivated_at is not null;

-- Staff notes are about a request or about a change of the provider directory.
alter table staff_note
  alter column request_id drop not null,
  add column change_id bigint references practice_change on delete cascade,
  add constraint staff_note_subject check (num_nonnulls(request_id, change_id) = 1);
comment on table staff_note is
  'access: Notes of staff about a request or a change of the provider directory. The office never sees them.';
create index staff_note_change on staff_note (change_id) where change_id is not null;
