import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { KeySet } from '../../store/clients.ts'

const KEYS_MAX = 10
const RSA_BITS = 2048
const CURVES = ['P-256', 'Ed25519']

export const BAD_KEY_SET =
  'The key set must be a JSON Web Key Set with 1 to 10 public keys: RSA of 2048 bits or more, P-256 or Ed25519.'

/** The public keys of a client; undefined if one is private, weak or not a key. */
export function readKeySet(given: unknown): KeySet | undefined {
  const keys = given && typeof given === 'object' && 'keys' in given ? given.keys : undefined
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX) return undefined
  const read = keys.map(readKey)
  return read.every((key) => key !== undefined) ? { keys: read } : undefined
}

function readKey(given: unknown): JsonWebKey | undefined {
  if (!given || typeof given !== 'object' || 'd' in given || 'k' in given) return undefined
  const { kty, kid, use, alg, n, e, crv, x, y } = given as JsonWebKey
  const key = dropAbsent({ kty, kid, use, alg, n, e, crv, x, y })
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    const isStrong = kty === 'RSA' ? (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS : CURVES.includes(crv ?? '')
    return isStrong ? key : undefined
  } catch {
    return undefined
  }
}

const dropAbsent = (key: Record<string, unknown>): JsonWebKey =>
  Object.fromEntries(Object.entries(key).filter(([, value]) => typeof value === 'string'))
