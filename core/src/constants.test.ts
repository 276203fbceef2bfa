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

test('members are told by the path', () => {
  expect([isMemberPath('/thp/portal/members/login'), isMemberPath('/thp/portal/providers/login')]).toEqual([
    true,
    false,
  ])
})

test('the contract is saved under the NPI', () => {
  expect(contractFileName('1100000011')).toBe('npi_1100000011_network_contract.pdf')
})

test('the provider list fills its width', () => {
  expect(PROVIDER_LIST_COLUMNS.reduce((sum, column) => sum + column.width, 0)).toBe(100)
})
