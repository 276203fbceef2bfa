import { expect, test } from 'vitest'
import { readList, writeList } from '../../shell/lists/list-declaration.ts'
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
  const search = { specialty: 'Family Medicine', city: 'Salem', state: 'MA', page: 2 }
  expect(readSearch(writeSearch(search))).toEqual(search)
  expect(writeSearch({ city: 'Salem', name: '', page: 0 }).toString()).toBe('city=Salem')
})

test('a search without criteria, or with only a state, is no search; an invalid page means the first', () => {
  expect(readSearch(new URLSearchParams(''))).toBeNull()
  expect(readSearch(new URLSearchParams('state=MA'))).toBeNull()
  expect(readSearch(new URLSearchParams('name=ard&page=x'))).toEqual({ name: 'ard', page: 0 })
})

test('describeSearch puts a search into words', () => {
  expect(describeSearch({ specialty: 'Pediatrics', city: 'Salem', state: 'MA' })).toBe('for Pediatrics in Salem, MA')
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
