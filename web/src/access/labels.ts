import type { MyRequest, Scope } from '@portico/core/access/shapes'
import type { MyGrant } from '@portico/core/signon/shapes'
import type { Labelled } from '../kit/tag.tsx'

const KINDS: Record<Scope['kind'], string> = {
  NPI: 'NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
}

/** 'NPI 1100000011' or 'Provider group PG1002': what a scope is beside its name. */
export const scopeDetail = (scope: Scope): string => `${KINDS[scope.kind]} ${scope.id}`

export const GRANT_STATES: Record<MyGrant['state'], Labelled> = {
  PENDING_PROVIDER: { label: 'Waiting for the provider', tone: 'warn' },
  PENDING_CONTRACT: { label: 'Waiting for the signed form', tone: 'warn' },
  PENDING_APPROVAL: { label: 'Waiting for approval', tone: 'warn' },
  ACTIVE: { label: 'Active', tone: 'ok' },
  SUSPENDED: { label: 'Suspended', tone: 'bad' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  EXPIRED: { label: 'Expired', tone: 'bad' },
  REVOKED: { label: 'Ended', tone: 'bad' },
}

/** Where one's own request stands: with the form here it no longer waits for it. */
export function ownRequestLabel({ state, contract }: Pick<MyRequest, 'state' | 'contract'>): Labelled {
  if (state === 'PENDING_CONTRACT' && contract.state === 'RECEIVED') return { label: 'Signed form received' }
  if (state === 'PENDING_CONTRACT' && contract.state === 'RETURNED')
    return { label: 'Signed form sent back', tone: 'warn' }
  return requestStateLabel(state)
}

/** A request that was revoked is one its own author took back. */
export const requestStateLabel = (state: MyGrant['state']): Labelled =>
  state === 'REVOKED' ? { label: 'Cancelled' } : GRANT_STATES[state]

export const isPending = (state: MyGrant['state']): boolean => state.startsWith('PENDING')
