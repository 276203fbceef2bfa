import { sql } from 'kysely'
import type { Db, InTransaction } from '#platform/context.ts'
import { updateEmailFactor } from './factor-status.ts'
import { findValueBefore } from './former-values.ts'

/** Removed factors stay for as long as a report 'This was not me' can restore them (behaviour 11.26). */

export type FactorThen = {
  kind: 'passkey' | 'app' | 'email' | 'recovery'
  /** The device of a passkey. */
  name: string
  isActive: boolean
  /** It was confirmed before that time, and removed later or not at all. */
  wasActive: boolean
}

/** Factors that are active, or were active just before `at`. */
export async function findFactorsBefore(db: Db, accountId: string, at: Date): Promise<FactorThen[]> {
  const { rows } = await sql<FactorThen>`
    select * from (
      select 'passkey' as kind, name, removed_at is null as "isActive",
        created_at < ${at} and (removed_at is null or removed_at >= ${at}) as "wasActive"
      from passkey where account_id = ${accountId}
      union all select 'app', '', removed_at is null,
        confirmed_at < ${at} and (removed_at is null or removed_at >= ${at})
      from authenticator_key where account_id = ${accountId} and confirmed_at is not null
      union all select distinct 'recovery', '', removed_at is null,
        made_at < ${at} and (removed_at is null or removed_at >= ${at})
      from recovery_code where account_id = ${accountId} and used_at is null) f
    where "isActive" or "wasActive"`.execute(db)
  const { since } = await db
    .selectFrom('account')
    .select('email_factor_since as since')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const before = await findValueBefore(db, accountId, 'EMAIL_FACTOR', at)
  const email = { isActive: since !== null, wasActive: before ? before.value !== null : since !== null }
  return email.isActive || email.wasActive ? [...rows, { kind: 'email', name: '', ...email }] : rows
}

/** Restores the factors that were active just before `at`, and removes all others. */
export async function restoreFactors(inside: InTransaction, accountId: string, at: Date): Promise<void> {
  const { db } = inside
  await removeFactors(inside, accountId, at)
  const restore = { removed_at: null }
  await db
    .updateTable('passkey')
    .set(restore)
    .where('account_id', '=', accountId)
    .where('created_at', '<', at)
    .where('removed_at', '>=', at)
    .execute()
  await db
    .updateTable('authenticator_key')
    .set(restore)
    .where('account_id', '=', accountId)
    .where('confirmed_at', '<', at)
    .where('removed_at', '>=', at)
    .execute()
  await db
    .updateTable('recovery_code')
    .set(restore)
    .where('account_id', '=', accountId)
    .where('made_at', '<', at)
    .where('removed_at', '>=', at)
    .execute()
  const before = await findValueBefore(db, accountId, 'EMAIL_FACTOR', at)
  if (before) await updateEmailFactor(inside, accountId, before.value === null ? null : new Date(before.value))
}

/**
 * Removes the factors confirmed since `since` and recovery codes created since then, and deletes unconfirmed app keys.
 * Removes all by default.
 */
export async function removeFactors(inside: InTransaction, accountId: string, since = new Date(0)): Promise<void> {
  const { db, now } = inside
  const removed = { removed_at: now }
  await db
    .updateTable('passkey')
    .set(removed)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('created_at', '>=', since)
    .execute()
  await db
    .deleteFrom('authenticator_key')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute()
  await db
    .updateTable('authenticator_key')
    .set(removed)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('confirmed_at', '>=', since)
    .execute()
  await db
    .updateTable('recovery_code')
    .set(removed)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('made_at', '>=', since)
    .execute()
  await updateEmailFactor(inside, accountId, null, since)
}
