import type { Account, AccountListQuery, AccountRow } from '@portico/core/access/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { containing, direction, findPage, isoTime } from '../../platform/paged-list.ts'
import type { AccountKind, AccountState, Role } from '../../platform/schema.ts'

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

const ORDER = { name: sql`lower(a.last_name)`, created: sql`a.created_at`, lastSignIn: sql`a.last_sign_in_at` } as const

const shown = sql`a.public_id, a.first_name || ' ' || a.last_name as name, a.kind, a.state, a.username, a.email,
  a.created_at, a.last_sign_in_at,
  array(select r from (select distinct g.role as r from access_grant g
        where g.account_id = a.id and g.state = 'ACTIVE') held
        order by array_position(array['SAA', 'AA', 'AU'], r)) as roles`

/** Every account of every kind, searched by the words of name, email address and user name, or by an NPI held. */
export async function findAccounts(db: Db, query: AccountListQuery) {
  const matching = sql`from account a where ${conditions(query)}`
  const found = await findPage<ListedRow>(db, query, {
    matching,
    page: (limits) => sql`
      select ${shown} ${matching}
      order by ${ORDER[query.sort ?? 'name']} ${direction(query)} nulls last, lower(a.first_name), a.id ${limits}`,
  })
  return { ...found, rows: found.rows.map(toRow) }
}

function conditions({ kind, state, search }: AccountListQuery): RawBuilder<unknown> {
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6)
  const found = words.map(
    (word) => sql`(lower(a.first_name || ' ' || a.last_name || ' ' || a.email || ' ' || coalesce(a.username, ''))
        like ${containing(word)}
      or exists (select from access_grant g where g.account_id = a.id and g.scope_id = ${word}))`,
  )
  return sql.join(
    [sql`true`, ...(kind ? [sql`a.kind = ${kind}`] : []), ...(state ? [sql`a.state = ${state}`] : []), ...found],
    sql` and `,
  )
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

type WholeRow = ListedRow & {
  id: string
  phone: string | null
  phone_ext: string | null
  member_id: string | null
  brand: string
  activated_at: Date | null
  suspended_reason: string | null
  open_sessions: number
}

export type AccountFacts = Omit<Account, 'isMe' | 'actions' | 'grants'> & { id: string }

export async function findAccountFacts({ db, now }: Context, publicId: string): Promise<AccountFacts | undefined> {
  const { rows } = await sql<WholeRow>`
    select a.id, ${shown}, a.phone, a.phone_ext, a.member_id, a.brand, a.activated_at, a.suspended_reason,
      (select count(*)::int from account_session s
       where s.account_id = a.id and s.ended_at is null and s.ends_at > ${now}) as open_sessions
    from account a where a.public_id = ${publicId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...toRow(row),
    id: row.id,
    phone: row.phone ?? '',
    phoneExt: row.phone_ext ?? '',
    memberId: row.member_id ?? '',
    brand: row.brand,
    activated: isoTime(row.activated_at),
    suspendedReason: row.suspended_reason ?? '',
    openSessions: row.open_sessions,
  }
}
