import { expect, test } from 'vitest'
import { anyText, oneOf, readList, wholeNumber, writeList } from './list-declaration.ts'

const CLAIMS = {
  fields: { npi: anyText, memberId: anyText, state: oneOf(['PAID', 'DENIED'], ''), year: wholeNumber('') },
  sorts: ['serviceDate', 'billed'],
  descending: true,
  hiddenFields: ['memberId'],
} as const
const nowhere = { search: '', state: null }

test('what is as usual stands in no address', () => {
  const { filter, sort, page, isFiltered } = readList(CLAIMS, nowhere)
  expect({ filter, sort, page, isFiltered }).toEqual({
    filter: { npi: '', memberId: '', state: '', year: '' },
    sort: { key: 'serviceDate', descending: true },
    page: 0,
    isFiltered: false,
  })
  expect(writeList(CLAIMS, {}, nowhere).search).toBe('')
})

test('a list survives the way through the address, and what must not stand there is kept beside it', () => {
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

test('another filter or order begins at the first page; another page changes nothing else', () => {
  const third = writeList(CLAIMS, { filter: { npi: '1100000011' }, page: 3 }, nowhere)
  expect(writeList(CLAIMS, { page: 4 }, third).search).toBe('npi=1100000011&page=4')
  expect(writeList(CLAIMS, { filter: { state: 'PAID' } }, third).search).toBe('npi=1100000011&state=PAID')
  expect(writeList(CLAIMS, { sort: { key: 'billed', descending: true } }, third).search).toBe(
    'npi=1100000011&sort=billed',
  )
})

test('what an address says and the list does not know is as usual', () => {
  const { filter, sort, page } = readList(CLAIMS, { search: '?state=LOST&year=x&sort=name&page=-1', state: 'odd' })
  expect({ filter, sort, page }).toMatchObject({
    filter: { state: '', year: '' },
    sort: { key: 'serviceDate' },
    page: 0,
  })
})

test('two lists of a page leave each other alone', () => {
  const reports = { fields: { answered: oneOf(['true'], '') }, prefix: 'reports' } as const
  const both = writeList(
    reports,
    { filter: { answered: 'true' }, page: 1 },
    { search: '?search=ama&page=2', state: null },
  )
  expect(both.search).toBe('search=ama&page=2&reportsAnswered=true&reportsPage=1')
  expect(readList(reports, both)).toMatchObject({ filter: { answered: 'true' }, page: 1 })
})
