-- Plan staff restore the access of NPIs that are active again.

create index access_grant_active_again on access_grant (scope_id) where npi_reactivated_at is not null;
