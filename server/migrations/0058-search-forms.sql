-- By which version of the guide's search parameters the search values of a resource were written.

alter table published_resource add column search_form text collate "C";
comment on column published_resource.search_form is
  'Hash of the search parameters by which published_value was written. A refresh writes the values again if it differs.';
