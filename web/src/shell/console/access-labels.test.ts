import { expect, test } from 'vitest'
import { grantState, requestState } from './access-labels.ts'

test.each([
  ['NONE', 'Waiting for the signed form'],
  ['RECEIVED', 'Signed form received'],
  ['RETURNED', 'Signed form returned'],
] as const)('labels a request by contract by the state of its form: %s', (contract, label) => {
  expect(grantState('PENDING_CONTRACT', contract).label).toBe(label)
  expect(requestState('PENDING_CONTRACT', contract).label).toBe(label)
})

test('ignores the form once the request is decided', () => {
  expect(requestState('ACTIVE', 'RECEIVED').label).toBe('Active')
  expect(requestState('REJECTED', 'RETURNED').label).toBe('Rejected')
})

test('labels revoked access as ended and a revoked request as canceled', () => {
  expect(grantState('REVOKED').label).toBe('Ended')
  expect(requestState('REVOKED', 'NONE').label).toBe('Canceled')
})
