import { expect, test } from 'vitest'
import { grantState, requestState } from './access-labels.ts'

test.each([
  ['NONE', 'Waiting for the signed form'],
  ['RECEIVED', 'Signed form received'],
  ['RETURNED', 'Signed form sent back'],
] as const)('a request by contract whose form is %s', (contract, label) => {
  expect(grantState('PENDING_CONTRACT', contract).label).toBe(label)
  expect(requestState('PENDING_CONTRACT', contract).label).toBe(label)
})

test('once decided the form says nothing more', () => {
  expect(requestState('ACTIVE', 'RECEIVED').label).toBe('Active')
  expect(requestState('REJECTED', 'RETURNED').label).toBe('Rejected')
})

test('access ends; a request is cancelled', () => {
  expect(grantState('REVOKED').label).toBe('Ended')
  expect(requestState('REVOKED', 'NONE').label).toBe('Cancelled')
})
