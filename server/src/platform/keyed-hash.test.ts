import { expect, test } from 'vitest'
import { hashIdentifier, matchesIdentifier } from './keyed-hash.ts'

const key = 'a-secret-key-for-this-test-only-0123456789'

test('an identifier matches its own hash only', () => {
  const stored = hashIdentifier(key, 'ssn', '1100000011', '4321')
  expect(stored).toHaveLength(32)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000011', '4321'))).toBe(true)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000011', '4322'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'ssn', '1100000029', '4321'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(key, 'tin', '1100000011', '4321'))).toBe(false)
  expect(matchesIdentifier(stored, hashIdentifier(`${key}x`, 'ssn', '1100000011', '4321'))).toBe(false)
})

test('nothing on file matches nothing', () => {
  expect(matchesIdentifier(null, hashIdentifier(key, 'tin', '1100000011', ''))).toBe(false)
})
