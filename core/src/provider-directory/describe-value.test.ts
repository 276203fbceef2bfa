import { expect, test } from 'vitest'
import { describeValue } from './describe-value.ts'

test.each([
  ['leaving', '2026-12-19', 'December 19, 2026'],
  ['leaving', 'soon', 'soon'],
  ['leaving', '', ''],
  ['languages', ['en', 'fr'], 'English, French'],
  ['telehealth', false, 'No'],
  ['phone', '5085550137', '(508) 555-0137'],
  [
    'address',
    { line1: '1 Oak Street', line2: '', city: 'Salem', state: 'MA', zip: '01970' },
    '1 Oak Street\nSalem, MA 01970',
  ],
] as const)('writes %s %j as %j', (field, value, text) => {
  expect(describeValue(field, value)).toBe(text)
})
