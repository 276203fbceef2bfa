import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'

/** How many rows still depend on another key than the one of this fingerprint. */
export type FormerKeyUse = { numbers: number; appKeys: number; hubKeys: number; recoveryCodes: number }

export const NO_FORMER_USE: FormerKeyUse = { numbers: 0, appKeys: 0, hubKeys: 0, recoveryCodes: 0 }

export async function countFormerKeyUse(db: Db, fingerprint: string): Promise<FormerKeyUse> {
  const { rows } = await sql<FormerKeyUse>`
    select
      (select count(*)::int from network_provider
       where (tin_hash is not null and tin_hashed_by is distinct from ${fingerprint})
         or (ssn_hash is not null and ssn_hashed_by is distinct from ${fingerprint})) as numbers,
      (select count(*)::int from authenticator_key where sealed_by is distinct from ${fingerprint}) as "appKeys",
      (select count(*)::int from hub_key where sealed_by is distinct from ${fingerprint}) as "hubKeys",
      (select count(*)::int from recovery_code
       where used_at is null and removed_at is null
         and hashed_by is distinct from ${fingerprint}) as "recoveryCodes"`.execute(db)
  return rows[0] ?? NO_FORMER_USE
}

export type SealedKey = { id: string; accountId: string; sealed: Buffer }

/** A batch of authenticator keys under another key, locked until the transaction ends. */
export async function lockAppKeys(trx: Trx, fingerprint: string, limit: number): Promise<SealedKey[]> {
  return trx
    .selectFrom('authenticator_key')
    .select(['id', 'account_id as accountId', 'sealed'])
    .where('sealed_by', 'is distinct from', fingerprint)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function updateSealedKey(trx: Trx, id: string, sealed: Buffer, sealedBy: string): Promise<void> {
  await trx.updateTable('authenticator_key').set({ sealed, sealed_by: sealedBy }).where('id', '=', id).execute()
}

/** The few keys of the sign-on hub under another key, locked until the transaction ends. */
export async function lockHubKeys(trx: Trx, fingerprint: string): Promise<Pick<SealedKey, 'id' | 'sealed'>[]> {
  const keys = trx.selectFrom('hub_key').select(['id', 'sealed']).where('sealed_by', 'is distinct from', fingerprint)
  return keys.orderBy('id').forUpdate().execute()
}

export async function updateSealedHubKey(trx: Trx, id: string, sealed: Buffer, sealedBy: string): Promise<void> {
  await trx.updateTable('hub_key').set({ sealed, sealed_by: sealedBy }).where('id', '=', id).execute()
}

/**
 * Deletes the hashes of providers who left the network; a returning provider's file brings them again. Returns how
 * many.
 */
export async function updateNumbersOfLeft(trx: Trx, fingerprint: string, limit: number): Promise<number> {
  const { rows } = await sql`
    update network_provider set tin_hash = null, ssn_hash = null, tin_hashed_by = null, ssn_hashed_by = null
    where npi in (
      select npi from network_provider
      where left_at is not null
        and ((tin_hash is not null and tin_hashed_by is distinct from ${fingerprint})
          or (ssn_hash is not null and ssn_hashed_by is distinct from ${fingerprint}))
      order by npi limit ${limit} for update)
    returning npi`.execute(trx)
  return rows.length
}

/** Deletes one account's recovery codes under another key and returns the account; undefined if there is none left. */
export async function deleteNextRecoveryCodes(trx: Trx, fingerprint: string): Promise<string | undefined> {
  const next = await trx
    .selectFrom('recovery_code')
    .select('account_id')
    .where('used_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('hashed_by', 'is distinct from', fingerprint)
    .orderBy('account_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!next) {
    // Removed codes under another key can no longer be restored. Their owners have no use for a mail.
    const removed = trx.deleteFrom('recovery_code').where('removed_at', 'is not', null)
    await removed.where('hashed_by', 'is distinct from', fingerprint).execute()
    return undefined
  }
  const codes = trx.deleteFrom('recovery_code').where('account_id', '=', next.account_id)
  await codes.where('hashed_by', 'is distinct from', fingerprint).execute()
  return next.account_id
}

/** Makes processes that check the key wait for the end of this transaction. */
export async function lockStoredKey(trx: Trx) {
  return trx
    .selectFrom('secret_key')
    .select(['fingerprint', 'rotating_to as rotatingTo', 'rotation_began_at as beganAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateRotationBegun(trx: Trx, rotatingTo: string, now: Date): Promise<void> {
  await trx.updateTable('secret_key').set({ rotating_to: rotatingTo, rotation_began_at: now }).execute()
}

export async function updateRotated(trx: Trx, fingerprint: string, now: Date): Promise<void> {
  await trx
    .updateTable('secret_key')
    .set({ fingerprint, since: now, rotating_to: null, rotation_began_at: null })
    .execute()
}
