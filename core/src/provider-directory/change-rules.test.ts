import { expect, test } from 'vitest'
import { CHANGE_FIELDS, isChangeField } from './change-fields.ts'
import { checkChange, readChange } from './change-rules.ts'
import * as text from './sentences.ts'

const today = '2026-11-18'
const address = { line1: ' 1  Main St ', line2: '', city: 'Salem', state: 'ma', zip: '019701234' }
const stored = { line1: '1 Main St', line2: '', city: 'Salem', state: 'MA', zip: '01970-1234' }

test.each([
  ['specialty', ['207Q00000X', '207R00000X', '207Q00000X'], ['207Q00000X', '207R00000X']],
  ['languages', ['es', 'en', 'zh-Hant', 'pt-BR'], ['en', 'es', 'pt-BR', 'zh-Hant']],
  ['languages', [], []],
  ['acceptingNewPatients', 'EXISTING', 'EXISTING'],
  ['telehealth', false, false],
  ['leaving', '2027-01-31', '2027-01-31'],
  ['leaving', '', ''],
  ['name', ' North\nClinic ', 'North Clinic'],
  ['name', '', ''],
  ['address', address, stored],
  ['phone', '+1 (617) 555-0123', '6175550123'],
  ['fax', '', ''],
  ['fax', '617.555.0124', '6175550124'],
  ['hours', 'Mon-Fri 9-5', 'Mon-Fri 9-5'],
  ['accessibility', 'Ramp', 'Ramp'],
  [
    'newLocation',
    { name: 'East', address, phone: '6175550123' },
    { name: 'East', address: stored, phone: '6175550123', fax: '', hours: '', accessibility: '' },
  ],
  ['other', { kind: 'LEFT', details: ' Retired. ' }, { kind: 'LEFT', details: 'Retired.' }],
] as const)('reads %s %j as %j', (field, given, value) => {
  expect(readChange(field, given, today)).toEqual({ value })
})

test.each([
  ['specialty', [], text.BAD_SPECIALTY],
  ['specialty', ['Cardiology'], text.BAD_SPECIALTY],
  ['specialty', '207Q00000X', text.BAD_SPECIALTY],
  ['languages', ['English'], text.BAD_LANGUAGE],
  ['languages', Array.from({ length: 31 }, () => 'en'), text.BAD_LANGUAGE],
  ['acceptingNewPatients', 'toString', text.BAD_ACCEPTING],
  ['telehealth', 'Y', text.WRONG_VALUE],
  ['leaving', '2026-02-30', 'Please enter a valid date.'],
  ['leaving', '2206-02-01', text.BAD_LEAVING],
  ['leaving', '2025-11-17', text.BAD_LEAVING],
  ['name', 7, text.WRONG_VALUE],
  ['name', 'x'.repeat(201), 'Please use 200 characters or fewer.'],
  ['hours', 'a\u0000b', 'Please remove line breaks and other hidden characters from what you entered.'],
  ['phone', '', text.BAD_PHONE],
  ['phone', '1234567890', text.BAD_PHONE],
  ['phone', '617 555 0123 ext 5', text.BAD_PHONE],
  ['address', { ...address, line1: ' ' }, text.ENTER_STREET],
  ['address', { ...address, city: '' }, text.ENTER_CITY],
  ['address', { ...address, state: 'XX' }, text.BAD_STATE],
  ['address', { ...address, zip: '123' }, text.BAD_ZIP],
  ['address', [], text.WRONG_VALUE],
  ['newLocation', 'East', text.WRONG_VALUE],
  ['newLocation', { address, phone: '' }, text.BAD_PHONE],
  ['newLocation', { address: null, phone: '6175550123' }, text.WRONG_VALUE],
  ['other', { kind: 'LEFT', details: ' ' }, 'Please tell us what changed.'],
  ['other', { kind: 'SECRET', details: 'x' }, text.WRONG_VALUE],
  ['other', 'x', text.WRONG_VALUE],
  ['other', { kind: 'LEFT', details: 'x'.repeat(1001) }, 'Please use 1000 characters or fewer.'],
] as const)('refuses %s %j: %s', (field, given, problem) => {
  expect(checkChange(field, given, today)).toBe(problem)
})

test('knows its fields and no property of an object', () => {
  expect(CHANGE_FIELDS.every(isChangeField)).toBe(true)
  expect(isChangeField('constructor')).toBe(false)
})
