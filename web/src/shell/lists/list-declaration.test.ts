import { expect, test } from 'vitest'
import { anyText, oneOf, readList, wholeNumber, writeList } from './list-declaration.ts'

const CLAIMS = {
  fields: { npi: anyText, memberId: anyText, state: oneOf(['PAID', 'DENIED'], ''), year: wholeNumber('') },
  sorts: ['serviceDate', 'billed'],
  descending: true,
  hiddenFields: ['memberId'],
} as const
const nowhere = { search: '', state: null }

test('default values are not written to the URL', () => {
  const { filter, sort, page, isFiltered } = readList(CLAIMS, nowhere)
  expect({ filter, sort, page, isFiltered }).toEqual({
    filter: { npi: '', memberId: '', state: '', year: '' },
    sort: { key: 'serviceDate', descending: true },
    page: 0,
    isFiltered: false,
  })
  expect(writeList(CLAIMS, {}, nowhere).search).toBe('')
})

test('a list can be written to and read from the URL, and hidden fields stay out of it', () => {
  const place = writeList(
    CLAIMS,
    { filter: { npi: '1100000011', memberId: 'H12', year: 2026 }, sort: { key: 'billed', descending: false }, page: 3 },
    nowhere,
  )
  expect(place.search).toBe('npi=1100000011&year=2026&sort=billed&descending=false&page=3')
  expect(readList(CLAIMS, place).query).toEqual({
    npi: '1100000011',
    memberId: 'H12',
    state: undefined,
    year: 2026,
    sort: 'billed',
    descending: false,
    page: 3,
  })
  expect(readList(CLAIMS, writeList(CLAIMS, { filter: { memberId: '' } }, place)).filter.memberId).toBe('')
})

test('a new filter or sort order starts at the first page, and a new page keeps them', () => {
  const third = writeList(CLAIMS, { filter: { npi: '1100000011' }, page: 3 }, nowhere)
  expect(writeList(CLAIMS, { page: 4 }, third).search).toBe('npi=1100000011&page=4')
  expect(writeList(CLAIMS, { filter: { state: 'PAID' } }, third).search).toBe('npi=1100000011&state=PAID')
  expect(writeList(CLAIMS, { sort: { key: 'billed', descending: true } }, third).search).toBe(
    'npi=1100000011&sort=billed',
  )
})

test('unknown values in the URL become defaults', () => {
  const { filter, sort, page } = readList(CLAIMS, { search: '?state=LOST&year=x&sort=name&page=-1', state: 'odd' })
  expect({ filter, sort, page }).toMatchObject({
    filter: { state: '', year: '' },
    sort: { key: 'serviceDate' },
    page: 0,
  })
})

test('two lists on a page do not affect each other', () => {
  const reports = { fields: { answered: oneOf(['true'], '') }, prefix: 'reports' } as const
  const both = writeList(
    reports,
    { filter: { answered: 'true' }, page: 1 },
    { search: '?search=ama&page=2', state: null },
  )
  expect(both.search).toBe('search=ama&page=2&reportsAnswered=true&reportsPage=1')
  expect(readList(reports, both)).toMatchObject({ filter: { answered: 'true' }, page: 1 })
})
