import type { CoveredPerson, Practice } from '@portico/core/members/shapes'
import type { StatusLabel } from '#kit/tag.tsx'

export const COVERAGE: Record<CoveredPerson['coverage'], StatusLabel> = {
  CURRENT: { label: 'Active', tone: 'ok' },
  COMING: { label: 'Not yet active', tone: 'warn' },
  ENDED: { label: 'Ended', tone: 'bad' },
}

const STATUSES: Record<string, StatusLabel> = {
  PAID: { label: 'Paid', tone: 'ok' },
  DENIED: { label: 'Denied', tone: 'bad' },
  'IN PROCESS': { label: 'In process', tone: 'warn' },
  PENDING: { label: 'Pending', tone: 'warn' },
}

/** Unknown statuses show as the plan spells them. */
export function claimStatus(status: string): StatusLabel {
  return STATUSES[status] ?? { label: status.charAt(0) + status.slice(1).toLowerCase() }
}

export const isDenied = ({ status }: { status: string }): boolean => status.toUpperCase() === 'DENIED'

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()

export const ACCEPTING: Record<Exclude<Practice['accepting'], ''>, StatusLabel> = {
  Y: { label: 'Accepting new patients', tone: 'ok' },
  N: { label: 'Not accepting new patients', tone: 'bad' },
  EXISTING: { label: 'Existing patients only', tone: 'warn' },
  FAMILY: { label: 'Families of patients only', tone: 'warn' },
}
