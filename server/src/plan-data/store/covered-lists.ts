import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { toSearchName } from '@portico/core/plan-data/search-name'
import type { GroupOption, ProviderOption } from '@portico/core/plan-data/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { LOOKUP_PAGE_SIZE } from './page-sizes.ts'
import { findReach, firstByName } from './reach.ts'

/** The typed search text: the start of an NPI, or word prefixes of the name in any order. */
function fits(typed: string | undefined): RawBuilder<unknown> {
  const search = typed?.trim() ?? ''
  if (search === '') return sql`true`
  if (/^\d+$/.test(search)) return sql`n.npi like ${`${search}%`}`
  const starts = toSearchName(search).split(' ').filter(Boolean)
  const each = starts.map((start) => sql`(' ' || n.search_name) like ${`% ${start}%`}`)
  return each.length === 0 ? sql`false` : sql.join(each, sql` and `)
}

type Covered = { permission: string; page: number | undefined }

/** The providers that a user's grants cover with a permission, by name; at most twenty for a typeahead. */
export async function findCoveredProviders(
  context: SignedIn,
  query: Covered & { search: string | undefined; region: string | undefined },
): Promise<ProviderOption[]> {
  const limit = query.search ? TYPEAHEAD_OPTIONS_MAX : LOOKUP_PAGE_SIZE
  const offset = (query.page ?? 0) * limit
  const reach = await findReach(context, query.permission)
  const region = query.region ? sql`n.region = ${query.region} and` : sql``
  const { rows } = await sql<ProviderOption>`
    select p.npi, p.name, coalesce(p.city, '') as city, coalesce(p.state, '') as state
    from (
      select * from (${firstByName(reach, sql`${region} ${fits(query.search)}`, offset + limit)}) f
      order by f.name, f.npi limit ${limit} offset ${offset}
    ) f join provider p on p.npi = f.npi
    order by f.name, f.npi`.execute(context.db)
  return withShownNames(rows, 'name')
}

/** The groups of a kind that are granted directly or through a whole organization. */
export async function findCoveredGroups(
  { db, session }: SignedIn,
  query: Covered & { kind: 'IPA' | 'SG' },
): Promise<GroupOption[]> {
  const { rows } = await sql<GroupOption>`
    select distinct v.group_id as id, v.name, coalesce(v.short_name, '') as "shortName"
    from access_grant g
    join provider_group v on v.group_id = case when g.scope_kind = 'PO' then g.group_id else g.scope_id end
      or (g.scope_kind = 'PO' and g.group_id is null and v.org_id = g.scope_id)
    where g.account_id = ${session.accountId} and g.state = 'ACTIVE' and ${query.permission} = any(g.permissions)
      and g.scope_kind <> 'NPI' and v.kind = ${query.kind}
    order by v.name, id limit ${LOOKUP_PAGE_SIZE} offset ${(query.page ?? 0) * LOOKUP_PAGE_SIZE}`.execute(db)
  return withShownNames(rows, 'name')
}
