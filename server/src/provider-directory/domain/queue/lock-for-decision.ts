import { createHash } from 'node:crypto'
import { isLocationField } from '@portico/core/provider-directory/change-fields'
import type { Db, InTransaction } from '#platform/context.ts'
import {
  findLocations,
  findPractices,
  type LocationRow,
  lockLocations,
  lockPractices,
  type PracticeRow,
} from '../../store/practices.ts'
import { findChanges, lockChanges, type StoredChange } from '../../store/queue/decided-changes.ts'
import { presentValue } from '../changes/present-value.ts'

type Rows = { practice: PracticeRow | undefined; location: LocationRow | undefined }
export type LockedChange = StoredChange & Rows

type Based = Pick<StoredChange, 'practice_id' | 'location_id'>

const practiceIdsOf = (changes: Based[]) => [...new Set(changes.flatMap(({ practice_id }) => practice_id ?? []))]
const locationIdsOf = (changes: Based[]) => [...new Set(changes.flatMap(({ location_id }) => location_id ?? []))]

function joinRows<Change extends Based>(changes: Change[], practices: PracticeRow[], locations: LocationRow[]) {
  return changes.map((change) => ({
    ...change,
    practice: practices.find(({ id }) => id === change.practice_id),
    location: locations.find(({ location_id }) => location_id === change.location_id),
  }))
}

/** Locks what a decision reads and writes, in the order of submitChanges: practices, locations, changes. */
export async function lockForDecision({ db }: InTransaction, ids: string[]): Promise<LockedChange[]> {
  const found = await findChanges(db, ids)
  const practices = await lockPractices(db, practiceIdsOf(found))
  const locations = await lockLocations(db, locationIdsOf(found))
  return joinRows(await lockChanges(db, ids), practices, locations)
}

/** The same without locks, for a page. */
export async function addRows<Change extends Based>(db: Db, changes: Change[]): Promise<(Change & Rows)[]> {
  const practices = await findPractices(db, practiceIdsOf(changes))
  const locations = await findLocations(db, locationIdsOf(changes))
  return joinRows(changes, practices, locations)
}

/** A hash of the present value: a decision repeats the one that the reviewer saw. */
export function hashPresent(change: Pick<LockedChange, 'field' | 'practice' | 'location'>): string {
  const present = JSON.stringify(presentValue(change.field, change) ?? '')
  return createHash('sha256').update(present).digest('base64url').slice(0, 22)
}

/** True if the row that the change is about is still in the directory. */
export const hasRow = ({ field, practice_id, practice, location }: LockedChange): boolean => {
  if (field === 'other') return true
  if (isLocationField(field)) return location !== undefined
  return field === 'newLocation' ? practice_id === null || practice !== undefined : practice !== undefined
}
