import type { ContractState } from '@portico/core/access/request-shapes'
import type { StatusLabel } from '#kit/tag.tsx'

const STATES: Record<string, StatusLabel> = {
  PENDING_PROVIDER: { label: 'Waiting for the provider', tone: 'warn' },
  PENDING_CONTRACT: { label: 'Waiting for the signed form', tone: 'warn' },
  PENDING_APPROVAL: { label: 'Waiting for a decision', tone: 'warn' },
  INVITED: { label: 'Invited', tone: 'warn' },
  ACTIVE: { label: 'Active', tone: 'ok' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  EXPIRED: { label: 'Expired', tone: 'bad' },
  REVOKED: { label: 'Ended' },
}

export const WAITING_FOR_STAFF: StatusLabel = { label: 'Waiting for Provider Services', tone: 'warn' }

/** Label of a grant's state. A received or returned form has its own label. */
export function grantState(state: string, contract: ContractState = 'NONE'): StatusLabel {
  if (state === 'PENDING_CONTRACT' && contract === 'RECEIVED') return { label: 'Signed form received' }
  if (state === 'PENDING_CONTRACT' && contract === 'RETURNED') return { label: 'Signed form returned', tone: 'warn' }
  return STATES[state] ?? { label: state }
}

/** A revoked request was canceled by its requester. */
export const requestState = (state: string, contract: ContractState): StatusLabel =>
  state === 'REVOKED' ? { label: 'Canceled' } : grantState(state, contract)

export const SCOPE_LABELS = {
  NPI: 'Single NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
} as const

/** Filter by assignee. */
export const ASSIGNED_LABELS = { ME: 'Me', NOBODY: 'No one' } as const
