import { planDayOf } from '@portico/core/forms/calendar-day'
import type { MovedRow, VerifyItem } from '@portico/core/provider-directory/verify-shapes'
import type { InTransaction } from '#platform/context.ts'
import { type LocationRow, lockLocations, lockPractices, type PracticeRow } from '../../store/practices.ts'
import type { Scope } from '../../store/scope.ts'
import { findVerifiers, findWaitingFields } from '../../store/verification/verifications.ts'

export type SeenRow = { practice: PracticeRow; location: LocationRow }
/** An item that is as the office saw it. A provider without a location has no row. */
export type TakenItem = VerifyItem & { row: SeenRow | undefined }
export type CheckedItems = { taken: TakenItem[]; moved: MovedRow[]; incomplete: VerifyItem[] }

/** The state of a row, as the list of rows returns it. */
const seenOf = ({ practice, location }: SeenRow): string =>
  `${practice.version}.${location.version}.${practice.verified_at?.getTime() ?? 0}`

/**
 * Locks the rows of all items in the order of their ids, practices before locations. Sorts out the items that are not as
 * the office saw them, and those that lack a value that members need.
 */
export async function checkItems(inside: InTransaction, scope: Scope, items: VerifyItem[]): Promise<CheckedItems> {
  const rows = await lockSeenRows(inside, scope, items)
  const movedItems: (VerifyItem & { id: string })[] = []
  const checked: CheckedItems = { taken: [], moved: [], incomplete: [] }
  const waiting = await findWaitingFields(inside.db, locationsLacking(rows))
  for (const item of items) {
    const { id } = item
    const row = id === undefined ? undefined : rows.get(id)
    if (id !== undefined && (row === undefined || seenOf(row) !== item.seen)) movedItems.push({ ...item, id })
    else if (isComplete(item, row, waiting)) checked.taken.push({ ...item, row })
    else checked.incomplete.push(item)
  }
  checked.moved = await describeMoved(inside, movedItems, rows)
  return checked
}

async function lockSeenRows(
  { db, now }: InTransaction,
  scope: Scope,
  items: VerifyItem[],
): Promise<Map<string, SeenRow>> {
  const today = planDayOf(now)
  const ids = items.flatMap(({ id }) => id ?? [])
  const practices = await lockPractices(db, ids, scope)
  const locationIds = [...new Set(practices.map((row) => row.location_id))]
  const locations = new Map((await lockLocations(db, locationIds)).map((row) => [row.location_id, row]))
  const rows = new Map<string, SeenRow>()
  for (const practice of practices) {
    const location = locations.get(practice.location_id)
    if (location && (practice.ends_on === null || practice.ends_on > today))
      rows.set(practice.id, { practice, location })
  }
  return rows
}

const lacksAddress = ({ address_1, city, state, zip }: LocationRow) => !address_1 || !city || !state || !zip
const locationsLacking = (rows: Map<string, SeenRow>): string[] => [
  ...new Set(
    [...rows.values()].flatMap(({ location }) =>
      lacksAddress(location) || !location.phone ? location.location_id : [],
    ),
  ),
]

/** A row without a street or a phone needs a change that fills it, now or already waiting, unless the provider leaves. */
function isComplete(item: VerifyItem, row: SeenRow | undefined, waiting: Map<string, string[]>): boolean {
  const given = item.changes.map(({ field }): string => field)
  if (row === undefined) return given.includes('newLocation')
  const filled = [...given, ...(waiting.get(row.location.location_id) ?? [])]
  if (given.includes('leaving')) return true
  return (
    (!lacksAddress(row.location) || filled.includes('address')) && (!!row.location.phone || filled.includes('phone'))
  )
}

async function describeMoved(
  { db }: InTransaction,
  items: (VerifyItem & { id: string })[],
  rows: Map<string, SeenRow>,
): Promise<MovedRow[]> {
  const ids = items.map(({ id }) => id)
  const verifiers = await findVerifiers(db, ids)
  return items.map(({ id, npi, seen }): MovedRow => {
    const row = rows.get(id)
    if (row === undefined) return { id, npi, what: 'GONE', by: '', at: '' }
    const { practice, location } = row
    const isVerified = seen.startsWith(`${practice.version}.${location.version}.`)
    const verifiedAt = practice.verified_at?.toISOString() ?? ''
    return { id, npi, what: isVerified ? 'VERIFIED' : 'CHANGED', by: verifiers.get(id) ?? '', at: verifiedAt }
  })
}
