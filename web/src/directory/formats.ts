import { formatAmount } from '../kit/format-amount.ts'

const GOOD = new Set(['PAID', 'APPROVED', 'CLOSED', 'COVERED'])
const BAD = new Set(['DENIED', 'REJECTED', 'OVERDUE', 'NOT COVERED'])
const WAITING = new Set(['IN PROCESS', 'IN REVIEW', 'OPEN', 'PENDED', 'PENDING', 'RECEIVED', 'SUBMITTED'])

const normalizeStatus = (status: string): string => status.trim().toUpperCase()

/** Whether the plan has said yes, no, or nothing yet. */
export function statusTone(status: string): 'ok' | 'bad' | 'warn' {
  const known = normalizeStatus(status)
  return GOOD.has(known) ? 'ok' : BAD.has(known) ? 'bad' : 'warn'
}

/** The plan's own word for a state, written as people read it. */
export const formatStatus = (status: string): string =>
  status.trim().toUpperCase() === status ? `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` : status

/** A claim without an amount: of a status that is the plan's own nobody can say whether it waits for a decision. */
export function formatPaid(claim: { paid: string; status: string; denialReason: string }): string {
  const status = normalizeStatus(claim.status)
  if (claim.paid !== '') return formatAmount(claim.paid)
  if (BAD.has(status) || (claim.denialReason !== '' && !GOOD.has(status))) return 'Nothing: the claim was denied'
  return WAITING.has(status) ? 'Not decided yet' : '—'
}
