import { formatMoment } from '@portico/core/forms/moments'
import { shownName } from '@portico/core/plan-data/shown-name'
import { FIELD_LABELS, SOURCE_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { ChangeQueueFilter } from '@portico/core/provider-directory/queue-shapes'
import type { FileReply } from '#platform/calls/mount.ts'
import type { SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import type { Outcome } from '#platform/outcome.ts'
import { csvFile, dateColumns } from '../../../plan-data/plan-data.ts'
import { changesAfter, type ExportedChange, referenceOf } from '../../store/queue/list-changes.ts'

const STATE_LABELS = { WAITING: 'Waiting', ACCEPTED: 'Accepted', RETURNED: 'Returned' } as const

const moments = (header: string, read: (row: ExportedChange) => Date | null) =>
  dateColumns(header, (row: ExportedChange) => isoTime(read(row)), formatMoment)

/** Exports the list with its filter as CSV, without the staff notes. */
export const exportChanges = (context: SignedIn, filter: ChangeQueueFilter): Promise<Outcome<FileReply>> =>
  csvFile('directory-changes.csv', changesAfter(context, filter), {
    Reference: (row) => referenceOf(row.id),
    Status: (row) => `${STATE_LABELS[row.state]}${row.is_disputed && row.state === 'WAITING' ? ', disputed' : ''}`,
    Provider: (row) => shownName(row.provider_name),
    NPI: (row) => row.npi,
    Location: (row) => row.place,
    Field: (row) => FIELD_LABELS[row.field],
    Before: (row) => describeValue(row.field, row.value_before),
    After: (row) => describeValue(row.field, row.value_after),
    From: (row) => SOURCE_LABELS[row.source],
    'Sent by': (row) => row.reported_by,
    ...moments('Sent on', (row) => row.reported_at),
    ...moments('Due by', (row) => row.due_at),
    'Assigned to': (row) => row.taken_by ?? '',
    ...moments('Decided on', (row) => row.decided_at),
    'Decided by': (row) => (row.is_automatic ? 'A rule' : (row.decided_by ?? '')),
    Answer: (row) => row.answer ?? '',
  })
