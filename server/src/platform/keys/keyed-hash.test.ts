import { expect, test } from 'vitest'
import { createIdentifierHash, hashIdentifier, matchesIdentifier } from './keyed-hash.ts'

const key = 'a-secret-key-for-this-test-only-0123456789'

test('matches an identifier only with its own hash', () => {
  const stored = hashIdentifier(key, 'ssn', '1100000011', '4321')
  expect(stored).toHaveLength(32)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000011', '4321'))).toBe(true)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000011', '4322'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000029', '4321'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'tin', '1100000011', '4321'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(`${key}x`, 'ssn', '1100000011', '4321'))).toBe(false)
})

test('never matches if no hash is on file', () => {
  expect(matchesIdentifier(null, hashIdentifier(key, 'tin', '1100000011', ''))).toBe(false)
})

test.each([
  ['short', key],
  ['as long as a block', 'k'.repeat(64)],
  ['longer than a block', 'k'.repeat(65)],
  ['outside ASCII', 'schlüssel-für-diesen-test-ganz-allein'],
])('gives the same hash in bulk as one by one, with a key that is %s', (_what, secretKey) => {
  const hashMany = createIdentifierHash(secretKey)
  for (const value of ['4321', '8765'])
    for (const kind of ['ssn', 'tin'] as const)
      expect(hashMany(kind, '1100000011', value)).toBe(
        hashIdentifier(secretKey, kind, '1100000011', value).toString('hex'),
      )
})

test('rejects bulk input that is longer than its buffer', () => {
  expect(() => createIdentifierHash(key)('tin', '1100000011', '1'.repeat(50))).toThrow('too long to be an identifier')
})
