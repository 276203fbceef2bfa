import type { Account, WaitingRequest } from '@portico/core/access/shapes'
import type { Labelled } from '../../kit/tag.tsx'

export const KIND_LABELS: Record<Account['kind'], string> = {
  provider: 'Provider user',
  member: 'Member',
  internal: 'Plan staff',
}

export const ACCOUNT_STATE_LABELS: Record<Account['state'], Labelled> = {
  ACTIVE: { label: 'Active', tone: 'ok' },
  INVITED: { label: 'Invited', tone: 'warn' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  CLOSED: { label: 'Closed' },
}

/** Why plan staff decide. */
export const WHY_STAFF: Record<WaitingRequest['path'], string> = {
  BEHALF: 'The provider could not be quizzed',
  APPROVAL: 'No active SAA is left',
}
