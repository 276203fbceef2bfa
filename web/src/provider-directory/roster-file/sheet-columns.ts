import { ROSTER_CELL_MAX, ROSTER_LABELS, type RosterColumn } from '@portico/core/provider-directory/roster-columns'
import type { RosterHeading, RosterRow } from '@portico/core/provider-directory/roster-shapes'
import { type Mapping, readMapped, recognizeColumns, type SheetField } from '#shell/spreadsheet/columns.ts'
import type { Mapped } from '#shell/spreadsheet/map-columns.tsx'
import type { Sheet } from '#shell/spreadsheet/read-spreadsheet.ts'

/** How practice systems name the columns. The first match counts, so that special names come before general ones. */
const HEADINGS: [RosterColumn, RegExp][] = [
  ['npi', /\bnpi\b|national provider/i],
  ['locationId', /(location|site|office|practice)\W{0,2}(id|no|number|code)\b/i],
  ['name', /(location|site|office|practice|clinic)\W{0,2}name|^(location|site|office|clinic|practice)$/i],
  ['line2', /suite|line ?2|address ?2|\bunit\b|floor/i],
  ['line1', /^(?!.*(e-?mail|web)).*(street|address|line ?1)/i],
  ['city', /city|town/i],
  ['state', /^(?!.*licen).*\bstate\b/i],
  ['zip', /zip|postal/i],
  ['fax', /fax/i],
  ['phone', /phone|\btel\b/i],
  ['acceptingNewPatients', /accept|new patients|panel/i],
  ['hours', /hours/i],
  ['accessibility', /accessib|\bada\b|wheelchair/i],
  ['specialty', /special|taxonomy/i],
  ['telehealth', /tele-?(health|med)|virtual|video/i],
  ['languages', /languag/i],
  ['leaving', /\bleft\b|leav|last day|termination|end date/i],
]
export const ROSTER_FIELDS: readonly SheetField<RosterColumn>[] = HEADINGS.map(([name, heading]) => ({
  name,
  label: ROSTER_LABELS[name],
  heading,
}))

/** A file with its columns. The rows begin with the headings, if there are any. */
export type MappedSheet = { sheet: Sheet; mapped: Mapped<RosterColumn> }

/** Rows at the top of a file among which headings are looked for: titles and dates may come before them. */
const TOP_ROWS = 20

export function mapSheet(sheet: Sheet, remembered: readonly RosterHeading[]): MappedSheet {
  const tops = sheet.cells.slice(0, TOP_ROWS).map((row) => mapHeadings(row, remembered))
  const best = tops.reduce((most, mapping, at) => (countOf(mapping) > countOf(tops[most]) ? at : most), 0)
  const mapping = tops[best]
  if (!mapping?.includes('npi')) return { sheet, mapped: { mapping: widen([], sheet), hasHeading: false } }
  const below = { cells: sheet.cells.slice(best), lines: sheet.lines.slice(best) }
  return { sheet: below, mapped: { mapping: widen(mapping, below), hasHeading: true } }
}

const countOf = (mapping: Mapping<RosterColumn> = []): number => mapping.filter((name) => name !== '').length

/** One entry for each column of the widest row. */
const widen = (mapping: Mapping<RosterColumn>, { cells }: Sheet): Mapping<RosterColumn> =>
  Array.from({ length: Math.max(0, ...cells.map((row) => row.length)) }, (_, at) => mapping[at] ?? '')

const normalize = (heading: string): string => heading.replace(/\s+/g, ' ').trim().toLowerCase()

/** If the row has all headings of the last file, its columns hold the same; otherwise their names tell. */
function mapHeadings(row: readonly string[], remembered: readonly RosterHeading[]): Mapping<RosterColumn> {
  const known = new Map(remembered.map(({ heading, column }) => [heading, column]))
  const headings = row.map(normalize)
  if (known.size > 0 && [...known.keys()].every((heading) => headings.includes(heading)))
    return headings.map((heading, at) => (headings.indexOf(heading) === at ? (known.get(heading) ?? '') : ''))
  return recognizeColumns([[...row]], ROSTER_FIELDS) ?? []
}

/** What the columns hold, to be remembered by their headings. */
export function headingsOf({ sheet, mapped: { mapping, hasHeading } }: MappedSheet): RosterHeading[] {
  const [row = []] = sheet.cells
  if (!hasHeading) return []
  return mapping.flatMap((column, at) => {
    const heading = normalize(row[at] ?? '').slice(0, 200)
    return column === '' || heading === '' ? [] : [{ heading, column }]
  })
}

/** The rows to send: cells that hold something, with the number of their row in the file. */
export function rowsOf({ sheet, mapped: { mapping, hasHeading } }: MappedSheet): RosterRow[] {
  const skipped = hasHeading ? 1 : 0
  return readMapped(sheet.cells.slice(skipped), mapping).flatMap((values, at) => {
    const cells: RosterRow['cells'] = {}
    for (const { name } of ROSTER_FIELDS) {
      const value = values[name]?.trim().slice(0, ROSTER_CELL_MAX)
      if (value) cells[name] = value
    }
    return Object.keys(cells).length > 0 ? [{ line: sheet.lines[at + skipped] ?? 0, cells }] : []
  })
}
