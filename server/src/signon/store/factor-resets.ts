import type { Context, Db, InTransaction } from '#platform/context.ts'

export type FactorReset = { id: string; accountId: string; askedBy: string | null; askedAt: Date; dueAt: Date | null }

const openResets = (db: Db) =>
  db
    .selectFrom('factor_reset')
    .select(['id', 'account_id as accountId', 'requested_by as askedBy', 'requested_at as askedAt', 'due_at as dueAt'])
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)

export const findOpenReset = (db: Db, accountId: string): Promise<FactorReset | undefined> =>
  openResets(db).where('account_id', '=', accountId).executeTakeFirst()

/** Locks the row until the transaction ends, so stopping and completing a reset cannot overlap. */
export const lockOpenReset = ({ db }: InTransaction, accountId: string): Promise<FactorReset | undefined> =>
  openResets(db).where('account_id', '=', accountId).forUpdate().executeTakeFirst()

export async function insertReset(
  { db, now }: InTransaction,
  accountId: string,
  askedBy: string | null,
): Promise<void> {
  await db
    .insertInto('factor_reset')
    .values({ account_id: accountId, requested_by: askedBy, requested_at: now })
    .execute()
}

export async function updateResetConfirmed({ db, now }: InTransaction, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('factor_reset').set({ confirmed_at: now, due_at: dueAt }).where('id', '=', id).execute()
}

export async function updateResetStopped({ db, now }: InTransaction, id: string): Promise<void> {
  await db.updateTable('factor_reset').set({ stopped_at: now }).where('id', '=', id).execute()
}

export async function updateResetDone({ db, now }: InTransaction, id: string): Promise<void> {
  await db.updateTable('factor_reset').set({ done_at: now }).where('id', '=', id).execute()
}

/** Ids of the accounts with a due reset, oldest first. */
export async function findDueResets({ db, now }: Context): Promise<string[]> {
  const rows = await openResets(db).where('due_at', '<=', now).orderBy('due_at').execute()
  return rows.map(({ accountId }) => accountId)
}
