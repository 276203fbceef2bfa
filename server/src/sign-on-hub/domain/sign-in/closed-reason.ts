import type { HubClient } from '../../store/clients.ts'
import type { HubPerson } from '../../store/people.ts'

/** Why this person cannot use this client. */
export function closedReason(person: HubPerson, client: HubClient): 'kind' | 'waiting' | undefined {
  if (!client.kinds.includes(person.kind)) return 'kind'
  return person.isActive || client.allowsEmptyAccess ? undefined : 'waiting'
}
