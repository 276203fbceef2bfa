import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * SSN and TIN are stored as keyed hashes only (behaviour 18.3). The NPI is part of what is hashed, so that
 * equal numbers of two providers cannot be matched, and four digits cannot be looked up in one list for all.
 */
export function hashIdentifier(secretKey: string, kind: 'ssn' | 'tin', npi: string, value: string): Buffer {
  return createHmac('sha256', secretKey).update(`${kind}|${npi}|${value}`).digest()
}

export function matchesIdentifier(
  stored: Buffer | null,
  secretKey: string,
  kind: 'ssn' | 'tin',
  npi: string,
  value: string,
): boolean {
  const given = hashIdentifier(secretKey, kind, npi, value)
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given)
}
