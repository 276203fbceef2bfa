import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { InTransaction } from '#platform/context.ts'
import { findStatesOf } from '../../store/practices.ts'

type GivenChange = { field: ChangeField; npi: string; value: unknown }

/**
 * For each change, whether the plan's settings accept it without staff. A new location in a state where the provider
 * does not practice needs a decision, unless the plan accepts addresses.
 */
export async function findAccepted(
  { db, settings }: InTransaction,
  changes: readonly GivenChange[],
): Promise<boolean[]> {
  const accepted: readonly ChangeField[] = settings.directoryAccept
  const needsState = ({ field }: GivenChange) => field === 'newLocation' && !accepted.includes('address')
  const npis = changes.filter((change) => accepted.includes(change.field) && needsState(change)).map(({ npi }) => npi)
  const states = npis.length === 0 ? new Map<string, string[]>() : await findStatesOf(db, npis)
  return changes.map((change) => {
    if (!accepted.includes(change.field)) return false
    if (!needsState(change)) return true
    const read = readChange('newLocation', change.value, '')
    return 'value' in read && (states.get(change.npi)?.includes(read.value.address.state) ?? false)
  })
}
