import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/**
 * SSN and TIN are stored as keyed hashes only (behaviour 18.4). The NPI is part of what is hashed, so that
 * equal numbers of two providers cannot be matched, and four digits cannot be looked up in one list for all.
 */
export function hashIdentifier(secretKey: string, kind: 'ssn' | 'tin', npi: string, value: string): Buffer {
  return createHmac('sha256', secretKey).update(`${kind}|${npi}|${value}`).digest()
}

const BLOCK = 64
const DIGEST = 32

/**
 * The same for the many of a file, as hexadecimal text: HMAC by its definition, with all that depends on the key alone
 * done once, which takes a quarter of the time.
 */
export function createIdentifierHash(secretKey: string): (kind: 'ssn' | 'tin', npi: string, value: string) => string {
  const given = Buffer.from(secretKey)
  const key = given.length > BLOCK ? hash('sha256', given, 'buffer') : given
  const inner = Buffer.alloc(BLOCK, 0x36)
  const outer = Buffer.concat([Buffer.alloc(BLOCK, 0x5c), Buffer.alloc(DIGEST)])
  key.forEach((byte, at) => {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  })
  return (kind, npi, value) => {
    const text = Buffer.from(`${kind}|${npi}|${value}`)
    outer.write(hash('sha256', Buffer.concat([inner, text]), 'hex'), BLOCK, 'hex')
    return hash('sha256', outer, 'hex')
  }
}

/** The key by which the number given fits the one on file; undefined where none does. */
export function findFittingKey(keys: readonly string[], stored: Buffer | null, hashOf: (key: string) => Buffer) {
  return keys.filter((key) => matchesIdentifier(stored, hashOf(key)))[0]
}

/** Takes what `hashIdentifier` makes of the number given; how long it takes tells nothing about the one on file. */
export function matchesIdentifier(stored: Buffer | null, given: Buffer): boolean {
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given)
}
