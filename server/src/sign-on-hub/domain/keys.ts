import { createHmac, createPrivateKey, generateKeyPair, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { JWK } from 'oidc-provider'
import type { Context, InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { openHubKey, sealHubKey } from '#platform/keys/sealed-hub-key.ts'
import { openValue, sealValue } from '#platform/keys/sealed-value.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import { findHubKeys, insertHubKey, lockHubKeys, type StoredHubKey } from '../store/hub-keys.ts'

/** Signing keys as JWK, the one that signs first, and the key of stored records. */
export type HubKeys = { signing: JWK[]; records: RecordKey }

/** Hashes ids and encrypts payloads, so that a database dump reveals no usable token. */
export type RecordKey = {
  hash(value: string): Buffer
  seal(boundTo: string, text: string): Buffer
  open(boundTo: string, sealed: Buffer): string | undefined
}

/** A new key is published this long before it signs, so that every process and client knows it. */
const LEAD_MS = 10 * 60_000
/** A replaced key stays published this long, longer than any ID token lives. */
const OVERLAP_MS = DAY_MS

/** Creates the keys on first use. If several processes start together, all use the same. */
export async function openHubKeys(context: Context): Promise<HubKeys> {
  const stored = await findHubKeys(context.db)
  if (isComplete(stored)) return readKeys(context, stored)
  return transact(context, async (inside) => {
    await lockHubKeys(inside.db)
    const found = await findHubKeys(inside.db)
    if (!found.some(({ purpose }) => purpose === 'records')) await addKey(inside, 'records')
    if (!found.some(({ purpose }) => purpose === 'sign')) await addKey(inside, 'sign')
    return readKeys(inside, await findHubKeys(inside.db))
  })
}

const isComplete = (keys: StoredHubKey[]) =>
  keys.some(({ purpose }) => purpose === 'sign') && keys.some(({ purpose }) => purpose === 'records')

/** The new key signs after ten minutes; the one before stays published for a day after that. */
export async function addSigningKey(context: InTransaction): Promise<{ kid: string; signsFrom: Date }> {
  await lockHubKeys(context.db)
  const kid = await addKey(context, 'sign')
  return { kid, signsFrom: new Date(context.now.getTime() + LEAD_MS) }
}

async function addKey({ db, now, settings }: InTransaction, purpose: StoredHubKey['purpose']): Promise<string> {
  const id = randomId(12, 'base64url')
  const secret = purpose === 'sign' ? await newSigningKey() : randomBytes(32)
  const sealed = sealHubKey(settings.secretKey, id, secret)
  await insertHubKey(db, { id, purpose, sealed, sealedBy: keyFingerprint(settings.secretKey), createdAt: now })
  return id
}

const newSigningKey = async (): Promise<Buffer> =>
  (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey.export({ type: 'pkcs8', format: 'der' })

type Dated = Pick<StoredHubKey, 'id' | 'createdAt'>

/** Which signing keys are published, the one that signs first, and which are no longer needed. Given newest first. */
export function sortSigningKeys<Key extends Dated>(keys: readonly Key[], now: Date): { published: Key[]; over: Key[] } {
  const signsFrom = (key: Key) => key.createdAt.getTime() + LEAD_MS
  const found = keys.findIndex((key) => signsFrom(key) <= now.getTime())
  // A key that is alone signs at once.
  const at = found === -1 ? keys.length - 1 : found
  const signer = keys[at]
  if (!signer) return { published: [], over: [] }
  const before = keys.slice(at + 1)
  const isOver = signsFrom(signer) + OVERLAP_MS <= now.getTime()
  return { published: [signer, ...keys.slice(0, at), ...(isOver ? [] : before)], over: isOver ? before : [] }
}

function readKeys({ settings, now }: Context, stored: StoredHubKey[]): HubKeys {
  const records = stored.find(({ purpose }) => purpose === 'records')
  if (!records) throw new Error('The key of the sign-on hub is missing')
  const signing = sortSigningKeys(
    stored.filter(({ purpose }) => purpose === 'sign'),
    now,
  )
  return {
    signing: signing.published.map((key) => toJwk(key.id, openHubKey(settings, key))),
    records: recordKey(openHubKey(settings, records)),
  }
}

const toJwk = (kid: string, der: Buffer): JWK => ({
  ...createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }).export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

function recordKey(secret: Buffer): RecordKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [hashing, sealing] = [derive('ids'), derive('payloads')]
  return {
    hash: (value) => createHmac('sha256', hashing).update(value).digest(),
    seal: (boundTo, text) => sealValue(sealing, boundTo, Buffer.from(text)),
    open: (boundTo, sealed) => openValue(sealing, boundTo, sealed)?.toString(),
  }
}
