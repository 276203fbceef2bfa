import type { Db } from '../../platform/context.ts'

/** When the account was made and its password last changed. */
export async function findAccountDays(
  db: Db,
  accountId: string,
): Promise<{ created: Date; passwordChanged: Date | null }> {
  const row = await db
    .selectFrom('account')
    .select(['created_at', 'password_changed_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { created: row.created_at, passwordChanged: row.password_changed_at }
}
