import type { CoveredPerson } from '@portico/core/members/shapes'
import type { Labelled } from '../kit/tag.tsx'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeMoney = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Amounts come as '125.00', and empty while nothing is decided. */
export const formatMoney = (amount: string): string => (amount === '' ? '' : money.format(Number(amount)))
export const formatWholeMoney = (amount: number): string => wholeMoney.format(amount)

export const MONTH_NAMES = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))),
)

export const COVERAGE: Record<CoveredPerson['coverage'], Labelled> = {
  CURRENT: { label: 'Active', tone: 'ok' },
  COMING: { label: 'Not yet active', tone: 'warn' },
  ENDED: { label: 'Ended', tone: 'bad' },
}

const STATUSES: Record<string, Labelled> = {
  PAID: { label: 'Paid', tone: 'ok' },
  DENIED: { label: 'Denied', tone: 'bad' },
  'IN PROCESS': { label: 'In process', tone: 'warn' },
  PENDING: { label: 'Pending', tone: 'warn' },
}

/** Statuses the plan may add later are shown as they come. */
export function claimStatus(status: string): Labelled {
  return STATUSES[status] ?? { label: status.charAt(0) + status.slice(1).toLowerCase() }
}

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()
