import type { Context, Db, InTransaction } from '#platform/context.ts'

type Moment = Pick<Context, 'db' | 'now'>

export type PasskeyPurpose = 'SIGN_IN' | 'PROVE' | 'ADD'
export type Challenge = { hash: Buffer; purpose: PasskeyPurpose; sessionHash: Buffer | null; brand: string }

export async function insertChallenge({ db }: Moment, challenge: Challenge, expiresAt: Date): Promise<void> {
  const { hash, purpose, sessionHash, brand } = challenge
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hash, purpose, session_hash: sessionHash, brand, expires_at: expiresAt })
    .execute()
}

/** Uses up a challenge. Returns true for exactly one of any number of parallel answers. */
export async function deleteChallenge({ db, now }: Moment, challenge: Challenge): Promise<boolean> {
  const { hash, purpose, sessionHash, brand } = challenge
  const spent = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('session_hash', 'is not distinct from', sessionHash)
    .where('brand', '=', brand)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return spent.numDeletedRows === 1n
}

export type Passkey = {
  publicId: string
  accountId: string
  brand: string
  credentialId: Buffer
  publicKey: Buffer
  counter: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeys = (db: Db) =>
  db
    .selectFrom('passkey')
    .select([
      'public_id as publicId',
      'account_id as accountId',
      'brand',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('removed_at', 'is', null)

export async function findPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  return passkeys(db).where('account_id', '=', accountId).orderBy('id').execute()
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<Passkey | undefined> {
  return passkeys(db).where('credential_id', '=', credentialId).executeTakeFirst()
}

export type NewPasskeyRow = Pick<
  Passkey,
  'publicId' | 'accountId' | 'brand' | 'credentialId' | 'publicKey' | 'name'
> & { counter: number }

/** Returns false if this or another account already has the credential. */
export async function insertPasskey({ db, now }: InTransaction, passkey: NewPasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('passkey')
    .values({
      public_id: passkey.publicId,
      account_id: passkey.accountId,
      brand: passkey.brand,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      name: passkey.name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false if a parallel use changed the counter. Authenticators without a counter always send 0. */
export async function updatePasskeyUsed(
  { db, now }: Moment,
  { credentialId, counter }: Pick<Passkey, 'credentialId' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('passkey')
    .set({ counter: String(newCounter), last_used_at: now })
    .where('credential_id', '=', credentialId)
    .where('counter', '=', counter)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function updatePasskeyName(db: Db, accountId: string, publicId: string, name: string): Promise<boolean> {
  const updated = await db
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Returns true if the account had this passkey. */
export async function updatePasskeyRemoved(
  { db, now }: InTransaction,
  accountId: string,
  publicId: string,
): Promise<boolean> {
  const removed = await db
    .updateTable('passkey')
    .set({ removed_at: now })
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows === 1n
}
