import { DAY_MS } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context, InTransaction } from '#platform/context.ts'

type Tally = { accountId: string; kind: string }

const HOUR_MS = 3_600_000

/** Attempts of the last hour that failed or are in progress, oldest first. Locks the row for parallel attempts. */
export async function lockFactorFailures({ db, now }: InTransaction, { accountId, kind }: Tally): Promise<Date[]> {
  await db
    .insertInto('factor_tally')
    .values({ account_id: accountId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('factor_tally')
    .select('failed_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const failures = row?.failed_at ?? []
  return failures
    .filter((at) => now.getTime() - at.getTime() < HOUR_MS)
    .sort((one, other) => one.getTime() - other.getTime())
}

export async function updateFactorFailures(
  { db }: Pick<Context, 'db'>,
  { accountId, kind }: Tally,
  failedAt: Date[],
): Promise<void> {
  await db
    .updateTable('factor_tally')
    .set({ failed_at: failedAt })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** Returns true for exactly one caller per day, who then sends the mail. */
export async function updateFactorOwnerNotified(
  { db, now }: InTransaction,
  { accountId, kind }: Tally,
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql`
    update factor_tally set notified_at = ${now}
    where account_id = ${accountId} and kind = ${kind} and (notified_at is null or notified_at <= ${dayAgo})
    returning kind`.execute(db)
  return rows.length > 0
}
