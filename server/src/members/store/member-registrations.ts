import { type Selectable, sql } from 'kysely'
import type { Context, Db, Trx } from '#platform/context.ts'
import type { MemberRegistrationTable, MemberTable } from '#platform/database/schema.ts'

export type MemberRegistration = Selectable<MemberRegistrationTable>

/** `codeSalt` is the id hash of the registration whose code is reused; null if this one has its own code. */
export type NewMemberRegistration = {
  idHash: Buffer
  memberId: string | null
  codeHash: Buffer
  codeSalt: Buffer | null
}

/** The registration expires together with its code. */
export async function insertMemberRegistration(
  { db, now, brand, settings }: Context,
  { idHash, memberId, codeHash, codeSalt }: NewMemberRegistration,
): Promise<void> {
  await db
    .insertInto('member_registration')
    .values({
      id_hash: idHash,
      brand: brand.id,
      member_id: memberId,
      code_hash: codeHash,
      code_salt: codeSalt,
      created_at: now,
      expires_at: secondsAfter(now, settings.lifetimes.memberCode),
    })
    .execute()
}

const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Latest code mailed to a member since `since`, unless it already created an account. */
export async function findMailedCode(trx: Trx, memberId: string, since: Date) {
  const row = await trx
    .selectFrom('member_registration')
    .select(['code_hash as codeHash', 'id_hash as codeSalt'])
    .where('member_id', '=', memberId)
    .where('code_salt', 'is', null)
    .where('created_at', '>', since)
    .where('account_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

export function findMemberRegistration(db: Db, idHash: Buffer): Promise<MemberRegistration | undefined> {
  return db.selectFrom('member_registration').selectAll().where('id_hash', '=', idHash).executeTakeFirst()
}

/** Locks the row until the transaction ends, so a repeated request waits. */
export function lockMemberRegistration(trx: Trx, idHash: Buffer): Promise<MemberRegistration | undefined> {
  return trx.selectFrom('member_registration').selectAll().where('id_hash', '=', idHash).forUpdate().executeTakeFirst()
}

/** Counts one attempt and returns the count; undefined if no attempts are left or the code has expired. */
export async function updateCodeTried({ db, now }: Context, idHash: Buffer, max: number): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update member_registration set wrong_codes = wrong_codes + 1
    where id_hash = ${idHash} and wrong_codes < ${max} and confirmed_at is null and expires_at > ${now}
    returning wrong_codes as tries`.execute(db)
  return rows[0]?.tries
}

/** Extends the expiry to the idle timeout of registrations. */
export async function updateCodeConfirmed({ db, now, settings }: Context, idHash: Buffer): Promise<void> {
  const change = { confirmed_at: now, expires_at: secondsAfter(now, settings.lifetimes.registrationIdle) }
  await db.updateTable('member_registration').set(change).where('id_hash', '=', idHash).execute()
}

export async function updateAccountCreated(trx: Trx, idHash: Buffer, accountId: string): Promise<void> {
  await trx.updateTable('member_registration').set({ account_id: accountId }).where('id_hash', '=', idHash).execute()
}

export function findMember(db: Db, memberId: string): Promise<MemberTable | undefined> {
  return db.selectFrom('member').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

export type MemberAccount = { id: string; email: string; username: string | null; state: string }

/** The member's active or suspended account. */
export function findMemberAccount(db: Db, memberId: string): Promise<MemberAccount | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'username', 'state'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'CLOSED')
    .executeTakeFirst()
}

export async function findAccountUserName(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('account').select('username_key').where('id', '=', accountId).executeTakeFirst()
  return row?.username_key ?? undefined
}

/** Serializes parallel registrations of one member: the second waits and then finds the first one's account. */
export async function lockMember(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`member:${memberId}`}, 0))`.execute(trx)
}

export function findAccountDays(db: Db, accountId: string): Promise<{ created: Date; passwordChanged: Date | null }> {
  return db
    .selectFrom('account')
    .select(['created_at as created', 'password_changed_at as passwordChanged'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
