import { expect, test } from 'vitest'
import { formatPaid } from './formats.ts'

test.each([
  ['a denied claim without an amount', { paid: '', status: 'DENIED' }, 'Nothing: the claim was denied'],
  ['one in the plan’s own spelling', { paid: '', status: ' Rejected' }, 'Nothing: the claim was denied'],
  ['one that waits', { paid: '', status: 'IN PROCESS' }, 'Not decided yet'],
  ['one paid, by an amount the file does not have', { paid: '', status: 'PAID' }, '—'],
  ['one paid', { paid: '80.5', status: 'PAID' }, '$80.50'],
  ['one denied with an amount', { paid: '0', status: 'DENIED' }, '$0.00'],
])('what was paid of %s', (_which, claim, says) => {
  expect(formatPaid(claim)).toBe(says)
})
