import type { PersonGrant } from '@portico/core/access/shapes'
import { stateLabel } from '../labels.ts'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** An invited person has no access yet; one whose whole account is suspended cannot sign in whatever the grant says. */
export function personState({ state, accountState }: PersonGrant): ReturnType<typeof stateLabel> {
  if (accountState === 'INVITED') return { label: 'Invited', tone: 'warn' }
  if (accountState === 'SUSPENDED') return { label: 'Account suspended', tone: 'bad' }
  return stateLabel(state)
}
