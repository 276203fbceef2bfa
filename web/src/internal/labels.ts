import type { Audience } from '@portico/core/content/places'
import type { ContractRow } from '@portico/core/contracts/shapes'
import type { Person, ProviderRow } from '@portico/core/internal/shapes'

export const CAME_BY_LABELS: Record<string, string> = { UPLOAD: 'Upload', MAIL: 'Mail', FAX: 'Fax', '': '' }

export const STAGE_LABELS: Record<ContractRow['stage'], string> = {
  RECEIVED: 'Waiting for a look',
  AWAITED: 'Not here yet',
  RETURNED: 'Returned',
  VALIDATED: 'Validated',
}

export const KIND_LABELS: Record<Person['kind'], string> = {
  provider: 'Provider user',
  member: 'Member',
  internal: 'Plan staff',
}

type Tone = 'ok' | 'warn' | 'bad'
export type Labelled = { label: string; tone?: Tone }

export const ACCOUNT_STATE_LABELS: Record<Person['state'], Labelled> = {
  ACTIVE: { label: 'Active', tone: 'ok' },
  INVITED: { label: 'Invited', tone: 'warn' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  CLOSED: { label: 'Closed' },
}

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

export const NETWORK_LABELS: Record<ProviderRow['network'], Labelled> = {
  IN: { label: 'In the network', tone: 'ok' },
  LEFT: { label: 'Left the network', tone: 'warn' },
  OUT: { label: 'Not in the network' },
  DEACTIVATED: { label: 'NPI deactivated', tone: 'bad' },
}

export const AUDIENCE_LABELS: Record<Audience, string> = {
  PROVIDER: 'Providers',
  MEMBER: 'Members',
  PUBLIC: 'Everybody',
}

export const LOCK_LABELS = { STEP1: 'Validation locked', QUIZ: 'Quizzes used up' } as const

export const SCOPE_LABELS = {
  NPI: 'Single NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
} as const

const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** 'Nov 11, 09:12'; with its year when that is not this one. */
export function shortTime(iso: string, now = new Date()): string {
  if (iso === '') return ''
  const at = new Date(iso)
  return at.getFullYear() === now.getFullYear() ? short.format(at) : `${short.format(at)}, ${at.getFullYear()}`
}
export const longTime = (iso: string): string => (iso === '' ? '' : long.format(new Date(iso)))
/** To the second. */
export const exactTime = (iso: string): string => (iso === '' ? '' : exact.format(new Date(iso)))

/** How long something has waited, in the largest unit that says enough. */
export function ageOf(iso: string, now = Date.now()): string {
  if (iso === '') return 'None'
  const hours = Math.floor((now - new Date(iso).getTime()) / 3_600_000)
  if (hours < 1) return 'Under an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
