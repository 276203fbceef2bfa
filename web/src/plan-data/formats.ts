import { HIDDEN_TEXT } from '@portico/core/staff-views/sentences'
import { formatAmount } from '#kit/format-amount.ts'

const GOOD = new Set(['PAID', 'APPROVED', 'CLOSED', 'COVERED'])
const BAD = new Set(['DENIED', 'REJECTED', 'OVERDUE', 'NOT COVERED'])
const WAITING = new Set(['IN PROCESS', 'IN REVIEW', 'OPEN', 'PENDED', 'PENDING', 'RECEIVED', 'SUBMITTED'])

const normalizeStatus = (status: string): string => status.trim().toUpperCase()

/** Tone of a status: approved, denied or undecided. */
export function statusTone(status: string): 'ok' | 'bad' | 'warn' {
  const known = normalizeStatus(status)
  return GOOD.has(known) ? 'ok' : BAD.has(known) ? 'bad' : 'warn'
}

/** A status of the plan in normal case. */
export const formatStatus = (status: string): string =>
  status.trim().toUpperCase() === status ? `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` : status

/** Text for a claim without an amount. An unknown status does not say whether the claim is undecided. */
export function formatPaid(claim: { paid: string; status: string; denialReason: string }): string {
  const status = normalizeStatus(claim.status)
  if (claim.paid !== '') return formatAmount(claim.paid)
  if (BAD.has(status) || (claim.denialReason !== '' && !GOOD.has(status))) return 'Nothing: the claim was denied'
  return WAITING.has(status) ? 'Not decided yet' : '—'
}

/** Key of a row. A support agent's view hides the number, so that all rows have the same. */
export const keyOf = (number: string, index: number): string => (number === HIDDEN_TEXT ? String(index) : number)
