import type pg from 'pg'

/** What the directory and the grants say about one NPI: everything valRegNpi answers, in one statement. */
export type ProviderProfileRow = {
  npi: string
  name: string
  first_name: string
  last_name: string
  is_person: boolean
  is_deactivated: boolean
  is_in_network: boolean
  found_ssn: boolean
  found_tin: boolean
  org_id: string | null
  org_name: string | null
  has_group: boolean
  reg_at_npi: boolean
  /** The levels at which an active SAA covers one of the NPI's groups: PG, IPA, SG or PO. */
  group_levels: string[]
  /** An active SAA of the organization as a whole, and of any part of it. */
  reg_at_whole_po: boolean
  po_registered: boolean
  recent_failures: number
  monthly_failures: number
  /** JSON text, made by PostgreSQL: a group of thousands is passed on without being taken apart. */
  group_map: string
  group_keys: string
}

/** The one-SAA index of access_grant answers each of these with one key look-up. */
const activeSaa = (entity: string) =>
  `exists (select from access_grant a where a.entity = ${entity} and a.role = 'SAA' and a.state = 'ACTIVE')`

const text = `
with subject as materialized (
  select p.npi, p.name, coalesce(p.first_name, '') as first_name, coalesce(p.last_name, '') as last_name,
    p.entity_type is not distinct from 1 as is_person,
    p.deactivation_date is not null
      and (p.reactivation_date is null or p.reactivation_date < p.deactivation_date) as is_deactivated,
    n.npi is not null and n.left_at is null as is_in_network,
    n.ssn_hash is not null as found_ssn, n.tin_hash is not null as found_tin,
    coalesce(n.org_id, (select g.org_id from group_member m join provider_group g using (group_id)
      where m.npi = p.npi and g.org_id is not null order by g.org_id limit 1)) as org_id
  from provider p left join network_provider n on n.npi = p.npi
  where p.npi = $1)
select s.*, o.name as org_name,
  exists (select from group_member m where m.npi = s.npi) as has_group,
  ${activeSaa(`'NPI:' || s.npi`)} as reg_at_npi,
  array(select distinct a.scope_kind from group_member m
    join access_grant a on a.entity = 'GROUP:' || m.group_id and a.role = 'SAA' and a.state = 'ACTIVE'
    where m.npi = s.npi) as group_levels,
  ${activeSaa(`'PO:' || s.org_id`)} as reg_at_whole_po,
  exists (select from access_grant a where a.scope_kind = 'PO' and a.scope_id = s.org_id
    and a.role = 'SAA' and a.state = 'ACTIVE') as po_registered,
  (select count(*)::int from identity_attempt i where i.npi = s.npi and i.kind = 'STEP1' and i.at > $2) as recent_failures,
  (select count(*)::int from identity_attempt i where i.npi = s.npi and i.kind = 'STEP1' and i.at > $3) as monthly_failures,
  coalesce(maps.group_map, '{}') as group_map, coalesce(maps.group_keys, '[]') as group_keys
from subject s
left join organization o on o.org_id = s.org_id
left join lateral (
  select '{' || string_agg(to_json(g.group_id)::text || ':' || g.body, ',' order by g.sort_name, g.group_id) || '}' as group_map,
    json_agg(g.group_id order by g.sort_name, g.group_id)::text as group_keys
  from (
    select c.group_id, c.sort_name,
      json_build_object('id', c.group_id, 'name', c.name, 'shortName', coalesce(c.short_name, ''),
        'checked', c.is_own, 'registerdGroup', c.is_registered, 'registerdNpi', coalesce(members.any_own_saa, false),
        'selectedNpiGroup', c.is_own, 'npiList', coalesce(members.list, '[]'::json))::text as body
    from (
      select g.group_id, g.name, g.short_name, lower(g.name) collate "C" as sort_name,
        exists (select from group_member m where m.group_id = g.group_id and m.npi = s.npi) as is_own,
        ${activeSaa(`'GROUP:' || g.group_id`)} or ${activeSaa(`'PO:' || g.org_id`)} as is_registered
      from (
        select g.* from provider_group g where g.org_id = s.org_id
        union all
        select g.* from group_member m join provider_group g using (group_id) where m.npi = s.npi and s.org_id is null
      ) g
    ) c
    left join lateral (
      select bool_or(each.own_saa) as any_own_saa,
        json_agg(json_build_object('id', each.npi, 'name', each.name,
          'regFlag', each.own_saa or c.is_registered or each.other_saa) order by each.name collate "C", each.npi) as list
      from (
        select m.npi, p.name, ${activeSaa(`'NPI:' || m.npi`)} as own_saa,
          exists (select from group_member other join access_grant a
            on a.entity = 'GROUP:' || other.group_id and a.role = 'SAA' and a.state = 'ACTIVE'
            where other.npi = m.npi) as other_saa
        from group_member m
        join network_provider n on n.npi = m.npi and n.left_at is null
        join provider p on p.npi = m.npi
        where m.group_id = c.group_id
      ) each
    ) members on true
  ) g
) maps on s.is_in_network`

/** Prepared by name: planning this statement would cost more than running it for a solo provider. */
export async function findProviderProfile(
  pool: pg.Pool,
  npi: string,
  failuresSince: { recent: Date; monthly: Date },
): Promise<ProviderProfileRow | undefined> {
  const result = await pool.query<ProviderProfileRow>({
    name: 'provider-profile',
    text,
    values: [npi, failuresSince.recent, failuresSince.monthly],
  })
  return result.rows[0]
}

export const providerProfileSql = text
