import type { Account, AccountListQuery, AccountRow } from '@portico/core/access/account-shapes'
import { PERSON_COLUMNS } from '@portico/core/forms/person-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '#platform/context.ts'
import { countFound, direction, type Found, findPage, isoTime, searchPage } from '#platform/database/paged-list.ts'
import { type PersonRow, toPerson } from '#platform/database/person-columns.ts'
import type { AccountKind, AccountState, Role } from '#platform/database/schema.ts'
import { fewNamedBy, namedBy } from './named-accounts.ts'

type ListedRow = {
  public_id: string
  name: string
  kind: AccountKind
  state: AccountState
  username: string | null
  email: string
  roles: Role[]
  created_at: Date
  last_sign_in_at: Date | null
}

/**
 * Each order matches an index, read forwards or backwards. Accounts that never signed in sort before the oldest
 * sign-in.
 */
function orderOf(query: AccountListQuery) {
  const way = direction(query)
  if (query.sort === 'created') return sql`created_at ${way}, id ${way}`
  if (query.sort === 'lastSignIn')
    return sql`last_sign_in_at ${way} ${query.descending ? sql`nulls last` : sql`nulls first`}, id ${way}`
  return sql`lower(last_name) ${way}, lower(first_name) ${way}, id ${way}`
}

/** Highest first, as in every list. */
const ROLES: readonly Role[] = ['SAA', 'AA', 'AU']

/** An account can have thousands of grants. EXISTS per role stops at the first match. */
const activeRoles = sql`array_remove(array[${sql.join(
  ROLES.map(
    (role) => sql`case when exists (select from access_grant g
      where g.account_id = a.id and g.state = 'ACTIVE' and g.role = ${sql.lit(role)}) then ${sql.lit(role)} end`,
  ),
)}], null)`

const shown = sql`a.public_id, a.first_name || ' ' || a.last_name as name, a.kind, a.state, a.username, a.email,
  a.created_at, a.last_sign_in_at,
  ${activeRoles} as roles`

/** All accounts of every kind. Searches name, email address and user name by word, or an NPI with access. */
export async function findAccounts(db: Db, query: AccountListQuery) {
  const words = (query.search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6)
  const holders = await findHolders(db, words)
  const matching = sql`from account t where ${conditions(query, words, holders)}`
  const order = orderOf(query)
  const few = (limit: number) => fewNamedBy(words, limit)
  const isByText = words.length > 0 && holders.size === 0
  const cut = (limits: RawBuilder<unknown>) =>
    isByText
      ? searchPage({ table: 'account', sought: namedBy(words), few, narrowed: ofKind(query), order }, limits)
      : sql`select t.*, null as found ${matching} order by ${order} ${limits}`
  const found = await findPage<ListedRow & Found>(db, query, {
    matching,
    found: countFound,
    page: (limits) => sql`select ${shown}, a.found from (${cut(limits)}) a order by ${order}`,
  })
  return { ...found, rows: found.rows.map(toRow) }
}

const HOLDERS_MAX = 500

/** Accounts with a grant for an NPI, group or organization named by one of the words. */
async function findHolders(db: Db, words: string[]): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; id: string }>`
    select distinct w.word, g.account_id as id from unnest(${words}::text[]) w (word) cross join lateral (
      select g.account_id from access_grant g
      where g.scope_kind in ('NPI', 'PG', 'IPA', 'SG', 'PO') and g.scope_id = w.word limit ${HOLDERS_MAX}) g`.execute(
    db,
  )
  const holders = Map.groupBy(rows, ({ word }) => word)
  return new Map([...holders].map(([word, found]) => [word, found.map(({ id }) => id)]))
}

const ofKind = ({ kind, state }: AccountListQuery) =>
  sql`${kind ? sql`t.kind = ${kind}` : sql`true`} and ${state ? sql`t.state = ${state}` : sql`true`}`

function conditions(query: AccountListQuery, words: string[], holders: Map<string, string[]>) {
  const parts: RawBuilder<unknown>[] = [ofKind(query)]
  const others = words.filter((word) => !holders.has(word))
  if (others.length > 0) parts.push(sql`t.id in (${namedBy(others)})`)
  for (const [word, ids] of holders) parts.push(sql`t.id in (${namedBy([word])} union select unnest(${ids}::bigint[]))`)
  return sql.join(parts, sql` and `)
}

function toRow(row: ListedRow): AccountRow {
  return {
    accountId: row.public_id,
    name: row.name.trim(),
    kind: row.kind,
    state: row.state,
    userName: row.username ?? '',
    email: row.email,
    roles: row.roles,
    created: isoTime(row.created_at),
    lastSignIn: isoTime(row.last_sign_in_at),
  }
}

type WholeRow = ListedRow &
  PersonRow & {
    id: string
    member_id: string | null
    brand: string
    activated_at: Date | null
    suspended_reason: string | null
    open_sessions: number
  }

export type AccountFacts = Omit<Account, 'isMe' | 'actions' | 'ownerAddresses' | 'grants'> & { id: string }

const personColumns = sql.join(PERSON_COLUMNS.map((column) => sql.ref(`a.${column}`)))

export async function findAccountFacts({ db, now }: Context, publicId: string): Promise<AccountFacts | undefined> {
  const { rows } = await sql<WholeRow>`
    select a.id, ${shown}, ${personColumns}, a.member_id, a.brand, a.activated_at, a.suspended_reason,
      (select count(*)::int from account_session s
       where s.account_id = a.id and s.ended_at is null and s.ends_at > ${now}) as open_sessions
    from account a where a.public_id = ${publicId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...toRow(row),
    ...toPerson(row),
    id: row.id,
    memberId: row.member_id ?? '',
    brand: row.brand,
    activated: isoTime(row.activated_at),
    suspendedReason: row.suspended_reason ?? '',
    openSessions: row.open_sessions,
  }
}
