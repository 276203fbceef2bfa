import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPpMemberId, normalizeMemberId } from './member-id.ts'

const id = fc.string({ unit: fc.constantFrom(...'0123456789ANRanr \t'), maxLength: 16 })

test('isPpMemberId depends only on the first nine characters', () => {
  fc.assert(
    fc.property(
      id,
      id,
      (start, rest) => start.length < 9 || isPpMemberId(start) === isPpMemberId(start.slice(0, 9) + rest),
    ),
  )
})

test('normalizeMemberId removes whitespace only from PP IDs of more than nine characters', () => {
  fc.assert(
    fc.property(id, (memberId) => {
      const stripped = memberId.length > 9 && isPpMemberId(memberId)
      expect(normalizeMemberId(memberId)).toBe(stripped ? memberId.split(/\s+/).join('') : memberId)
    }),
  )
})
