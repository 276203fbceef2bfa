import * as limit from '../constants.ts'

/** Input filters for typed or pasted text, and formats for display and storage (behaviour 5). */

const keepDigits = (value: string, max: number): string => value.replace(/\D/g, '').slice(0, max)

/** Control characters and line separators (behaviour 5.17). */
export const HIDDEN = /[\p{Cc}\u2028\u2029]/u

/** Keeps the last four digits of a pasted whole number. */
export function filterSsn(value: string): string {
  const digits = value.replace(/\D/g, '')
  return digits.length === limit.SSN_LENGTH
    ? digits.slice(-limit.SSN_LAST_LENGTH)
    : keepDigits(digits, limit.SSN_LAST_LENGTH)
}
export const filterTin = (value: string): string => keepDigits(value, limit.TIN_LENGTH)
export const filterExtension = (value: string): string => keepDigits(value, limit.PHONE_EXTENSION_MAX)

export const filterUserName = (value: string): string =>
  value.replace(/[^A-Za-z0-9]/g, '').slice(0, limit.USER_NAME_MAX)

/** The activation input also allows spaces. */
export const filterActivationUserName = (value: string): string =>
  value.replace(/[^A-Za-z0-9 ]/g, '').slice(0, limit.USER_NAME_MAX)

/** Trims the ends and keeps inner spaces (behaviour 5.9). */
export const storedUserName = (value: string): string => value.trim()

/** For user names and email addresses. */
export const sameIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * The digits of a phone number. Drops a leading country code 1, so that a pasted '+1 (512) 555-0177' works; no area code
 * starts with 1. More than ten digits stay, so that the field can explain the error.
 */
export function stripPhone(value: string): string {
  const digits = value.replace(/\D/g, '')
  return digits.length > limit.PHONE_DIGITS && digits.startsWith('1') ? digits.slice(1) : digits
}

/** (xxx) xxx-xxxx, also for incomplete and overlong input. */
export function formatPhone(value: string): string {
  const digits = stripPhone(value)
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

export const filterClaimNumber = (value: string): string => value.replace(/\s/g, '').slice(0, limit.CLAIM_NUMBER_MAX)

/** Digits and one decimal point with at most two decimals. Drops spaces, $ and commas. */
export function filterAmount(value: string): string {
  const [whole = '', ...decimals] = value.replace(/[^\d.]/g, '').split('.')
  const amount = decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`
  return amount.slice(0, limit.BILLED_AMOUNT_MAX)
}

/** The stored amount: without spaces and $, with '.00' appended to whole dollars. */
export function storedAmount(value: string): string {
  const amount = value.replace(/[\s$]/g, '')
  if (amount === '' || /[^\d.]/.test(amount)) return amount
  if (!amount.includes('.')) return `${amount}.00`
  const [whole = '', decimals = ''] = amount.split('.', 2)
  return amount.split('.').length > 2 ? amount : `${whole || '0'}.${decimals.padEnd(2, '0')}`
}

/** The amount as shown in the field. */
export function formatAmount(value: string): string {
  const amount = storedAmount(value)
  return amount === '' ? '' : `$${amount}`
}

/** For a name at the end of a sentence: 'Lowell Pediatrics, Inc.' already has a period. */
export const endWithPeriod = (name: string): string => (name.endsWith('.') ? name : `${name}.`)
