import type { RosterReject } from '@portico/core/provider-directory/roster-shapes'
import { NOT_IN_PRACTICE, SEVERAL_LOCATIONS, UNKNOWN_LOCATION_ID } from '@portico/core/provider-directory/sentences'
import type { VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { type ReadRow, rejectOf } from './read-row.ts'
import { isAt, isAtSuite } from './same-address.ts'

/**
 * Entries of one provider at one location, which differ in their group or network. A provider without a location has
 * one entry without an id.
 */
export type Place = [VerifyRow, ...VerifyRow[]]

/** Entries by provider, then by location. */
export type Places = ReadonlyMap<string, ReadonlyMap<string, Place>>

export function groupPlaces(entries: readonly VerifyRow[]): Places {
  const places = new Map<string, Map<string, Place>>()
  for (const entry of entries) {
    const ofProvider = places.get(entry.npi) ?? new Map<string, Place>()
    const place = ofProvider.get(entry.locationId)
    if (place) place.push(entry)
    else ofProvider.set(entry.locationId, [entry])
    places.set(entry.npi, ofProvider)
  }
  return places
}

/** The location by its id, or by its street and ZIP code, or the provider's only one. */
export function matchRow(row: ReadRow, places: Places): { place: Place } | { reject: RosterReject } {
  const ofProvider = places.get(row.npi)
  if (!ofProvider) return { reject: rejectOf(row, NOT_IN_PRACTICE, 'npi') }
  if (row.locationId !== '') {
    const named = ofProvider.get(row.locationId)
    return named ? { place: named } : { reject: rejectOf(row, UNKNOWN_LOCATION_ID, 'locationId') }
  }
  const all = [...ofProvider.values()]
  const there = all.filter(([entry]) => isAt(row.address, entry.address))
  const exact = there.length > 1 ? there.filter(([entry]) => isAtSuite(row.address, entry.address)) : there
  const [only, ...others] = exact.length > 0 ? exact : all
  if (!only || others.length > 0) return { reject: rejectOf(row, SEVERAL_LOCATIONS, 'line1') }
  return { place: only }
}
