import { formatAmount } from '../kit/format-amount.ts'

const GOOD = new Set(['PAID', 'APPROVED', 'CLOSED', 'COVERED'])
const BAD = new Set(['DENIED', 'REJECTED', 'OVERDUE', 'NOT COVERED'])

/** Whether the plan has said yes, no, or nothing yet. */
export function statusTone(status: string): 'ok' | 'bad' | 'warn' {
  const known = status.trim().toUpperCase()
  return GOOD.has(known) ? 'ok' : BAD.has(known) ? 'bad' : 'warn'
}

/** The plan's own word for a state, written as people read it. */
export const statusWords = (status: string): string =>
  status.trim().toUpperCase() === status ? `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` : status

const WITHOUT_AMOUNT = { ok: '—', bad: 'Nothing: the claim was denied', warn: 'Not decided yet' }

/** A claim without an amount waits for a decision, unless its status says what was decided. */
export const formatPaid = ({ paid, status }: { paid: string; status: string }): string =>
  formatAmount(paid) || WITHOUT_AMOUNT[statusTone(status)]
