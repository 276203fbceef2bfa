import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { escapeLike } from '#platform/database/paged-list.ts'
import { findFewNamed } from '../../access/access.ts'

/** Display name of the entity or entities that a request `r` is for. */
export const scopeName = sql`case r.reg_type
      when 'PO' then (select o.name from organization o where o.org_id = r.org_id)
      when 'PG' then (select string_agg(g.name, ', ' order by g.name) from access_grant x
                      join provider_group g on g.group_id = x.scope_id where x.request_id = r.id)
      else (select p.name from provider p where p.npi = r.npi) end`

/** The search text, and the accounts whose names can match it. `few` is undefined if the name index cannot narrow them. */
export type SearchParts = { typed: string; few: string[] | undefined }

/** PostgreSQL may lowercase characters outside ASCII differently. */
const PLAIN = /^[ -~]*$/

/** Returns undefined for an empty search. */
export async function findSearchMatches(db: Db, search: string | undefined): Promise<SearchParts | undefined> {
  const typed = search?.trim()
  if (!typed) return undefined
  return { typed, few: PLAIN.test(typed) ? await findFewNamed(db, typed) : undefined }
}

const patternOf = ({ typed }: SearchParts) => `%${escapeLike(typed)}%`

/** Reads each name by primary key, and only if the preceding conditions did not match. */
const holds = (name: RawBuilder<unknown>, sought: SearchParts) =>
  sql`coalesce((${name}) ilike ${patternOf(sought)}, false)`

/** True if the account holder's name contains the search text. */
export function isNamed(account: RawBuilder<unknown>, sought: SearchParts) {
  const name = sql`select s.first_name || ' ' || s.last_name from account s where s.id = ${account}`
  const few = sought.few ?? null
  return sql`((${few}::bigint[] is null or ${account} = any(${few}::bigint[])) and ${holds(name, sought)})`
}

/** True if the reference, the NPI or the registrant's name of a request `r` contains the search text. */
export const isOfRequest = (sought: SearchParts) => sql`(r.reference ilike ${patternOf(sought)}
  or r.npi like ${patternOf(sought)} or ${isNamed(sql`r.account_id`, sought)})`

/**
 * True if the name of the provider, organization or groups of a request `r` contains the search text. Group names are
 * joined by commas, so only a search text with a comma can match across two names.
 */
export function isScopeNamed(sought: SearchParts) {
  if (sought.typed.includes(',')) return holds(scopeName, sought)
  return sql`case r.reg_type
    when 'PO' then ${holds(sql`select o.name from organization o where o.org_id = r.org_id`, sought)}
    when 'PG' then ${isGroupNamed(sought)}
    else ${holds(sql`select p.name from provider p where p.npi = r.npi`, sought)} end`
}

const isGroupNamed = (sought: SearchParts) => sql`exists (
  select from access_grant x join provider_group g on g.group_id = x.scope_id
  where x.request_id = r.id and g.name ilike ${patternOf(sought)})`

/** True if the name or number of a group that a request `r` asks for contains the search text. */
export const isGroupRequested = (sought: SearchParts) => sql`(r.reg_type <> 'NPI' and exists (
  select from access_grant x join provider_group g on g.group_id = coalesce(x.group_id, x.scope_id)
  where x.request_id = r.id and (g.name ilike ${patternOf(sought)} or g.group_id ilike ${patternOf(sought)})))`
