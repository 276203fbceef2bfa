import { shownName } from '@portico/core/plan-data/shown-name'
import type { Kysely } from 'kysely'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Database, ScopeKind } from '#platform/database/schema.ts'
import { withShownNames } from '#platform/database/shown-names.ts'

/** The scopes that one NPI can register for: itself, its groups (all of its organization's), its organization. */
export type ProviderScopes = {
  npi: string
  name: string
  first_name: string
  last_name: string
  is_person: boolean
  org_id: string | null
  org_name: string | null
  npi_has_saa: boolean
  /** An active SAA at any level covers this NPI and can decide requests for AA and AU. */
  is_registered: boolean
  groups: ScopeGroup[]
}

export type ScopeGroup = {
  id: string
  name: string
  kind: Extract<ScopeKind, 'PG' | 'IPA' | 'SG'>
  isOwn: boolean
  /** This group has its own SAA, whom a new one replaces. An SAA of the whole organization stays (behaviour 6.5). */
  hasSaa: boolean
}

/** The groups of valRegNpi's map without their providers, for calls that validate a choice. */
export async function findProviderScopes(db: Kysely<Database>, npi: string): Promise<ProviderScopes | undefined> {
  const rows = await runPrepared<ProviderScopes>(db, scopesSql, [npi])
  const [scopes] = withShownNames(rows, 'name', 'first_name', 'last_name', 'org_name')
  return scopes && { ...scopes, groups: withShownNames(scopes.groups, 'name') }
}

const scopesSql = `
with subject as materialized (
  select p.npi, p.name, coalesce(p.first_name, '') as first_name, coalesce(p.last_name, '') as last_name,
    p.entity_type is not distinct from 1 as is_person,
    coalesce(n.org_id, (select g.org_id from group_member m join provider_group g using (group_id)
      where m.npi = p.npi and g.org_id is not null order by g.org_id limit 1)) as org_id
  from provider p join network_provider n on n.npi = p.npi and n.left_at is null
  where p.npi = $1),
saa as (
  select a.entity from subject s join access_grant a on a.entity = 'NPI:' || s.npi
    and a.role = 'SAA' and a.state = 'ACTIVE'),
choices as (
  select g.group_id, g.name, g.kind,
    exists (select from group_member m where m.group_id = g.group_id and m.npi = s.npi) as is_own,
    exists (select from access_grant a where a.entity = 'GROUP:' || g.group_id
      and a.role = 'SAA' and a.state = 'ACTIVE') as has_saa
  from subject s join lateral (
    select g.group_id, g.name, g.kind from provider_group g where g.org_id = s.org_id
    union all
    select g.group_id, g.name, g.kind from group_member m join provider_group g using (group_id)
    where m.npi = s.npi and s.org_id is null
  ) g on true)
select s.npi, s.name, s.first_name, s.last_name, s.is_person, s.org_id, o.name as org_name, exists (select from saa) as npi_has_saa,
  exists (select from saa) or exists (select from choices where is_own and has_saa)
    or exists (select from access_grant a where a.entity = 'PO:' || s.org_id
      and a.role = 'SAA' and a.state = 'ACTIVE') as is_registered,
  (select coalesce(json_agg(json_build_object('id', c.group_id, 'name', c.name, 'kind', c.kind,
    'isOwn', c.is_own, 'hasSaa', c.has_saa) order by lower(c.name) collate "C", c.group_id), '[]')
    from choices c) as groups
from subject s left join organization o on o.org_id = s.org_id`

/** Also finds a provider who has left the network. */
export async function findProviderName(db: Kysely<Database>, npi: string): Promise<string> {
  const row = await db.selectFrom('provider').select('name').where('npi', '=', npi).executeTakeFirst()
  return shownName(row?.name ?? '')
}
