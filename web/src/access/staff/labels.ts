import type { Account } from '@portico/core/access/account-shapes'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import type { StatusLabel } from '#kit/tag.tsx'

export const KIND_LABELS: Record<Account['kind'], string> = {
  provider: 'Provider user',
  member: 'Member',
  internal: 'Plan staff',
}

export const ACCOUNT_STATE_LABELS: Record<Account['state'], StatusLabel> = {
  ACTIVE: { label: 'Active', tone: 'ok' },
  INVITED: { label: 'Invited', tone: 'warn' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  CLOSED: { label: 'Closed' },
}

const STAFF_ROLE_HELP: Record<StaffRole, string> = {
  ADMINISTRATOR:
    'Everything: staff accounts, unlocking, holds, people’s access, SAA invitations, mail and applications.',
  REVIEWER: 'Contracts, requests, providers and changes of the directory.',
  EDITOR: 'Portal content: banners, questions and descriptions.',
  AUDITOR: 'Reads the audit trail and people’s accounts, and can’t change anything.',
  SUPPORT: 'Sees the portal as a provider user sees it, for 15 minutes, and can’t change anything.',
}

export const STAFF_ROLE_OPTIONS = STAFF_ROLES.map((value) => ({
  value,
  label: STAFF_ROLE_NAMES[value],
  description: STAFF_ROLE_HELP[value],
}))

/** Reason why plan staff decide the request. */
export const STAFF_REASON_LABELS: Record<WaitingRequest['path'], string> = {
  BEHALF: 'The provider could not be quizzed',
  APPROVAL: 'No SAA can decide all of it',
}
