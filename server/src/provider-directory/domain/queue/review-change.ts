import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import { CHANGE_FIELDS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { ChangeRules, ReviewedChange } from '@portico/core/provider-directory/queue-shapes'
import { CHANGE_UNKNOWN } from '@portico/core/provider-directory/sentences'
import type { SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { listNotes } from '../../../access/access.ts'
import { countWaitingChanges, readRow } from '../../store/queue/list-changes.ts'
import {
  findNational,
  findOthers,
  findReviewedChange,
  type NationalRow,
  readOther,
} from '../../store/queue/reviewed-change.ts'
import { presentValue } from '../changes/present-value.ts'
import { addRows, hashPresent } from './lock-for-decision.ts'

/** Everything a reviewer compares: before and after, the present value, the national file, other waiting changes. */
export async function reviewChange(
  { db, session }: SignedIn,
  { reference }: { reference: string },
): Promise<Outcome<ReviewedChange>> {
  const row = await findReviewedChange(db, reference)
  if (!row) return refuse(404, CHANGE_UNKNOWN)
  const others = await findOthers(db, row)
  const [change, ...related] = await addRows(db, [row, ...others])
  if (!change) return refuse(404, CHANGE_UNKNOWN)
  const present = presentValue(row.field, change)
  const expected = row.disputed_at || row.state === 'ACCEPTED' ? row.value_after : row.value_before
  const presentText = describeValue(row.field, present)
  const national = await findNational(db, row.npi)
  const notes = await listNotes(db, { changeId: row.id })
  return {
    entity: {
      ...readRow(row, session.accountId),
      present: presentText,
      seen: hashPresent(change),
      hasMoved: hasPresent(row.field) && presentText !== describeValue(row.field, expected),
      national: national ? describeNational(row.field, national) : '',
      office: row.office,
      reportedBy: row.reported_by,
      answer: row.answer ?? '',
      disputedAt: isoTime(row.disputed_at),
      disputedBy: row.disputed_by,
      disputeNote: row.dispute_note ?? '',
      notes,
      others: others.flatMap((other, at) => {
        const withRows = related[at]
        return withRows ? [readOther(other, hashPresent(withRows))] : []
      }),
    },
  }
}

const hasPresent = (field: ChangeField): boolean => field !== 'other' && field !== 'newLocation'

function describeNational(field: ChangeField, national: NationalRow): string {
  switch (field) {
    case 'address':
    case 'newLocation':
      return describeValue('address', {
        line1: national.address,
        city: national.city,
        state: national.state,
        zip: national.postal_code,
      })
    case 'phone':
      return describeValue('phone', national.phone)
    case 'specialty':
      return describeValue('specialty', national.taxonomy_code ? [national.taxonomy_code] : [])
    default:
      return ''
  }
}

/** Counts, and which fields the plan accepts by itself. A report in words always asks. */
export async function describeChangeRules(context: SignedIn): Promise<ChangeRules> {
  const accepted: readonly ChangeField[] = context.settings.directoryAccept
  return {
    ...(await countWaitingChanges(context)),
    accepted: CHANGE_FIELDS.filter((field) => accepted.includes(field)),
    asked: CHANGE_FIELDS.filter((field) => !accepted.includes(field)),
  }
}
