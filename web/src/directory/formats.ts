const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** On paper the time zone is told too. */
const planMoment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
  timeZoneName: 'short',
})
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 'March 2026' of 'YYYY-MM'; what a plan writes in another way stays as it is. */
export const formatPeriod = (period: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(period) ? month.format(new Date(`${period}-01`)) : period

/** A time by the plan's clock, whose days coverage is counted in. */
export const formatPlanMoment = (iso: string): string => planMoment.format(new Date(iso))

/** Amounts come as decimal text; what has not been decided is empty. */
export const formatAmount = (amount: string): string => (amount === '' ? '—' : dollars.format(Number(amount)))

const GOOD = new Set(['PAID', 'APPROVED', 'CLOSED', 'COVERED'])
const BAD = new Set(['DENIED', 'REJECTED', 'OVERDUE', 'NOT COVERED'])

/** Whether the plan has said yes, no, or nothing yet. */
export function statusTone(status: string): 'ok' | 'bad' | 'warn' {
  const known = status.trim().toUpperCase()
  return GOOD.has(known) ? 'ok' : BAD.has(known) ? 'bad' : 'warn'
}

const WITHOUT_AMOUNT = { ok: '—', bad: 'Nothing: the claim was denied', warn: 'Not decided yet' }

/** A claim without an amount waits for a decision, unless its status says what was decided. */
export const formatPaid = ({ paid, status }: { paid: string; status: string }): string =>
  paid === '' ? WITHOUT_AMOUNT[statusTone(status)] : formatAmount(paid)

export const formatPhone = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits
