-- Changes of the provider directory: one queue for pages, spreadsheets and reports in words.

-- An equal change that is sent again while the first one waits is one change. A report in words belongs to its author.
create unique index practice_change_once on practice_change (
  coalesce('location ' || location_id, 'practice ' || practice_id::text, 'provider ' || npi),
  field, md5(value_after::text), (case when field = 'other' then account_id end)
) nulls not distinct where state = 'WAITING';
