import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { InTransaction } from '../../../platform/context.ts'
import { findStatesOf } from '../../store/practices.ts'

/**
 * True if the plan's settings accept the change without staff. A new location in a state where the provider does not
 * practice needs a decision, unless the plan accepts addresses.
 */
export async function isAcceptedByRule(
  { db, settings }: InTransaction,
  { field, npi, value }: { field: ChangeField; npi: string; value: unknown },
): Promise<boolean> {
  const accepted: readonly ChangeField[] = settings.directoryAccept
  if (!accepted.includes(field)) return false
  if (field !== 'newLocation' || accepted.includes('address')) return true
  const read = readChange(field, value, '')
  return 'value' in read && (await findStatesOf(db, npi)).includes(read.value.address.state)
}
