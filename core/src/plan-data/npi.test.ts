import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeNpi, hasNpiCheckDigit } from './npi.ts'

test.each(['1100000011', '1100000029', '1200000010', '1300000027', '1400000018', '1500000025'])(
  'hasNpiCheckDigit accepts %s',
  (npi) => {
    expect(hasNpiCheckDigit(npi)).toBe(true)
  },
)

test.each(['1100000012', '110000001', '11000000110', '11000000a1', '', ' 1100000011'])(
  'hasNpiCheckDigit rejects %s',
  (npi) => {
    expect(hasNpiCheckDigit(npi)).toBe(false)
  },
)

const nineDigits = fc.stringMatching(/^\d{9}$/)

test('completeNpi makes a valid NPI', () => {
  fc.assert(fc.property(nineDigits, (digits) => hasNpiCheckDigit(completeNpi(digits))))
})

test('hasNpiCheckDigit rejects an NPI with any one digit changed', () => {
  fc.assert(
    fc.property(nineDigits, fc.nat(9), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const npi = completeNpi(digits)
      const changed = npi.slice(0, at) + ((Number(npi[at]) + by) % 10) + npi.slice(at + 1)
      return !hasNpiCheckDigit(changed)
    }),
  )
})

test('completeNpi needs nine digits', () => {
  expect(() => completeNpi('12345678')).toThrow()
})
