import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/**
 * SSN and TIN are stored only as keyed hashes (behaviour 18.4). The NPI is part of the input, so that equal numbers of
 * two providers do not match, and one table of four-digit numbers does not cover all providers.
 */
export function hashIdentifier(secretKey: string, kind: 'ssn' | 'tin', npi: string, value: string): Buffer {
  return createHmac('sha256', secretKey).update(`${kind}|${npi}|${value}`).digest()
}

const BLOCK = 64
const DIGEST = 32

/** A kind, an NPI and a number take 24 bytes. */
const IDENTIFIER_BYTES_MAX = 64

/**
 * The same as hexadecimal text for import rows: HMAC with precomputed key blocks. `createHmac` takes twice the CPU time
 * (2.2 against 4.4 µs); a network import would take a third more CPU and an eighth longer.
 */
export function createIdentifierHash(secretKey: string): (kind: 'ssn' | 'tin', npi: string, value: string) => string {
  const given = Buffer.from(secretKey)
  const key = given.length > BLOCK ? hash('sha256', given, 'buffer') : given
  const inner = Buffer.alloc(BLOCK + IDENTIFIER_BYTES_MAX, 0x36)
  const outer = Buffer.alloc(BLOCK + DIGEST, 0x5c)
  key.forEach((byte, at) => {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  })
  return (kind, npi, value) => {
    const text = `${kind}|${npi}|${value}`
    if (Buffer.byteLength(text) > IDENTIFIER_BYTES_MAX) throw new Error('The text is too long to be an identifier.')
    const length = inner.write(text, BLOCK)
    outer.write(hash('sha256', inner.subarray(0, BLOCK + length), 'binary'), BLOCK, 'latin1')
    return hash('sha256', outer, 'hex')
  }
}

/** The key under which the typed number matches the stored hash, if any. */
export function findMatchingKey(keys: readonly string[], stored: Buffer | null, hashOf: (key: string) => Buffer) {
  return keys.filter((key) => matchesIdentifier(stored, hashOf(key)))[0]
}

/** Compares in constant time with the result of `hashIdentifier`. */
export function matchesIdentifier(stored: Buffer | null, given: Buffer): boolean {
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given)
}
