import Type, { type Static } from 'typebox'
import { id, listOf, paging, strings, text } from '../../shapes.ts'
import { ACCEPTING } from '../change-fields.ts'
import { FINDING_KINDS } from './finding-kinds.ts'
import { NOTE_MAX, SAMPLE_FIELDS, SAMPLE_OUTCOMES, SAMPLE_SIZE_MAX, SEED_MAX, SEED_PATTERN } from './sample-fields.ts'
import { OFFICER_MAX, REASON_MAX } from './statement.ts'

/** Request and reply shapes of the console page 'Directory'. */

/** ISO 8601. Empty if it has not happened. */
const time = Type.String()
/** YYYY-MM-DD. */
const day = Type.String()
const count = Type.Integer()
const findingKind = Type.Enum([...FINDING_KINDS])

export const FindingsFilter = Type.Object({ kind: findingKind, search: Type.Optional(text(100)) })
export type FindingsFilter = Static<typeof FindingsFilter>
export const FindingsQuery = Type.Object({ ...FindingsFilter.properties, ...paging })
export type FindingsQuery = Static<typeof FindingsQuery>

const Finding = Type.Object({
  /** `place`, `phone` and `others` are empty, and `entries` is 0, where a kind does not have them. */
  ...strings('subject', 'npi', 'locationId', 'name', 'place', 'phone', 'others'),
  entries: count,
  since: day,
})
export type Finding = Static<typeof Finding>
export const FindingList = listOf(Finding)
export type FindingList = Static<typeof FindingList>

/** Null until the first check. */
const Check = Type.Object({
  checkedAt: time,
  isAsked: Type.Boolean(),
  providers: count,
  publishedRows: count,
  verifiedRows: count,
  findings: Type.Array(Type.Object({ kind: findingKind, count })),
})

export const Readiness = Type.Object({
  verifyDays: count,
  check: Type.Union([Check, Type.Null()]),
  /** Oldest first, one entry for each recorded day of the last 180. */
  days: Type.Array(Type.Object({ day, publishedRows: count, verifiedRows: count })),
  /** Finished samples and attestations of the same days. */
  scores: Type.Array(Type.Object({ day, size: count, correct: count })),
  attested: Type.Array(day),
})
export type Readiness = Static<typeof Readiness>

const SampleRow = Type.Object({
  id,
  seed: Type.String(),
  size: count,
  day,
  frameSize: count,
  frameSha256: Type.String(),
  drawnAt: time,
  drawnBy: Type.String(),
  /** Calls with a result. */
  entered: count,
  finishedAt: time,
  /** Counted so far, until the sample is finished. */
  reached: count,
  correct: count,
})
export type SampleRow = Static<typeof SampleRow>
export const SampleList = Type.Array(SampleRow)

/** What the directory said when the row was drawn. Empty text stands for no value. */
export const ShownPractice = Type.Object({
  ...strings('name', 'locationName', 'address', 'phone', 'specialty', 'network'),
  acceptingNewPatients: Type.Enum([...ACCEPTING, '']),
  plans: Type.Array(Type.String()),
})
export type ShownPractice = Static<typeof ShownPractice>

const wrongFields = Type.Array(Type.Enum([...SAMPLE_FIELDS]), { maxItems: SAMPLE_FIELDS.length, uniqueItems: true })
/** Empty while no result is entered. */
const outcome = Type.Enum([...SAMPLE_OUTCOMES, ''])

const SampledRow = Type.Object({
  position: count,
  npi: Type.String(),
  shown: ShownPractice,
  outcome,
  wrongFields,
  note: Type.String(),
  version: count,
  enteredAt: time,
  enteredBy: Type.String(),
})
export type SampledRow = Static<typeof SampledRow>

export const SampleQuery = Type.Object({ id })
export const Sample = Type.Object({ ...SampleRow.properties, rows: Type.Array(SampledRow) })
export type Sample = Static<typeof Sample>

/** Without a seed the server draws one. */
export const DrawSampleBody = Type.Object({
  size: Type.Integer({ minimum: 1, maximum: SAMPLE_SIZE_MAX }),
  seed: Type.String({ maxLength: SEED_MAX, pattern: SEED_PATTERN }),
})
export type DrawSampleBody = Static<typeof DrawSampleBody>
export const SampleDrawn = Type.Object({ id })

export const SaveResultBody = Type.Object({
  id,
  position: Type.Integer({ minimum: 1, maximum: SAMPLE_SIZE_MAX }),
  /** The version that the caller saw. */
  version: Type.Integer({ minimum: 0 }),
  outcome,
  wrongFields,
  note: text(NOTE_MAX),
})
export type SaveResultBody = Static<typeof SaveResultBody>
export const ResultSaved = Type.Object({ version: count })

/** Whether the stored frame has the recorded hash, and whether the draw from it gives the stored rows. */
export const Redrawn = Type.Object({ frameMatches: Type.Boolean(), rowsMatch: Type.Boolean() })
export type Redrawn = Static<typeof Redrawn>

const Publication = Type.Object({ manifestSha256: Type.String(), publishedAt: time, resources: count })

const AttestationRow = Type.Object({
  id,
  ...strings('officerName', 'officerTitle', 'manifestSha256', 'statement', 'recordedBy'),
  attestedOn: day,
  publishedAt: time,
  recordedAt: time,
  withdrawnAt: time,
  withdrawnBy: Type.String(),
  reason: Type.String(),
})
export type AttestationRow = Static<typeof AttestationRow>

export const Attestations = Type.Object({
  /** Null until the directory is published. */
  current: Type.Union([Publication, Type.Null()]),
  rows: Type.Array(AttestationRow),
})
export type Attestations = Static<typeof Attestations>

export const RecordAttestationBody = Type.Object({
  officerName: text(OFFICER_MAX),
  officerTitle: text(OFFICER_MAX),
  attestedOn: text(10),
  agrees: Type.Boolean(),
  /** The publication that the administrator saw. It is compared and never stored. */
  seenSha256: text(64),
})
export type RecordAttestationBody = Static<typeof RecordAttestationBody>

export const WithdrawAttestationBody = Type.Object({ id, reason: text(REASON_MAX) })
export type WithdrawAttestationBody = Static<typeof WithdrawAttestationBody>
