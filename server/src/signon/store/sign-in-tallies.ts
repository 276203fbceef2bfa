import { DAY_MS } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context, InTransaction } from '#platform/context.ts'

type Moment = Pick<Context, 'db' | 'now'>

export const HOUR_MS = 3_600_000

/** Attempts of the last hour that failed or are in progress, oldest first. */
export async function findFailures({ db, now }: Moment, key: Buffer): Promise<Date[]> {
  const row = await db.selectFrom('sign_in_tally').select('failed_at').where('key', '=', key).executeTakeFirst()
  return ofLastHour(row?.failed_at ?? [], now)
}

/** Like `findFailures`, but locks the row, so parallel attempts for one key run one after another. */
export async function lockFailures({ db, now }: InTransaction, key: Buffer): Promise<Date[]> {
  await insertTally({ db, now }, key)
  const query = db.selectFrom('sign_in_tally').select('failed_at').where('key', '=', key).forUpdate()
  return ofLastHour((await query.executeTakeFirst())?.failed_at ?? [], now)
}

const ofLastHour = (failedAt: Date[], now: Date) =>
  failedAt.filter((at) => now.getTime() - at.getTime() < HOUR_MS).sort((a, b) => a.getTime() - b.getTime())

async function insertTally({ db, now }: Moment, key: Buffer): Promise<void> {
  const row = { key, touched_at: now }
  await db
    .insertInto('sign_in_tally')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateFailures({ db, now }: InTransaction, key: Buffer, failedAt: Date[]): Promise<void> {
  await db.updateTable('sign_in_tally').set({ failed_at: failedAt, touched_at: now }).where('key', '=', key).execute()
}

/** Removes one attempt; others with the same timestamp stay. */
export async function deleteFailure({ db }: Pick<Context, 'db'>, key: Buffer, at: Date): Promise<void> {
  await sql`
    update sign_in_tally set
      failed_at = failed_at[:array_position(failed_at, ${at}::timestamptz) - 1]
        || failed_at[array_position(failed_at, ${at}::timestamptz) + 1:]
    where key = ${key} and ${at}::timestamptz = any(failed_at)`.execute(db)
}

export async function deleteFailures({ db }: Pick<Context, 'db'>, key: Buffer): Promise<void> {
  await db.updateTable('sign_in_tally').set({ failed_at: [] }).where('key', '=', key).execute()
}

/** Returns true for exactly one caller per day, who then sends the mail. */
export async function updateOwnerNotified({ db, now }: InTransaction, key: Buffer): Promise<boolean> {
  await insertTally({ db, now }, key)
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const updated = await db
    .updateTable('sign_in_tally')
    .set({ notified_at: now, touched_at: now })
    .where('key', '=', key)
    .where((eb) => eb.or([eb('notified_at', 'is', null), eb('notified_at', '<=', dayAgo)]))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
