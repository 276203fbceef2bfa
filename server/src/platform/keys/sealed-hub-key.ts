import { hkdfSync } from 'node:crypto'
import { openValue, sealValue } from './sealed-value.ts'
import { acceptedKeys, type Keys } from './secret-key.ts'

const wrappingKey = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-on hub key', 32))

/** Encrypts a key of the sign-on hub under the secret key, bound to its row. */
export const sealHubKey = (secretKey: string, id: string, secret: Uint8Array): Buffer =>
  sealValue(wrappingKey(secretKey), id, secret)

export function openHubKey(keys: Keys, { id, sealed }: { id: string; sealed: Buffer }): Buffer {
  const [opened] = acceptedKeys(keys).flatMap((key) => openValue(wrappingKey(key), id, sealed) ?? [])
  if (!opened) throw new Error('A key of the sign-on hub is encrypted with a secret key that this server does not have')
  return opened
}
