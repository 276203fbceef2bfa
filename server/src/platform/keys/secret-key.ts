import { createHmac } from 'node:crypto'
import type { Settings } from '../settings/settings.ts'

/** The current key and, during a rotation, the other one. */
export type Keys = Pick<Settings, 'secretKey'> & Partial<Pick<Settings, 'otherKey'>>

/** Every key that stored data may use; the first one is for new data. */
export const acceptedKeys = ({ secretKey, otherKey }: Keys): [string, ...string[]] =>
  otherKey ? [secretKey, otherKey.key] : [secretKey]

/**
 * The key that old and new processes agree on during a rotation: for values that must be deterministic and are not
 * stored.
 */
export const olderKey = ({ secretKey, otherKey }: Keys): string =>
  otherKey?.is === 'former' ? otherKey.key : secretKey

/** A fingerprint that distinguishes keys without revealing them. */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update('fingerprint').digest('base64url').slice(0, 22)
}
