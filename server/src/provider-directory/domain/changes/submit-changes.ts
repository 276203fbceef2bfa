import { endOfBusinessDay } from '@portico/core/forms/business-days'
import { planDayOf } from '@portico/core/forms/calendar-day'
import {
  type ChangeField,
  type ChangeValue,
  FIELD_LABELS,
  isLocationField,
  isPracticeField,
} from '@portico/core/provider-directory/change-fields'
import { readChange } from '@portico/core/provider-directory/change-rules'
import { NOT_YOUR_PROVIDER } from '@portico/core/provider-directory/sentences'
import { recordAudits } from '#platform/audit/audit.ts'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type ChangeSource, insertChanges, type NewChange } from '../../store/changes.ts'
import {
  findPlacesInScope,
  type LocationRow,
  lockLocations,
  lockPractices,
  type PracticeRow,
} from '../../store/practices.ts'
import { findNpisInScope, hasScope, type Scope } from '../../store/scope.ts'
import { applyChanges, type Touched } from './apply-change.ts'
import { isSameValue, presentValue } from './present-value.ts'
import { findAccepted } from './rules.ts'

/** Business days in which staff decide a change. */
export const CHANGE_BUSINESS_DAYS = 2

export type SubmittedChange = {
  npi: string
  /** The row of a practice field, or the example of a new location. */
  practiceId?: string | undefined
  /** The location of a location field. */
  locationId?: string | undefined
  field: ChangeField
  value: unknown
  /** The versions that the office saw. Without one, the change applies to the present values. */
  versions?: { practice?: number | undefined; location?: number | undefined } | undefined
}
export type Submission = {
  scope: Scope
  source: ChangeSource
  verificationId?: string | undefined
  changes: SubmittedChange[]
}
/** A change that was not taken, because its row changed after the office saw it. */
export type MovedChange = {
  npi: string
  practiceId: string | undefined
  locationId: string | undefined
  field: ChangeField
  versions: { practice: number | undefined; location: number | undefined }
  value: ChangeValue | null
}
export type Submitted = {
  /** Ids of the changes that a rule accepted, and of those that wait for staff. */
  accepted: string[]
  waiting: string[]
  /** Equal to the accepted value, or to a change that already waits. */
  unchanged: number
  moved: MovedChange[]
  touched: Touched
}

type Rows = { practice: PracticeRow | undefined; location: LocationRow | undefined }
type Checked = SubmittedChange & { value: ChangeValue } & Rows

/**
 * Records what an office asks to change, and applies what the plan's rules accept. Rows are locked in the order of their
 * ids: practices, then locations.
 */
export async function submitChanges(
  inside: InTransaction<SignedIn>,
  submission: Submission,
): Promise<Outcome<Submitted>> {
  const { scope, changes } = submission
  if (!(await hasScope(inside.db, inside.session.accountId, scope))) return refuse(404, NOT_YOUR_PROVIDER)
  const read = readValues(changes, planDayOf(inside.now))
  if ('refusal' in read) return read
  const checked = await lockRows(inside, scope, read.entity)
  if (checked === undefined) return refuse(404, NOT_YOUR_PROVIDER)
  const moved = checked.filter(hasMoved)
  const wanted = checked.filter((change) => !hasMoved(change) && !isSameValue(change.value, present(change)))
  const kept = await keepChanges(inside, submission, wanted)
  const unchanged = checked.length - moved.length - kept.accepted.length - kept.waiting.length
  return { entity: { ...kept, unchanged, moved: moved.map(describeMoved) } }
}

const present = (change: Checked) => presentValue(change.field, change)

function readValues(changes: SubmittedChange[], today: string): Outcome<(SubmittedChange & { value: ChangeValue })[]> {
  const values: (SubmittedChange & { value: ChangeValue })[] = []
  for (const change of changes) {
    const read = readChange(change.field, change.value, today)
    if ('problem' in read) return refuse(400, `${FIELD_LABELS[change.field]}: ${read.problem}`)
    values.push({ ...change, value: read.value })
  }
  return { entity: values }
}

/** Undefined if the scope does not answer for one of the rows. */
async function lockRows(
  { db }: InTransaction,
  scope: Scope,
  changes: (SubmittedChange & { value: ChangeValue })[],
): Promise<Checked[] | undefined> {
  const practices = new Map<string, PracticeRow>()
  const practiceIds = changes.flatMap(({ practiceId }) => practiceId ?? [])
  for (const row of await lockPractices(db, practiceIds, scope)) practices.set(row.id, row)
  const places = changes.flatMap(({ npi, field, locationId }) =>
    isLocationField(field) && locationId !== undefined ? [{ npi, location_id: locationId }] : [],
  )
  const inScope = new Set(
    (await findPlacesInScope(db, places, scope)).map((place) => `${place.npi} ${place.location_id}`),
  )
  const locations = new Map<string, LocationRow>()
  for (const row of await lockLocations(db, [...new Set(places.map((place) => place.location_id))]))
    locations.set(row.location_id, row)
  const checked = changes.map((change): Checked => {
    const practice = change.practiceId === undefined ? undefined : practices.get(change.practiceId)
    const location =
      change.locationId !== undefined && inScope.has(`${change.npi} ${change.locationId}`)
        ? locations.get(change.locationId)
        : undefined
    return { ...change, practice, location }
  })
  const npis = await findNpisInScope(db, [...new Set(changes.map(({ npi }) => npi))], scope)
  return checked.every((change) => npis.includes(change.npi) && isComplete(change)) ? checked : undefined
}

/** True if the change names the row that its field needs, and the row is the provider's. Reports in words come by reportChange. */
function isComplete({ field, npi, practiceId, practice, location }: Checked): boolean {
  if (practiceId !== undefined && practice?.npi !== npi) return false
  if (isPracticeField(field)) return practice !== undefined
  if (isLocationField(field)) return location !== undefined
  return field === 'newLocation'
}

const hasMoved = ({ versions, practice, location }: Checked): boolean =>
  (versions?.practice !== undefined && practice !== undefined && versions.practice !== practice.version) ||
  (versions?.location !== undefined && location !== undefined && versions.location !== location.version)

const describeMoved = (change: Checked): MovedChange => ({
  npi: change.npi,
  practiceId: change.practiceId,
  locationId: change.locationId,
  field: change.field,
  versions: { practice: change.practice?.version, location: change.location?.version },
  value: present(change),
})

async function keepChanges(
  inside: InTransaction<SignedIn>,
  { scope, source, verificationId }: Submission,
  wanted: Checked[],
): Promise<Pick<Submitted, 'accepted' | 'waiting' | 'touched'>> {
  const accepted = await findAccepted(inside, wanted)
  const rows: NewChange[] = wanted.map((change, at) => ({
    npi: change.npi,
    practice_id: isLocationField(change.field) ? null : (change.practiceId ?? null),
    location_id: isLocationField(change.field) ? (change.locationId ?? null) : null,
    field: change.field,
    value_before: present(change),
    value_after: change.value,
    is_automatic: accepted[at] === true,
  }))
  const dueAt = endOfBusinessDay(inside.now, CHANGE_BUSINESS_DAYS)
  const common = { accountId: inside.session.accountId, scope, source, verificationId, now: inside.now, dueAt }
  const inserted = rows.length === 0 ? [] : await insertChanges(inside.db, rows, common)
  const kept = inserted.flatMap(({ id, at }) => (rows[at] ? [{ id, ...rows[at] }] : []))
  const touched = await applyAccepted(inside, scope, kept)
  await recordSent(inside, kept)
  const idsOf = (isAutomatic: boolean) => kept.filter((row) => row.is_automatic === isAutomatic).map(({ id }) => id)
  return { accepted: idsOf(true), waiting: idsOf(false), touched }
}

const applyAccepted = (inside: InTransaction, scope: Scope, kept: NewChange[]): Promise<Touched> =>
  applyChanges(
    inside,
    kept.flatMap(
      ({ npi, practice_id: practiceId, location_id: locationId, field, value_after: value, is_automatic }) =>
        is_automatic && field !== 'other' ? [{ npi, practiceId, locationId, field, value, scope }] : [],
    ),
  )

/** One entry a provider, with the fields but not the values. */
async function recordSent(inside: InTransaction, kept: NewChange[]): Promise<void> {
  const fieldsOf = (npi: string, isAutomatic: boolean) =>
    kept.filter((row) => row.npi === npi && row.is_automatic === isAutomatic).map(({ field }) => field)
  const npis = [...new Set(kept.map((row) => row.npi))]
  await recordAudits(
    inside,
    npis.map((npi) => ({
      action: 'directory.changes-sent',
      npi,
      details: { waiting: fieldsOf(npi, false), accepted: fieldsOf(npi, true) },
    })),
  )
}
