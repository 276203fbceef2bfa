import { expect, test } from 'vitest'
import { randomId } from './random-ids.ts'

test('draws different ids of the requested length, however many', () => {
  const drawn = Array.from({ length: 3000 }, () => randomId(16, 'hex'))
  expect(new Set(drawn).size).toBe(3000)
  expect(drawn.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  // Wiped bytes are never returned.
  expect(drawn.some((id) => id.includes('0'.repeat(12)))).toBe(false)
  expect(randomId(16, 'base64url')).toMatch(/^[\w-]{22}$/)
})

test('rejects a length beyond the pool instead of returning less', () => {
  expect(randomId(4096, 'hex')).toHaveLength(8192)
  expect(() => randomId(4097, 'hex')).toThrow('Too many random bytes')
})
