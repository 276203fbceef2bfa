import { INTERNAL_PATHS } from '@portico/core/constants'
import { nextContract } from '@portico/core/contracts/calls'
import { contractAddress } from '#shell/console/console-addresses.ts'
import { type Queue, QueueKeys } from '#shell/lists/queue-keys.tsx'

export const CONTRACT_QUEUE: Queue = {
  itemLabel: 'contract',
  list: INTERNAL_PATHS.contracts,
  addressOf: contractAddress,
  next: nextContract,
}

const PARTS: readonly [string, string][] = [
  ['v', 'Validate'],
  ['r', 'Return with a reason'],
  ['c', 'Assign to me, or unassign'],
  ['u', 'Undo the last decision'],
]

/** The keys of an opened contract. */
export function ReviewKeys({ reference }: { reference: string }) {
  return <QueueKeys queue={CONTRACT_QUEUE} reference={reference} more={PARTS} />
}
