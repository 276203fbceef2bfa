import { expect, test } from 'vitest'
import { isPpMemberId, normalizeMemberId } from './member-id.ts'

test.each([
  ['1234A5678', true],
  ['1234a', true],
  ['N', true],
  ['R12345678', true],
  ['n12345678', false],
  ['123456789', false],
  ['12345A789', false],
  ['12 3A 456 78', true],
  ['12 3 A', false],
  ['', false],
])('isPpMemberId(%s) is %s', (memberId, expected) => {
  expect(isPpMemberId(memberId)).toBe(expected)
})

test.each([
  ['N1234 5678 01', 'N1234567801'],
  ['1234A 5678 01', '1234A567801'],
  ['N1234 567', 'N1234 567'],
  ['80000 1234 01', '80000 1234 01'],
])('normalizeMemberId turns %s into %s', (memberId, expected) => {
  expect(normalizeMemberId(memberId)).toBe(expected)
})
