import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { GRANT_COLUMNS, type Grant } from './grants.ts'

/** Access that ended only because a row left the plan's file, and that nobody has changed since. */
const ENDED = sql`state = 'SUSPENDED' and suspended_as = 'SYSTEM' and missing_since is not null`

export async function updateMissing(
  { db, now }: InTransaction,
  { grantIds, accountIds }: { grantIds: string[]; accountIds: string[] },
  noticeAt: Date,
): Promise<void> {
  const since = sql`set missing_since = ${now}, missing_notice_at = ${noticeAt}`
  await sql`update access_grant ${since} where id = any(${grantIds}::bigint[])`.execute(db)
  await sql`update account ${since} where id = any(${accountIds}::bigint[])`.execute(db)
}

type Due = { grants: string[]; accounts: string[] }

/** Access whose owners are due to be notified. */
export async function findDueNotices(db: Db, now: Date, limit: number): Promise<Due> {
  const due = sql`where ${ENDED} and missing_notice_at <= ${now} order by missing_notice_at, id limit ${limit}`
  const grants = await sql<{ id: string }>`select id from access_grant ${due}`.execute(db)
  const accounts = await sql<{ id: string }>`select id from account ${due}`.execute(db)
  return { grants: grants.rows.map(({ id }) => id), accounts: accounts.rows.map(({ id }) => id) }
}

/** Returns the reason, or undefined if the access came back or another process sent the notice. */
export async function updateNoticed(
  { db, now }: InTransaction,
  table: 'access_grant' | 'account',
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    update ${sql.table(table)} set missing_notice_at = null
    where id = ${id} and ${ENDED} and missing_notice_at <= ${now}
    returning suspended_reason as reason`.execute(db)
  return rows[0]?.reason
}

export async function findMissingEntities(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    select distinct entity from access_grant where ${ENDED} and missing_since > ${since} order by entity`.execute(db)
  return rows.map(({ entity }) => entity)
}

type MissingGrant = Grant & { missing_notice_at: Date | null }

export async function lockMissingGrants(trx: Trx, entities: string[], since: Date): Promise<MissingGrant[]> {
  return trx
    .selectFrom('access_grant')
    .select([...GRANT_COLUMNS, 'missing_notice_at'])
    .where('entity', '=', sql<string>`any(${entities}::text[])`)
    .where('missing_since', '>', since)
    .where(sql<boolean>`(${ENDED})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

const RESTORED = {
  state: 'ACTIVE',
  suspended_reason: null,
  suspended_as: null,
  missing_since: null,
  missing_notice_at: null,
} as const

export async function updateGrantRestored(db: Trx, grantId: string, role: Grant['role']): Promise<void> {
  await db
    .updateTable('access_grant')
    .set({ ...RESTORED, role })
    .where('id', '=', grantId)
    .execute()
}

/** Accounts of members whom the plan covers again. `wasNotified` if the notice has gone out. */
export async function restoreMemberAccounts(db: Trx, since: Date): Promise<{ id: string; wasNotified: boolean }[]> {
  const { rows } = await sql<{ id: string; wasNotified: boolean }>`
    with back as (
      select a.id, a.missing_notice_at is null as notified from account a join member m on m.member_id = a.member_id
      where ${ENDED} and missing_since > ${since} and m.left_at is null
      order by a.id for no key update of a)
    update account a set state = 'ACTIVE', suspended_reason = null, suspended_as = null, missing_since = null,
      missing_notice_at = null
    from back where a.id = back.id returning a.id, back.notified as "wasNotified"`.execute(db)
  return rows
}
