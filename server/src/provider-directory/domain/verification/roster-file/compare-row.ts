import { stripPhone } from '@portico/core/forms/formats'
import type { ChangeValue } from '@portico/core/provider-directory/change-fields'
import { type Read, readChange } from '@portico/core/provider-directory/change-rules'
import type { FieldColumn } from '@portico/core/provider-directory/roster-columns'
import type { VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { isSameValue } from '../../changes/present-value.ts'
import type { ReadRow } from './read-row.ts'
import { mergeAddress } from './same-address.ts'

/** Fields of an entry that a row can name. */
export type RosterField = FieldColumn | 'address'
export type Difference = { field: RosterField | 'newLocation'; before: ChangeValue | null; after: ChangeValue }

/** The fields that a row names, with their values. An address that means the same is that of the directory. */
export function namedValues({ values, address }: ReadRow, entry: VerifyRow): [RosterField, ChangeValue][] {
  if (Object.keys(address).length === 0) return [...values]
  return [...values, ['address', mergeAddress(address, entry.address) ?? entry.address]]
}

/** The value of an entry in the form of a change; null if there is none. */
export function presentOf(entry: VerifyRow, field: RosterField): ChangeValue | null {
  switch (field) {
    case 'phone':
    case 'fax':
      return stripPhone(entry[field]) || entry[field]
    case 'languages':
      return [...entry.languages].sort()
    case 'specialty':
      return entry.specialty.length > 0 ? entry.specialty : null
    default:
      return entry[field]
  }
}

export type Verdict = 'same' | 'waiting' | 'different'

/** Whether the directory has the value already, or a change to it waits for plan staff. */
export function compareValue(entry: VerifyRow, [field, value]: [RosterField, ChangeValue], today: string): Verdict {
  if (isSameValue(presentOf(entry, field), value)) return 'same'
  return isWaiting(entry, [field, value], today) ? 'waiting' : 'different'
}

/** Stored values are read again, because the database orders the parts of a value differently. */
export const isWaiting = (
  { pending }: VerifyRow,
  [field, value]: [Difference['field'], ChangeValue],
  today: string,
): boolean => pending.some((change) => change.field === field && isRead(readChange(field, change.value, today), value))

const isRead = (read: Read, value: ChangeValue): boolean => 'value' in read && isSameValue(read.value, value)
