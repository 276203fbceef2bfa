import type { Labelled } from '../kit/tag.tsx'

const GRANT_STATES: Record<string, Labelled> = {
  PENDING_PROVIDER: { label: 'Waiting for the provider', tone: 'warn' },
  PENDING_CONTRACT: { label: 'Waiting for the contract', tone: 'warn' },
  PENDING_APPROVAL: { label: 'Waiting for approval', tone: 'warn' },
  INVITED: { label: 'Invited', tone: 'warn' },
  ACTIVE: { label: 'Active', tone: 'ok' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  REJECTED: { label: 'Rejected' },
  EXPIRED: { label: 'Expired' },
  REVOKED: { label: 'Ended' },
}
export const grantState = (state: string): Labelled => GRANT_STATES[state] ?? { label: state }

export const SCOPE_LABELS = {
  NPI: 'Single NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
} as const

/** Who of plan staff looks after something. */
export const ASSIGNED_LABELS = { ME: 'Me', NOBODY: 'Nobody' } as const
