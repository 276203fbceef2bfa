import { sql } from 'kysely'

/** Display name of the entity or entities that a request `r` is for. */
export const scopeName = sql`case r.reg_type
      when 'PO' then (select o.name from organization o where o.org_id = r.org_id)
      when 'PG' then (select string_agg(g.name, ', ' order by g.name) from access_grant x
                      join provider_group g on g.group_id = x.scope_id where x.request_id = r.id)
      else (select p.name from provider p where p.npi = r.npi) end`
