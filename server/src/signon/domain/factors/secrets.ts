import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../../platform/settings.ts'

/** How what a factor rests on is kept: whoever reads the database cannot use it without the secret key. */

const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'app key', 32))

/** Bound to its account: in another one's row it opens nothing. */
export function sealKey({ secretKey }: Settings, accountId: string, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv).setAAD(Buffer.from(accountId))
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

export function openKey({ secretKey }: Settings, accountId: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

/** Of a code that is typed; the same code of another account has another hash. */
export function hashCode({ secretKey }: Settings, ...of: [what: string, ...words: string[]]): Buffer {
  return createHmac('sha256', secretKey).update(of.join('|')).digest()
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
