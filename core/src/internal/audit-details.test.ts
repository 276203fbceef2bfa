import { expect, test } from 'vitest'
import { describeAuditDetail } from './audit-details.ts'

test.each([
  ['decidedAs', 'STAFF', 'Decided by: plan staff'],
  ['by', 'password', 'By: password'],
  ['codeSent', 'true', 'Code sent: yes'],
  ['regType', 'PG', 'Level: Provider group(s)'],
  ['changeId', '7', 'Change id: 7'],
  ['reason', 'Not signed.', 'Reason: Not signed.'],
  ['path', 'LATER', 'Kind of request: LATER'],
])('describes the detail %s %s in words', (name, value, words) => {
  expect(describeAuditDetail({ name, value })).toBe(words)
})
