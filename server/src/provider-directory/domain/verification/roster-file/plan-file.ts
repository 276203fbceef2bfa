import { type ChangeValue, isLocationField } from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { RosterReject, RosterRow } from '@portico/core/provider-directory/roster-shapes'
import {
  contradictsLine,
  NEEDS_ADDRESS,
  NEEDS_LOCATION,
  NEEDS_PHONE,
  repeatsLine,
} from '@portico/core/provider-directory/sentences'
import type { VerifyItem, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { compareValue, type Difference, isWaiting, namedValues, presentOf, type RosterField } from './compare-row.ts'
import { groupPlaces, matchRow, type Place } from './match-row.ts'
import { type ReadRow, readRow, rejectOf } from './read-row.ts'

/** What a line of the file does to the entries of a provider at a location. */
export type PlannedLine = { line: ReadRow; place: Place; changes: Difference[] }
export type FilePlan = {
  changed: PlannedLine[]
  /** Still true, and not verified lately. */
  confirmed: PlannedLine[]
  upToDate: number
  waiting: number
  rejects: RosterReject[]
}

/** Said about a location by an earlier line, which several providers share. */
type Said = Map<string, { line: number; value: string }>
type Planning = { plan: FilePlan; lines: PlannedLine[]; taken: Map<string, number>; said: Said; today: string }

/** Compares the rows of a file with the entries of the scope for their providers. */
export function planFile(rows: readonly RosterRow[], entries: readonly VerifyRow[], today: string): FilePlan {
  const plan: FilePlan = { changed: [], confirmed: [], upToDate: 0, waiting: 0, rejects: [] }
  const planning: Planning = { plan, lines: [], taken: new Map(), said: new Map(), today }
  const places = groupPlaces(entries)
  for (const given of rows) {
    const read = readRow(given, today)
    if ('rejects' in read) plan.rejects.push(...read.rejects)
    else {
      const match = matchRow(read.row, places)
      if ('reject' in match) plan.rejects.push(match.reject)
      else planLine(planning, read.row, match.place)
    }
  }
  sortLines(planning)
  plan.rejects.sort((one, other) => one.line - other.line)
  return plan
}

/** The changes that a plan sends, each field of a location once. */
export const itemsOf = ({ changed, confirmed }: FilePlan): VerifyItem[] =>
  [...changed, ...confirmed].flatMap(({ place, changes }) =>
    place.map(({ id, npi, seen }, at) => ({
      ...(id === undefined ? {} : { id }),
      npi,
      seen,
      changes: changes.flatMap(({ field, after }) =>
        at > 0 && isLocationField(field) ? [] : [{ field, value: after }],
      ),
    })),
  )

function planLine(planning: Planning, line: ReadRow, place: Place): void {
  const { plan, taken } = planning
  const [entry] = place
  const key = `${entry.npi} ${entry.locationId}`
  const before = taken.get(key)
  if (before !== undefined) {
    plan.rejects.push(rejectOf(line, repeatsLine(before)))
    return
  }
  const changes = entry.id === undefined ? addLocation(planning, line, entry) : compareLine(planning, line, place)
  if (changes === undefined) return
  taken.set(key, line.line)
  planning.lines.push({ line, place, changes })
}

/** Undefined if an earlier line says something else about the same location. */
function compareLine({ plan, said, today }: Planning, line: ReadRow, place: Place): Difference[] | undefined {
  const [entry] = place
  const values = namedValues(line, entry)
  const ofLocation = values.filter(([field]) => isLocationField(field))
  const conflicts = ofLocation.flatMap(([field, value]) => {
    const earlier = said.get(`${entry.locationId} ${field}`)
    const column = field === 'address' ? 'line1' : field
    if (earlier === undefined || earlier.value === JSON.stringify(value) || !isRosterColumn(column)) return []
    return [rejectOf(line, contradictsLine(earlier.line), column)]
  })
  plan.rejects.push(...conflicts)
  if (conflicts.length > 0) return undefined
  const changes: Difference[] = []
  for (const [field, value] of values) {
    const key = `${entry.locationId} ${field}`
    const isSaid = isLocationField(field) && said.has(key)
    const verdicts = place.map((one) => compareValue(one, [field, value], today))
    if (isLocationField(field) && !isSaid) said.set(key, { line: line.line, value: JSON.stringify(value) })
    if ((isSaid && !isMissing(entry, field)) || verdicts.every((verdict) => verdict === 'same')) continue
    if (verdicts.includes('different'))
      changes.push({ field, before: differingValue(place, [field, value]), after: value })
    else plan.waiting += 1
  }
  return changes
}

const isRosterColumn = (field: RosterField | 'line1'): field is Exclude<RosterField, 'address'> | 'line1' =>
  field !== 'address'

/** Each entry needs a value that members lack, also if an earlier line has it. */
const isMissing = ({ missing }: VerifyRow, field: RosterField): boolean => missing.some((lacking) => lacking === field)

/** The value of the first entry that differs. */
function differingValue(place: Place, [field, value]: [RosterField, ChangeValue]): ChangeValue | null {
  const other = place.find((entry) => JSON.stringify(presentOf(entry, field)) !== JSON.stringify(value))
  return presentOf(other ?? place[0], field)
}

/** A provider without a location: the row is the first one. */
function addLocation({ plan, today }: Planning, line: ReadRow, entry: VerifyRow): Difference[] | undefined {
  const part = (field: 'name' | 'phone' | 'fax' | 'hours' | 'accessibility') => line.values.get(field) ?? ''
  const fields = { name: part('name'), fax: part('fax'), hours: part('hours'), accessibility: part('accessibility') }
  const read = readChange(
    'newLocation',
    { ...fields, phone: part('phone'), address: { line2: '', ...line.address } },
    today,
  )
  if ('problem' in read) {
    plan.rejects.push(rejectOf(line, NEEDS_LOCATION))
    return undefined
  }
  if (!isWaiting(entry, ['newLocation', read.value], today))
    return [{ field: 'newLocation', before: null, after: read.value }]
  plan.waiting += 1
  return []
}

/** Sorts lines by what they do. An entry that would still lack what members need is rejected. */
function sortLines({ plan, lines }: Planning): void {
  for (const planned of lines) {
    const { line, place, changes } = planned
    const lacking = findLacking(planned)
    if (lacking !== undefined)
      plan.rejects.push(
        lacking === 'phone' ? rejectOf(line, NEEDS_PHONE, 'phone') : rejectOf(line, NEEDS_ADDRESS, 'line1'),
      )
    else if (changes.length > 0) plan.changed.push(planned)
    else if (place.every(({ id, state }) => id === undefined || state === 'VERIFIED')) plan.upToDate += 1
    else plan.confirmed.push(planned)
  }
}

function findLacking({ place: [entry], changes }: PlannedLine): 'address' | 'phone' | undefined {
  if (changes.some(({ field }) => field === 'leaving' || field === 'newLocation')) return undefined
  const isFilled = (field: string) => [...changes, ...entry.pending].some((change) => change.field === field)
  return entry.missing.find((field): field is 'address' | 'phone' => field !== 'newLocation' && !isFilled(field))
}
