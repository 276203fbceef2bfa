import Type, { type Static } from 'typebox'
import { NOTE_MAX } from '../access/limits.ts'
import { holdSeconds, StaffNoteList } from '../access/request-shapes.ts'
import { CHANGE_KINDS, CHANGE_TEXT_MAX } from '../plan-data/change-kinds.ts'
import { listOf, npi, paging, strings } from '../shapes.ts'
import { CHANGE_FIELDS, CHANGE_SOURCES } from './change-fields.ts'

/** Changes of the directory: reports in words, an office's own changes, the queue of plan staff, daily summaries. */

/** User input. PostgreSQL cannot store a NUL character. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\u0000]*$' })
const field = Type.Enum([...CHANGE_FIELDS])

const source = Type.Enum([...CHANGE_SOURCES])
const state = Type.Enum(['WAITING', 'ACCEPTED', 'RETURNED'])

// An office

export const ReportChangeBody = Type.Object({ npi, kind: Type.Enum([...CHANGE_KINDS]), details: text(CHANGE_TEXT_MAX) })
export type ReportChangeBody = Static<typeof ReportChangeBody>
export const MyChangesQuery = Type.Object({ page: paging.page })
/** Values are plain text, one line for each part. */
const OfficeChange = Type.Object({
  ...strings(
    'id',
    'npi',
    'providerName',
    'label',
    'before',
    'after',
    'reportedAt',
    'reportedBy',
    'answer',
    'decidedAt',
  ),
  state,
})
export type OfficeChange = Static<typeof OfficeChange>
export const OfficeChanges = listOf(OfficeChange)
export type OfficeChanges = Static<typeof OfficeChanges>

// Plan staff

/** `CH-` and the number of the change. */
const reference = Type.String({ pattern: '^CH-[0-9]{1,18}$' })
export const CHANGE_VIEWS = ['WAITING', 'OVERDUE', 'DISPUTED', 'DECIDED', 'AUTOMATIC'] as const
export const ChangeQueueFilter = Type.Object({
  view: Type.Optional(Type.Enum([...CHANGE_VIEWS])),
  field: Type.Optional(field),
  source: Type.Optional(source),
  taken: Type.Optional(Type.Enum(['ME', 'NOBODY'])),
  /** The start of an NPI, or of words of the provider's name. */
  search: Type.Optional(text(100)),
})
export type ChangeQueueFilter = Static<typeof ChangeQueueFilter>
export const ChangeQueueQuery = Type.Object({ ...ChangeQueueFilter.properties, page: paging.page })
export type ChangeQueueQuery = Static<typeof ChangeQueueQuery>
const ChangeRow = Type.Object({
  ...strings('reference', 'npi', 'providerName', 'place', 'before', 'after'),
  field,
  source,
  state,
  isAutomatic: Type.Boolean(),
  isDisputed: Type.Boolean(),
  /** A decision about it takes effect in a few seconds. */
  isDelayed: Type.Boolean(),
  /** Empty if no reviewer has taken it. */
  ...strings('takenBy', 'reportedAt', 'dueAt', 'decidedAt', 'decidedBy'),
  isMine: Type.Boolean(),
})
export type ChangeRow = Static<typeof ChangeRow>
export const ChangeQueue = listOf(ChangeRow)
export type ChangeQueue = Static<typeof ChangeQueue>

export const WaitingChanges = Type.Object({
  waiting: Type.Integer(),
  overdue: Type.Integer(),
  disputed: Type.Integer(),
  oldest: Type.String(),
})
export type WaitingChanges = Static<typeof WaitingChanges>
export const ChangeRules = Type.Object({
  ...WaitingChanges.properties,
  /** Fields that the plan's settings accept without staff, and those that wait. */
  accepted: Type.Array(field),
  asked: Type.Array(field),
})
export type ChangeRules = Static<typeof ChangeRules>

export const ChangeQuery = Type.Object({ reference })
const RelatedChange = Type.Object({
  ...strings('reference', 'place', 'before', 'after', 'reportedAt', 'seen'),
  field,
  /** Sent by the same person at the same time: it can be decided together. */
  isSameSubmission: Type.Boolean(),
})
export type RelatedChange = Static<typeof RelatedChange>
export const ReviewedChange = Type.Object({
  ...ChangeRow.properties,
  /** The present value in the directory, and a hash of it that the decision repeats. */
  ...strings('present', 'seen'),
  /** The directory changed after the office sent the change. */
  hasMoved: Type.Boolean(),
  /** What the national file says. Empty if it says nothing about this field. */
  national: Type.String(),
  ...strings('office', 'reportedBy', 'answer', 'disputedAt', 'disputedBy', 'disputeNote'),
  /** Other waiting changes of the provider or the location, at most 50. */
  others: Type.Array(RelatedChange),
  /** Only plan staff can see them. */
  notes: StaffNoteList,
})
export type ReviewedChange = Static<typeof ReviewedChange>
export const ChangeNoteBody = Type.Object({ reference, note: text(NOTE_MAX) })
export type ChangeNoteBody = Static<typeof ChangeNoteBody>
export const TakeChangeBody = Type.Object({ reference, take: Type.Boolean() })
export type TakeChangeBody = Static<typeof TakeChangeBody>

/** Changes that are decided together. `seen` is the hash of the value that the reviewer saw. */
const decided = Type.Array(Type.Object({ reference, seen: Type.String({ maxLength: 64 }) }), {
  minItems: 1,
  maxItems: 50,
})
export const AcceptChangesBody = Type.Object({
  changes: decided,
  /** The reply to the office. Required for a report in words. */
  answer: Type.Optional(text(CHANGE_TEXT_MAX)),
  holdSeconds,
})
export type AcceptChangesBody = Static<typeof AcceptChangesBody>
export const ReturnChangesBody = Type.Object({ changes: decided, reason: text(CHANGE_TEXT_MAX), holdSeconds })
export type ReturnChangesBody = Static<typeof ReturnChangesBody>

// Suppression

export const SuppressionQuery = Type.Object({ npi })
export const Suppression = Type.Object({ isSuppressed: Type.Boolean(), ...strings('reason', 'by', 'since') })
export type Suppression = Static<typeof Suppression>
export const SuppressBody = Type.Object({ npi, reason: text(CHANGE_TEXT_MAX) })
export type SuppressBody = Static<typeof SuppressBody>
export const ShowAgainBody = Type.Object({ npi })

// The daily summary, opened by a mailed link

const token = Type.String({ minLength: 1, maxLength: 64 })
export const SummaryQuery = Type.Object({ summaryId: token })
export type SummaryQuery = Static<typeof SummaryQuery>
const SummarizedChange = Type.Object({
  ...strings('id', 'providerName', 'npi', 'place', 'label', 'before', 'after', 'decidedAt'),
})
export type SummarizedChange = Static<typeof SummarizedChange>
export const ChangeSummary = Type.Object({ day: Type.String(), changes: Type.Array(SummarizedChange) })
export type ChangeSummary = Static<typeof ChangeSummary>
export const DisputeBody = Type.Object({
  summaryId: token,
  changes: Type.Array(Type.String({ pattern: '^[0-9]{1,4}$' }), { minItems: 1, maxItems: 500 }),
  note: text(CHANGE_TEXT_MAX),
})
export type DisputeBody = Static<typeof DisputeBody>
export const Disputed = Type.Object({ disputed: Type.Integer() })
