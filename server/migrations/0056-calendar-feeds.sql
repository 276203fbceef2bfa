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
