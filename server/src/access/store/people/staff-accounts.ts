import type { StaffRole } from '@portico/core/access/staff-roles'
import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'

export const findStaff = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'public_id', 'first_name', 'last_name', 'username', 'email', 'staff_role', 'state'])
    .select('last_sign_in_at')
    .where('kind', '=', 'internal')
    .where('state', '<>', 'CLOSED')
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .execute()

const selectAdministrators = (db: Db) =>
  db
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'internal')
    .where('staff_role', '=', 'ADMINISTRATOR')
    .where('state', '=', 'ACTIVE')
    .orderBy('id')

/** Locks the active administrators. If two remove each other's role at once, the second sees the first change. */
export async function lockAdministrators(db: Trx): Promise<string[]> {
  const rows = await selectAdministrators(db).forUpdate().execute()
  return rows.map(({ id }) => id)
}

export async function hasStaffAt(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'internal')
    .where('state', '<>', 'CLOSED')
    .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return found !== undefined
}

export async function updateStaffRole(
  { db, now }: InTransaction,
  accountId: string,
  role: StaffRole | null,
): Promise<void> {
  await db.updateTable('account').set({ staff_role: role, staff_role_since: now }).where('id', '=', accountId).execute()
}

/** Who this person is in the plan's directory. */
export type DirectorySubject = { issuer: string; subject: string }

/** Completes an invited account, which gets no password. */
export async function updateDirectoryLinked(
  { db, now }: InTransaction,
  accountId: string,
  { issuer, subject }: DirectorySubject,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ state: 'ACTIVE', activated_at: now, terms_accepted_at: now })
    .set({ directory_issuer: issuer, directory_subject: subject })
    .where('id', '=', accountId)
    .execute()
}

export async function updateStaffInvitedBy(db: Trx, accountId: string, invitedBy: string): Promise<void> {
  await db.updateTable('account').set({ invited_by: invitedBy }).where('id', '=', accountId).execute()
}

export async function findStaffAdministrators(db: Db): Promise<string[]> {
  const rows = await selectAdministrators(db).execute()
  return rows.map(({ id }) => id)
}
