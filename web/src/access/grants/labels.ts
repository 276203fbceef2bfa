import type { Scope } from '@portico/core/access/parts'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import type { MyGrant } from '@portico/core/signon/shapes'
import type { StatusLabel } from '#kit/tag.tsx'
import { grantState } from '#shell/console/access-labels.ts'

const KINDS: Record<Scope['kind'], string> = {
  NPI: 'NPI',
  PG: 'Provider group',
  IPA: 'Independent practice association',
  SG: 'Specialty group',
  PO: 'Provider organization',
}

/** 'NPI 1100000011' or 'Provider group PG1002': what a scope is beside its name. */
export const scopeDetail = (scope: Scope): string => `${KINDS[scope.kind]} ${scope.id}`

/** Only an SAA confirms access, so scopes of an AA are not counted. */
export const countToConfirm = (scopes: readonly AdministeredScope[]): number =>
  scopes.filter(({ actions }) => actions.includes('confirm')).reduce((sum, { confirmDue }) => sum + confirmDue, 0)

export const isPending = (state: MyGrant['state']): boolean => state.startsWith('PENDING')

export const scopesOf = (request: WaitingRequest): string => request.scopes.map((scope) => scope.name).join(', ')

/** The account's state takes precedence: invited or suspended accounts cannot use their grants. */
export function personState({ state, accountState }: PersonGrant): StatusLabel {
  if (accountState === 'INVITED') return grantState('INVITED')
  if (accountState === 'SUSPENDED') return { label: 'Account suspended', tone: 'bad' }
  return grantState(state)
}
