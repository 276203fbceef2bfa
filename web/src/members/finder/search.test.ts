import { expect, test } from 'vitest'
import { readList, writeList } from '#shell/lists/list-declaration.ts'
import { roundUp } from '../claims/spending-picture.tsx'
import { describeSearch, isSearch, PROVIDERS, type Search } from './search.ts'

const writeSearch = ({ page, ...filter }: Partial<Search> & { page: number }) =>
  new URLSearchParams(writeList(PROVIDERS, { filter, page }, { search: '', state: null }).search)

function readSearch(address: URLSearchParams) {
  const { filter, query } = readList(PROVIDERS, { search: address.toString(), state: null })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return isSearch(filter) ? Object.fromEntries(given) : null
}

test('a search can be written to and read from the URL', () => {
  const search = {
    specialty: 'Family Medicine',
    zip: '01970',
    miles: '10',
    accepting: 'true',
    plan: 'ANY',
    page: 2,
  } as const
  expect(readSearch(writeSearch(search))).toEqual(search)
  expect(writeSearch({ zip: '01970', name: '', miles: '25', page: 0 }).toString()).toBe('zip=01970')
})

test('a search with only narrowing fields is no search; an invalid page or distance means the default', () => {
  expect(readSearch(new URLSearchParams(''))).toBeNull()
  expect(readSearch(new URLSearchParams('miles=10&language=es&accepting=true&plan=ANY'))).toBeNull()
  expect(readSearch(new URLSearchParams('name=ard&page=x&miles=7'))).toEqual({ name: 'ard', miles: '25', page: 0 })
})

test('describeSearch puts a search into words', () => {
  const search = { specialty: 'Pediatrics', zip: '01970', miles: '10', language: 'es', telehealth: 'true' } as const
  expect(describeSearch(search, 'DISTANCE')).toBe(
    'for Pediatrics within 10 miles of 01970 with telehealth speaking Spanish',
  )
  expect(describeSearch({ zip: '01915', miles: '25', accepting: 'true' }, 'ZIP_AREA')).toBe(
    'in the ZIP area 019 accepting new patients',
  )
  expect(describeSearch({ name: 'ard' })).toBe('with “ard” in the name')
  expect(describeSearch({ name: 'Marco Arden', npi: '1100000029' })).toBe('named Marco Arden')
})

test.each([
  [0, 100],
  [99.5, 100],
  [101, 150],
  [1002.25, 1500],
  [4100, 5000],
  [10_000, 10_000],
])('roundUp(%d) is %d', (largest, end) => {
  expect(roundUp(largest)).toBe(end)
})
