import { type RawBuilder, sql } from 'kysely'
import { findFewNamed } from '../../access/access.ts'
import type { Db } from '../../platform/context.ts'
import { escapeLike } from '../../platform/database/paged-list.ts'
import { scopeName } from './scope-name.ts'

/** What somebody typed, and the only accounts whose names can hold it, where they are few. */
export type SearchParts = { typed: string; few: string[] | undefined }

/** Other letters may be made small in another way there. */
const PLAIN = /^[ -~]*$/

/** Undefined where nothing was typed. */
export async function findSought(db: Db, search: string | undefined): Promise<SearchParts | undefined> {
  const typed = search?.trim()
  if (!typed) return undefined
  return { typed, few: PLAIN.test(typed) ? await findFewNamed(db, typed) : undefined }
}

const patternOf = ({ typed }: SearchParts) => `%${escapeLike(typed)}%`

/** Each name is looked up by its key, and only where what stands before it did not match. */
const holds = (name: RawBuilder<unknown>, sought: SearchParts) =>
  sql`coalesce((${name}) ilike ${patternOf(sought)}, false)`

/** Whether the person of this account has it in their name. */
export function isNamed(account: RawBuilder<unknown>, sought: SearchParts) {
  const name = sql`select s.first_name || ' ' || s.last_name from account s where s.id = ${account}`
  const few = sought.few ?? null
  return sql`((${few}::bigint[] is null or ${account} = any(${few}::bigint[])) and ${holds(name, sought)})`
}

/** Whether a request `r` has it in its reference, its NPI, or the name of who registers. */
export const isOfRequest = (sought: SearchParts) => sql`(r.reference ilike ${patternOf(sought)}
  or r.npi like ${patternOf(sought)} or ${isNamed(sql`r.account_id`, sought)})`

/**
 * Whether what a request `r` is for has it in its name: its provider, its organization, or its groups. Their names stand
 * one after the other there: only who types what stands between them can mean two at once.
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

/** Whether a group that a request `r` asks for, by itself or of an organization, has it in its name or number. */
export const isGroupAskedFor = (sought: SearchParts) => sql`(r.reg_type <> 'NPI' and exists (
  select from access_grant x join provider_group g on g.group_id = coalesce(x.group_id, x.scope_id)
  where x.request_id = r.id and (g.name ilike ${patternOf(sought)} or g.group_id ilike ${patternOf(sought)})))`
