import { sql } from 'kysely'
import type { InTransaction, Trx } from '#platform/context.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import type { DirectorySubject } from '../../access/access.ts'

const COLUMNS = ['id', 'public_id', 'kind', 'state', 'staff_role', 'directory_subject', 'brand'] as const

export type StaffAccount = NonNullable<Awaited<ReturnType<typeof lockLinked>>>

/** The account that this person of the directory was linked to. */
export const lockLinked = (db: Trx, { issuer, subject }: DirectorySubject) =>
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

/** False if the token was accepted before. */
export async function insertLogout({ db, now }: InTransaction, jti: string): Promise<boolean> {
  const inserted = await db
    .insertInto('directory_logout')
    .values({ jti_hash: hashToken(jti), received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
