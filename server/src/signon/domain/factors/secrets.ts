import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { openValue, sealValue } from '#platform/keys/sealed-value.ts'
import { acceptedKeys, type Keys } from '#platform/keys/secret-key.ts'

/** Factor secrets are encrypted or keyed-hashed: a database dump is useless without the secret key. */

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'app key', 32))

/** Binds the ciphertext to the account id: it cannot be decrypted in another account's row. */
export const sealKey = ({ secretKey }: Keys, accountId: string, key: Uint8Array): Buffer =>
  sealValue(keyFrom(secretKey), accountId, key)

export function openKey(keys: Keys, accountId: string, sealed: Buffer): Buffer {
  const [opened] = acceptedKeys(keys).flatMap((key) => openValue(keyFrom(key), accountId, sealed) ?? [])
  if (!opened) throw new Error('An authenticator key is encrypted with a secret key that this server does not have')
  return opened
}

/** Callers pass the account id, so equal codes of two accounts have different hashes. */
export function hashCode(secretKey: string, ...of: [what: string, ...words: string[]]): Buffer {
  return createHmac('sha256', secretKey).update(of.join('|')).digest()
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
