import type { MyRequest } from '@portico/core/access/request-shapes'
import { expect, test } from 'vitest'
import { BEHALF } from '../../../test/example-request.ts'
import { stepsOf } from './timeline.tsx'

const contract = { ...BEHALF, path: 'CONTRACT', state: 'PENDING_CONTRACT', expiresOn: '', needsContract: true } as const
const texts = (request: MyRequest) => stepsOf(request).map(({ text, state }) => `${text} (${state})`)

test('ends a pending request with the next step and its expiry', () => {
  expect(texts(BEHALF)).toEqual(['Request made (done)', 'The provider’s answer (next)'])
  expect(stepsOf(BEHALF).at(-1)?.when).toBe('Expires on April 1, 2026')
})

test('shows the decision of Provider Services as the next step if plan staff decide', () => {
  expect(texts({ ...BEHALF, byStaff: true }).at(-1)).toBe('The decision of Provider Services (next)')
})

test('shows a reminder between the request and the answer', () => {
  expect(texts({ ...BEHALF, remindedOn: '2026-03-09T15:00:00.000Z' })[1]).toBe('Reminder sent (done)')
})

test('ends a decided request with the decision and its day', () => {
  const rejected: MyRequest = { ...BEHALF, state: 'REJECTED', decidedOn: '2026-03-05T15:00:00.000Z' }
  expect(stepsOf(rejected).at(-1)).toEqual({ text: 'Rejected', when: 'March 5, 2026', state: 'done' })
})

test('ends an expired request on its expiry day and labels a revoked one as canceled', () => {
  expect(stepsOf({ ...BEHALF, state: 'EXPIRED' }).at(-1)?.when).toBe('April 1, 2026')
  expect(texts({ ...BEHALF, state: 'REVOKED' }).at(-1)).toBe('Canceled (done)')
})

test('shows the signed form as required, received, or returned and required again', () => {
  const on = '2026-03-04T15:00:00.000Z'
  expect(texts(contract)).toEqual(['Request made (done)', 'The signed form from you (next)'])
  expect(texts({ ...contract, contract: { state: 'RECEIVED', on, reason: '' } }).slice(1)).toEqual([
    'Signed form received (done)',
    'Review of the signed form (next)',
  ])
  expect(texts({ ...contract, contract: { state: 'RETURNED', on, reason: 'No signature' } }).slice(1)).toEqual([
    'Signed form returned to you (done)',
    'The signed form from you (next)',
  ])
})

test('shows each step of online signing and names the signatory in the next step', () => {
  const at = '2026-03-03T15:00:00.000Z'
  const signing = {
    ...BEHALF.signing,
    state: 'OPEN',
    way: 'ASKED',
    name: 'Dana Whitlock',
    askedOn: at,
    openedOn: at,
  } as const
  expect(texts({ ...contract, signing })).toEqual([
    'Request made (done)',
    'Dana Whitlock was asked to sign (done)',
    'Contract opened (done)',
    'The signature of Dana Whitlock (next)',
  ])
  const declined = { ...signing, state: 'DECLINED', endedOn: at } as const
  expect(texts({ ...contract, signing: declined }).slice(-2)).toEqual([
    'Declined by Dana Whitlock (done)',
    'The signed form from you (next)',
  ])
  const signed = { ...contract, signing: { ...signing, state: 'SIGNED', confirmedOn: at, endedOn: at } as const }
  expect(texts({ ...signed, contract: { state: 'RECEIVED', on: at, reason: '' } }).slice(3)).toEqual([
    'Email address confirmed with the code (done)',
    'Signed online by Dana Whitlock (done)',
    'Review of the signed form (next)',
  ])
})
