import type { StatusLabel } from '#kit/tag.tsx'

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
