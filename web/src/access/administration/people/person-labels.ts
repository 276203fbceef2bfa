import type { WaitingRequest } from '@portico/core/access/request-shapes'
import type { PersonGrant } from '@portico/core/access/shapes'
import type { StatusLabel } from '#kit/tag.tsx'
import { grantState } from '#shell/console/access-labels.ts'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

export const scopesOf = (request: WaitingRequest): string => request.scopes.map((scope) => scope.name).join(', ')

/** The account's state takes precedence: invited or suspended accounts cannot use their grants. */
export function personState({ state, accountState }: PersonGrant): StatusLabel {
  if (accountState === 'INVITED') return grantState('INVITED')
  if (accountState === 'SUSPENDED') return { label: 'Account suspended', tone: 'bad' }
  return grantState(state)
}
