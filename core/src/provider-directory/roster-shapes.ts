import Type, { type Static } from 'typebox'
import { npi, strings } from '../shapes.ts'
import { CHANGE_FIELDS } from './change-fields.ts'
import {
  ROSTER_CELL_MAX,
  ROSTER_COLUMNS,
  ROSTER_HEADINGS_MAX,
  ROSTER_ROWS_MAX,
  type RosterColumn,
} from './roster-columns.ts'
import { ScopeQuery, VerifyBody } from './verify-shapes.ts'

/** Verification from an office's spreadsheet. The browser imports only the types. */

const cell = Type.Optional(Type.String({ maxLength: ROSTER_CELL_MAX, pattern: '^[^\\u0000]*$' }))
const column = Type.Enum([...ROSTER_COLUMNS])
const cells: Record<RosterColumn, typeof cell> = {
  ...{ npi: cell, locationId: cell, name: cell, line1: cell, line2: cell, city: cell, state: cell, zip: cell },
  ...{ phone: cell, fax: cell, hours: cell, accessibility: cell, specialty: cell, acceptingNewPatients: cell },
  ...{ telehealth: cell, languages: cell, leaving: cell },
}

/** A row of the file, with its number in the spreadsheet. Empty and missing cells say nothing. */
const RosterRow = Type.Object({
  line: Type.Integer({ minimum: 1, maximum: 1_048_576 }),
  cells: Type.Object(cells, { additionalProperties: false }),
})
export type RosterRow = Static<typeof RosterRow>
const rows = Type.Array(RosterRow, { minItems: 1, maxItems: ROSTER_ROWS_MAX })

/** A heading of the file and what its column holds. */
const RosterHeading = Type.Object({
  heading: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
  column,
})
export type RosterHeading = Static<typeof RosterHeading>
const headings = Type.Array(RosterHeading, { maxItems: ROSTER_HEADINGS_MAX })
export const RosterHeadings = Type.Object({ headings })
export type RosterHeadings = Static<typeof RosterHeadings>

const scope = ScopeQuery.properties
export const PreviewRosterBody = Type.Object({ ...scope, rows, headings })
export type PreviewRosterBody = Static<typeof PreviewRosterBody>
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const ApplyRosterBody = Type.Object({
  ...scope,
  rows,
  /** Hash of the preview that the user accepted. */
  hash,
  requestKey: VerifyBody.properties.requestKey,
})
export type ApplyRosterBody = Static<typeof ApplyRosterBody>

const named = { npi, providerName: Type.String() }
/** An entry of the directory that a line of the file names. */
const entry = { line: Type.Integer(), ...named, place: Type.String() }
const change = Type.Object({ field: Type.Enum([...CHANGE_FIELDS]), before: Type.Unknown(), after: Type.Unknown() })
const RosterEntry = Type.Object({ ...entry, changes: Type.Array(change) })
export type RosterEntry = Static<typeof RosterEntry>

const RosterReject = Type.Object({
  line: Type.Integer(),
  /** Missing if the whole line is concerned. */
  column: Type.Optional(column),
  ...strings('cell', 'problem'),
})
export type RosterReject = Static<typeof RosterReject>

export const RosterPreview = Type.Object({
  hash,
  /** Entries with differences, and those that would be confirmed as still true. */
  changed: Type.Array(RosterEntry),
  confirmed: Type.Array(Type.Object(entry)),
  /** Lines that say what the directory says, of entries that are verified already. */
  upToDate: Type.Integer(),
  /** Values that wait for plan staff already. */
  waiting: Type.Integer(),
  rejects: Type.Array(RosterReject),
  /** Providers of the scope that the file does not name: the first ones, and how many. */
  unnamed: Type.Object({ rows: Type.Array(Type.Object(named)), total: Type.Integer() }),
})
export type RosterPreview = Static<typeof RosterPreview>
