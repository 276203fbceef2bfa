import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as format from './formats.ts'
import { filterNpi } from './npi.ts'

describe('phone', () => {
  test.each([
    ['5125550177', '(512) 555-0177'],
    ['+1 (512) 555-0177', '(512) 555-0177'],
    ['1-512-555-0177', '(512) 555-0177'],
    ['512.555.0177 ext. 22', '(512) 555-017722'],
    ['(512) 555-0177', '(512) 555-0177'],
    ['512555', '(512) 555'],
    ['5125', '(512) 5'],
    ['512', '512'],
    ['', ''],
  ])('%s is shown as %s', (typed, shown) => {
    expect(format.formatPhone(typed)).toBe(shown)
  })

  test('a formatted phone number stores its original digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,10}$/), (digits) => {
        expect(format.stripPhone(format.formatPhone(digits))).toBe(digits)
        expect(format.formatPhone(format.formatPhone(digits))).toBe(format.formatPhone(digits))
      }),
    )
  })

  test('a phone number in any format, with or without country code, stores ten digits', () => {
    const area = fc.stringMatching(/^[2-9]\d{9}$/)
    const gap = fc.constantFrom('', ' ', '-', '.', ') ', ' (')
    fc.assert(
      fc.property(area, fc.constantFrom('', '1', '+1', '+1 ', '1-'), gap, gap, (digits, code, first, second) => {
        const typed = `${code}${digits.slice(0, 3)}${first}${digits.slice(3, 6)}${second}${digits.slice(6)}`
        expect(format.stripPhone(typed)).toBe(digits)
        expect(format.formatPhone(typed)).toHaveLength(14)
      }),
    )
  })
})

describe('filters', () => {
  test.each([
    ['NPI', filterNpi, ' 1100-000-0119 ', '1100000011'],
    ['SSN', format.filterSsn, '43-21-5', '4321'],
    ['SSN pasted whole', format.filterSsn, '123-45-4321', '4321'],
    ['TIN', format.filterTin, '04-1234567', '041234567'],
    ['extension', format.filterExtension, 'x1234567', '123456'],
    ['user name', format.filterUserName, 'amara.white field!', 'amarawhitefi'],
    ['activation user name', format.filterActivationUserName, 'amara w-f', 'amara wf'],
    ['claim number', format.filterClaimNumber, ' HV0000 000001 ', 'HV0000000001'],
    ['amount', format.filterAmount, '$ 1,250.005', '1250.00'],
    ['amount with two points', format.filterAmount, '1.2.3', '1.23'],
    ['amount with letters', format.filterAmount, '12abc', '12'],
  ])('the %s filter drops what the field cannot contain', (_name, filter, typed, kept) => {
    expect(filter(typed)).toBe(kept)
  })

  test.each([
    filterNpi,
    format.filterSsn,
    format.filterTin,
    format.filterExtension,
    format.filterUserName,
    format.filterActivationUserName,
    format.filterClaimNumber,
    format.filterAmount,
    format.storedAmount,
  ])('%o is idempotent', (filter) => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.$ ,aZ') }))
    fc.assert(fc.property(typed, (value) => filter(filter(value)) === filter(value)))
  })
})

test.each([
  ['125', '125.00', '$125.00'],
  ['$ 125', '125.00', '$125.00'],
  ['80.50', '80.50', '$80.50'],
  ['80.5', '80.50', '$80.50'],
  ['80.', '80.00', '$80.00'],
  ['.5', '0.50', '$0.50'],
  ['', '', ''],
  ['$', '', ''],
])('the amount %s is stored as %s', (typed, stored, shown) => {
  expect(format.storedAmount(typed)).toBe(stored)
  expect(format.formatAmount(typed)).toBe(shown)
})

test('user names are trimmed at the ends and keep their inner spaces', () => {
  expect(format.storedUserName('  amara  w ')).toBe('amara  w')
})

test('a name that ends with a period gets no second period', () => {
  expect(format.endWithPeriod('Lowell Pediatrics')).toBe('Lowell Pediatrics.')
  expect(format.endWithPeriod('Lowell Pediatrics, Inc.')).toBe('Lowell Pediatrics, Inc.')
})
