import { NPI_LENGTH, NPI_MAX } from '../constants.ts'
import { NPI_REQUIRED, NPI_TEN_DIGITS } from './messages.ts'
import type { Problem } from './rules.ts'

/** Separate from the other rules, because the first screen downloads only this one. */

export const filterNpi = (value: string): string => value.replace(/\D/g, '').slice(0, NPI_LENGTH)

export function checkNpi(value: string): Problem {
  if (value.trim() === '') return NPI_REQUIRED
  const inRange = /^\d{10}$/.test(value) && Number(value) >= 1 && Number(value) <= NPI_MAX
  return inRange ? undefined : NPI_TEN_DIGITS
}
