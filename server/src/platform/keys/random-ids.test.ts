import { expect, test } from 'vitest'
import { drawId } from './random-ids.ts'

test('ids are of so many bytes, all different, however many are drawn', () => {
  const drawn = Array.from({ length: 3000 }, () => drawId(16, 'hex'))
  expect(new Set(drawn).size).toBe(3000)
  expect(drawn.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  // Nothing of what is wiped from the store is given to anybody.
  expect(drawn.some((id) => id.includes('0'.repeat(12)))).toBe(false)
  expect(drawId(16, 'base64url')).toMatch(/^[\w-]{22}$/)
})

test('more than is drawn at once is refused, and never given short', () => {
  expect(drawId(4096, 'hex')).toHaveLength(8192)
  expect(() => drawId(4097, 'hex')).toThrow('More random bytes')
})
