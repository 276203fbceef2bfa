import { expect, test } from 'vitest'
import { callBaseFor, contractFileName, isMemberPath, PROVIDER_LIST_COLUMNS } from './constants.ts'

test.each([
  ['/thp/portal/providers/home', '/Provider'],
  ['/thp/portal/members/login', '/Provider'],
  ['/thp/portal/members/my/home', '/MemberPortalWeb'],
  ['/thp/portal/internal/home', '/Provider'],
])('calls from %s go to %s', (path, base) => {
  expect(callBaseFor(path)).toBe(base)
})

test('the path decides whether a page is for members', () => {
  expect([isMemberPath('/thp/portal/members/login'), isMemberPath('/thp/portal/providers/login')]).toEqual([
    true,
    false,
  ])
})

test('the file name of the contract contains the NPI', () => {
  expect(contractFileName('1100000011')).toBe('npi_1100000011_network_contract.pdf')
})

test('the column widths of the provider list add up to 100 percent', () => {
  expect(PROVIDER_LIST_COLUMNS.reduce((sum, column) => sum + column.width, 0)).toBe(100)
})
