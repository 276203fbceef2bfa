import { expect, test } from 'vitest'
import { NPI_TEN_DIGITS } from '../forms/messages.ts'
import { readAddressCell, readFieldCell, readNpi } from './read-roster-cells.ts'
import * as text from './sentences.ts'

const today = '2026-11-18'

test.each([
  ['1100000011', { value: '1100000011' }],
  ['1100000011.0', { value: '1100000011' }],
  ['1100 000 011', { value: '1100000011' }],
  ['', { problem: text.NPI_OF_ROW }],
  ['1.1E+9', { problem: NPI_TEN_DIGITS }],
])('reads the NPI %j', (cell, read) => {
  expect(readNpi(cell)).toEqual(read)
})

test.each([
  ['phone', '9785550101.0', '9785550101'],
  ['languages', 'English and spanish / fr', ['en', 'es', 'fr']],
  ['specialty', 'Family Medicine (207Q00000X)', ['207Q00000X']],
  ['specialty', 'Allergy and Immunology', ['207K00000X']],
  ['specialty', '207Q00000X, 207R00000X', ['207Q00000X', '207R00000X']],
  ['acceptingNewPatients', 'yes', 'Y'],
  ['acceptingNewPatients', 'NO', 'N'],
  ['acceptingNewPatients', 'existing patients only', 'EXISTING'],
  ['acceptingNewPatients', 'Family', 'FAMILY'],
  ['telehealth', 'x', true],
  ['telehealth', 'False', false],
  ['leaving', '12/31/2026', '2026-12-31'],
  ['leaving', '2026-12-31', '2026-12-31'],
] as const)('reads %s from %j', (column, cell, value) => {
  expect(readFieldCell(column, cell, today)).toEqual({ value })
})

test.each([
  ['specialty', 'Psychology', text.WRITE_SPECIALTY],
  ['languages', 'Elvish-language', text.WRITE_LANGUAGES],
  ['leaving', '1/1/1999', text.BAD_LEAVING],
] as const)('refuses %s %j', (column, cell, problem) => {
  expect(readFieldCell(column, cell, today)).toEqual({ problem })
})

test.each([
  ['zip', '1970', { value: '01970' }],
  ['zip', '19701234', { value: '01970-1234' }],
  ['zip', '02139.0', { value: '02139' }],
  ['zip', '197', { problem: text.BAD_ZIP }],
  ['state', 'ma', { value: 'MA' }],
  ['state', 'Mass', { problem: text.BAD_STATE }],
  ['line1', ' 1  Main\nSt ', { value: '1 Main St' }],
  ['city', 'x'.repeat(61), { problem: expect.stringContaining('60') }],
] as const)('reads the part %s of an address from %j', (column, cell, read) => {
  expect(readAddressCell(column, cell, today)).toEqual(read)
})
