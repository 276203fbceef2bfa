import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a value (AES-256-GCM). It can be decrypted only with the same `boundTo`, for example in its own row. */
export function sealValue(key: Buffer, boundTo: string, value: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo))
  return Buffer.concat([iv, cipher.update(value), cipher.final(), cipher.getAuthTag()])
}

/** Undefined if another key encrypted it, or it belongs elsewhere. */
export function openValue(key: Buffer, boundTo: string, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
