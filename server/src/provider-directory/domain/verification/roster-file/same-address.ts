import type { Address } from '@portico/core/provider-directory/change-fields'
import type { AddressColumn } from '@portico/core/provider-directory/roster-columns'

/** Parts of an address that a row of a spreadsheet names. */
export type GivenAddress = Partial<Record<AddressColumn, string>>

/** Words that addresses write in full or short. */
const SHORT: Record<string, string> = {
  ...{ street: 'st', avenue: 'ave', road: 'rd', boulevard: 'blvd', drive: 'dr', lane: 'ln', court: 'ct', place: 'pl' },
  ...{ square: 'sq', highway: 'hwy', parkway: 'pkwy', suite: 'ste', floor: 'fl', building: 'bldg', unit: 'ste' },
  ...{ north: 'n', south: 's', east: 'e', west: 'w' },
}

/** The text without case, punctuation and spelling of common words. */
const comparable = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => SHORT[word] ?? word)
    .join(' ')

const isSame = (one: string, other: string): boolean => comparable(one) === comparable(other)
const streetOf = ({ line1 = '', line2 = '' }: GivenAddress): string => `${line1} ${line2}`

/** The first line is the same, or both lines together. */
const isSameStreet = (given: GivenAddress, present: Address): boolean =>
  given.line1 === undefined || isSame(given.line1, present.line1) || isSame(streetOf(given), streetOf(present))

const isSameZip = (given: GivenAddress, present: Address): boolean =>
  given.zip === undefined || given.zip.slice(0, 5) === present.zip.slice(0, 5)

/** True if the row names a street and a ZIP code, and they are those of the address. */
export const isAt = (given: GivenAddress, present: Address): boolean =>
  given.line1 !== undefined && given.zip !== undefined && isSameStreet(given, present) && isSameZip(given, present)

/** True if both lines are the same, so that two suites of a street differ. */
export const isAtSuite = (given: GivenAddress, present: Address): boolean => isSame(streetOf(given), streetOf(present))

/** The address with what the row says; undefined if the row says what the directory has. */
export function mergeAddress(given: GivenAddress, present: Address): Address | undefined {
  const { line1, line2, city, state } = given
  const hasSameStreet = isSameStreet(given, present)
  const hasSameSuite = line2 === undefined || isSame(line2, present.line2) || isSame(streetOf(given), streetOf(present))
  const hasSamePlace = (city === undefined || isSame(city, present.city)) && (state ?? present.state) === present.state
  if (hasSameStreet && hasSameSuite && hasSamePlace && isSameZip(given, present)) return undefined
  // The suite belongs to the street.
  const base = hasSameStreet ? present : { ...present, line2: '' }
  return { ...base, ...given, line1: hasSameStreet ? present.line1 : (line1 ?? present.line1) }
}
