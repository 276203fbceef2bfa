import { createHmac, createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Context, InTransaction } from '../../platform/context.ts'
import { transact } from '../../platform/database/transaction.ts'
import { randomId } from '../../platform/keys/random-ids.ts'
import { openValue, sealValue } from '../../platform/keys/sealed-value.ts'
import { acceptedKeys, type Keys, keyFingerprint } from '../../platform/keys/secret-key.ts'
import { findHubKeys, insertHubKey, retireSigningKeys, type StoredHubKey } from '../store/hub-keys.ts'

/** Signing keys as JWK, the current one first, and the key of stored records. */
export type HubKeys = { signing: JWK[]; records: RecordKey }

/** Hashes ids and encrypts payloads, so that a database dump reveals no usable token. */
export type RecordKey = {
  hash(value: string): Buffer
  seal(boundTo: string, text: string): Buffer
  open(boundTo: string, sealed: Buffer): string | undefined
}

/** A token lives at most this long after its signing key was retired. */
const OVERLAP_MS = 86_400_000

/** Creates the keys on first use. If several processes start together, all use the same. */
export async function openHubKeys(context: Context): Promise<HubKeys> {
  const stored = await findStored(context)
  if (isComplete(stored)) return readKeys(context.settings, stored)
  await transact(context, async (inside) => {
    await addKey(inside, 'records')
    await addKey(inside, 'sign')
    return { entity: true }
  })
  return readKeys(context.settings, await findStored(context))
}

const isComplete = (keys: StoredHubKey[]) =>
  keys.some(({ purpose }) => purpose === 'sign') && keys.some(({ purpose }) => purpose === 'records')

const findStored = ({ db, now }: Context) => findHubKeys(db, new Date(now.getTime() - OVERLAP_MS))

/** The new key signs at once; the previous one stays published for a day. */
export async function rotateSigningKey(context: InTransaction): Promise<void> {
  await retireSigningKeys(context.db, context.now)
  await addKey(context, 'sign')
}

async function addKey({ db, now, settings }: InTransaction, purpose: StoredHubKey['purpose']): Promise<void> {
  const id = randomId(12, 'base64url')
  const secret = purpose === 'sign' ? newSigningKey() : randomBytes(32)
  const sealed = sealValue(wrappingKey(settings.secretKey), id, secret)
  await insertHubKey(db, { id, purpose, sealed, sealedBy: keyFingerprint(settings.secretKey), createdAt: now })
}

const newSigningKey = (): Buffer =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' })

const wrappingKey = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-on hub key', 32))

function readKeys(keys: Keys, stored: StoredHubKey[]): HubKeys {
  const opened = stored.map((key) => ({ ...key, secret: openHubKey(keys, key) }))
  const records = opened.find(({ purpose }) => purpose === 'records')
  if (!records) throw new Error('The key of the sign-on hub is missing')
  const signing = opened.filter(({ purpose }) => purpose === 'sign')
  return { signing: signing.map(({ id, secret }) => toJwk(id, secret)), records: recordKey(records.secret) }
}

export function openHubKey(keys: Keys, { id, sealed }: Pick<StoredHubKey, 'id' | 'sealed'>): Buffer {
  const [opened] = acceptedKeys(keys).flatMap((key) => openValue(wrappingKey(key), id, sealed) ?? [])
  if (!opened) throw new Error('A key of the sign-on hub is encrypted with a secret key that this server does not have')
  return opened
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
