import type { StaffRole } from '@portico/core/access/staff-roles'
import { sql } from 'kysely'
import type { Context, InTransaction, Trx } from '#platform/context.ts'
import { hashToken } from '#platform/keys/hash-token.ts'

const COLUMNS = ['id', 'public_id', 'kind', 'state', 'staff_role', 'directory_subject', 'brand'] as const

export type StaffAccount = NonNullable<Awaited<ReturnType<typeof lockLinked>>>

type Subject = { issuer: string; subject: string }

/** The account that this person of the directory was linked to. */
export const lockLinked = (db: Trx, { issuer, subject }: Subject) =>
  db
    .selectFrom('account')
    .select(COLUMNS)
    .where('directory_issuer', '=', issuer)
    .where('directory_subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()

/** An account by user name, email address or account id. */
export const findStaffByName = (db: Trx, name: string) =>
  db
    .selectFrom('account')
    .select([...COLUMNS, 'first_name', 'last_name'])
    .where('kind', '=', 'internal')
    .where('state', '<>', 'CLOSED')
    .where(sql<boolean>`(username_key = ${name.trim().toLowerCase()} or lower(email) = ${name.trim().toLowerCase()}
      or public_id = ${name.trim()})`)
    .executeTakeFirst()

export type Administrator = Awaited<ReturnType<typeof findAdministrators>>[number]

export const findAdministrators = (db: Trx) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'brand', 'first_name', 'last_name'])
    .where('kind', '=', 'internal')
    .where('state', '=', 'ACTIVE')
    .where('staff_role', '=', 'ADMINISTRATOR')
    .orderBy('id')
    .execute()

export const lockStaff = (db: Trx, accountId: string) =>
  db.selectFrom('account').select(COLUMNS).where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Completes an invited account, which gets no password. */
export async function updateLinked({ db, now }: InTransaction, id: string, who: Subject): Promise<void> {
  await db
    .updateTable('account')
    .set({ state: 'ACTIVE', activated_at: now, terms_accepted_at: now })
    .set({ directory_issuer: who.issuer, directory_subject: who.subject })
    .where('id', '=', id)
    .execute()
}

export async function updateRole({ db, now }: InTransaction, id: string, role: StaffRole | null): Promise<void> {
  await db.updateTable('account').set({ staff_role: role, staff_role_since: now }).where('id', '=', id).execute()
}

type Kept = { provedAt?: Date; endsAt?: Date; sid?: string | undefined; byDoor?: boolean }

/** Adds what only a session through the directory or the emergency sign-in has. It never lasts longer than before. */
export async function updateSession(
  { db }: Pick<Context, 'db'>,
  idHash: Buffer,
  { provedAt, endsAt, sid, byDoor }: Kept,
): Promise<void> {
  await sql`
    update account_session set
      proved_at = coalesce(${provedAt ?? null}::timestamptz, proved_at),
      ends_at = least(ends_at, coalesce(${endsAt ?? null}::timestamptz, ends_at)),
      directory_sid_hash = coalesce(${sid === undefined ? null : hashToken(sid)}::bytea, directory_sid_hash),
      by_door = by_door or ${byDoor ?? false}
    where id_hash = ${idHash}`.execute(db)
}

/** Sessions that the directory opened under this id of its own. */
export async function findSessionsBySid({ db }: Pick<Context, 'db'>, sid: string) {
  return db
    .selectFrom('account_session')
    .select(['id_hash', 'account_id'])
    .where('directory_sid_hash', '=', hashToken(sid))
    .where('ended_at', 'is', null)
    .execute()
}

/** False if the token was accepted before. */
export async function insertLogout({ db, now }: InTransaction, jti: string): Promise<boolean> {
  const inserted = await db
    .insertInto('directory_logout')
    .values({ jti_hash: hashToken(jti), received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
