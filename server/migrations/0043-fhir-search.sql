-- Values by which /fhir finds the published resources.

create table published_value (
  type text collate "C" not null,
  id text collate "C" not null,
  parameter text collate "C" not null,
  value text collate "C" not null,
  primary key (type, parameter, value, id)
);
comment on table published_value is
  'provider-directory: Search values of published_resource, by the guide''s search parameters. The refresh writes both.';
comment on column published_value.parameter is
  'The parameter''s name. With :exact, :contains, :text or :ofType, the form for that modifier.';
comment on column published_value.value is
  'Every search is an equality or a prefix: a normalized text, a reference such as Location/1, a token as code|system or |system.';
create index published_value_resource on published_value (type, id, parameter, value);
