import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keys } from '../../../platform/keys/secret-key.ts'

/** Factor secrets are encrypted or keyed-hashed: a database dump is useless without the secret key. */

const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'app key', 32))

/** Binds the ciphertext to the account id: it cannot be decrypted in another account's row. */
export function sealKey({ secretKey }: Keys, accountId: string, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv).setAAD(Buffer.from(accountId))
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

export function openKey(keys: Keys, accountId: string, sealed: Buffer): Buffer {
  const [opened] = acceptedKeys(keys).flatMap((key) => tryToOpen(key, accountId, sealed))
  if (!opened) throw new Error('An authenticator key is encrypted with a secret key that this server does not have')
  return opened
}

/** Returns an empty array if another key encrypted it. */
function tryToOpen(secretKey: string, accountId: string, sealed: Buffer): Buffer[] {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return [Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])]
  } catch {
    return []
  }
}

/** Callers pass the account id, so equal codes of two accounts have different hashes. */
export function hashCode(secretKey: string, ...of: [what: string, ...words: string[]]): Buffer {
  return createHmac('sha256', secretKey).update(of.join('|')).digest()
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
