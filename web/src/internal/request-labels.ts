import type { WaitingRequest } from '@portico/core/access/shapes'

export const nameOf = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`
export const scopesOf = (request: WaitingRequest) => request.scopes.map((scope) => scope.name).join(', ')

/** Why plan staff decide. */
export const WHY_STAFF: Record<WaitingRequest['path'], string> = {
  BEHALF: 'The provider could not be quizzed',
  APPROVAL: 'No active SAA is left',
}
