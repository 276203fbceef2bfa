import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * SSN and TIN are stored as keyed hashes only (behaviour 18.4). The NPI is part of what is hashed, so that
 * equal numbers of two providers cannot be matched, and four digits cannot be looked up in one list for all.
 */
export function hashIdentifier(secretKey: string, kind: 'ssn' | 'tin', npi: string, value: string): Buffer {
  return createHmac('sha256', secretKey).update(`${kind}|${npi}|${value}`).digest()
}

/** The key by which the number given fits the one on file; undefined where none does. */
export function findFittingKey(keys: readonly string[], stored: Buffer | null, hashOf: (key: string) => Buffer) {
  return keys.filter((key) => matchesIdentifier(stored, hashOf(key)))[0]
}

/** Takes what `hashIdentifier` makes of the number given; how long it takes tells nothing about the one on file. */
export function matchesIdentifier(stored: Buffer | null, given: Buffer): boolean {
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given)
}
