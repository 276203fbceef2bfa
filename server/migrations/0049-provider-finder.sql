-- Members search the published directory: by place, specialty and name.

create index practice_location_place on practice_location (latitude, longitude) where left_at is null;
create index practice_location_zip_area on practice_location ((left(zip, 5)) collate "C") where left_at is null;
create index practice_specialties on practice using gin (string_to_array(specialty, ';'))
  where left_at is null and published;

create function miles_between(
  latitude_1 double precision, longitude_1 double precision, latitude_2 double precision, longitude_2 double precision
) returns double precision language sql immutable parallel safe as $$
  select 2 * 3958.8 * asin(least(1, sqrt(
    power(sin(radians(latitude_2 - latitude_1) / 2), 2)
    + cos(radians(latitude_1)) * cos(radians(latitude_2)) * power(sin(radians(longitude_2 - longitude_1) / 2), 2))))
$$;
comment on function miles_between is
  'provider-directory: Distance along a great circle (haversine) between two points in degrees.';
