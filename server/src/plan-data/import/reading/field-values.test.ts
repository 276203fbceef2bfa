import { completeNpi, hasNpiCheckDigit } from '@portico/core/plan-data/npi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmailAddress, isNpi, readAmount, readDay } from './field-values.ts'

test('accepts the same NPIs as core, if they start with 1 or 2', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000_000, max: 2_999_999_999 }), (number) => {
      expect(isNpi(String(number))).toBe(hasNpiCheckDigit(String(number)))
    }),
  )
  expect(isNpi(completeNpi('123456789'))).toBe(true)
  expect(isNpi(completeNpi('323456789'))).toBe(false)
  expect(isNpi('110000001')).toBe(false)
})

test.each([
  ['2024-02-29', '2024-02-29'],
  ['02/29/2024', '2024-02-29'],
  ['2023-02-29', undefined],
  ['13/01/2024', undefined],
  ['2024-1-5', undefined],
  ['0024-01-05', undefined],
  ['soon', undefined],
])('reads the day %s as %s', (text, expected) => {
  expect(readDay(text)).toBe(expected)
})

test.each([
  ['125', '125.00'],
  ['$1,250.5', '1250.50'],
  ['-12.34', '-12.34'],
  ['12.345', undefined],
  ['1,25', undefined],
  ['12345678901', undefined],
  ['', undefined],
])('reads the amount %s as %s', (text, expected) => {
  expect(readAmount(text)).toBe(expected)
})

test.each([
  ['a.b@practice.example', true],
  ['no-address', false],
  ['two@a.example,b@c.example', false],
  ['a b@c.example', false],
])('accepts %s as an email address: %s', (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected)
})
