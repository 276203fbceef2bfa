import { expect, test } from 'vitest'
import { formatPaid } from './formats.ts'

// biome-ignore format: one case a line
test.each([
  ['a denied claim without an amount', { status: 'DENIED' }, 'Nothing: the claim was denied'],
  ['one in the plan’s own spelling', { status: ' Rejected' }, 'Nothing: the claim was denied'],
  ['one whose status is the plan’s own, with a reason', { status: 'DENIED - DUPLICATE', denialReason: 'Sent twice' }, 'Nothing: the claim was denied'],
  ['one said to wait, with a reason', { status: 'PENDING', denialReason: 'Sent twice' }, 'Nothing: the claim was denied'],
  ['one that waits', { status: 'IN PROCESS' }, 'Not decided yet'],
  ['one whose status is the plan’s own', { status: 'VOID' }, '—'],
  ['one paid, by an amount the file does not have', { status: 'PAID' }, '—'],
  ['one paid in part, by an amount the file does not have', { status: 'PAID', denialReason: 'One line' }, '—'],
  ['one paid', { paid: '80.5', status: 'PAID' }, '$80.50'],
  ['one denied with an amount', { paid: '0', status: 'DENIED' }, '$0.00'],
])('formatPaid shows the amount of %s', (_which, claim, says) => {
  expect(formatPaid({ paid: '', denialReason: '', ...claim })).toBe(says)
})
