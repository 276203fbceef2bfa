import * as limit from '../constants.ts'

/** What an input lets through as it is typed or pasted, and how a value is shown or stored (behaviour 5). */

const keepDigits = (value: string, max: number): string => value.replace(/\D/g, '').slice(0, max)

/** The last four are asked for, so of a whole number that was pasted they are what is kept. */
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

/** Inner spaces are kept, the ends trimmed (behaviour 5.9). */
export const storedUserName = (value: string): string => value.trim()

/** User names and e-mail addresses are compared without regard to case. */
export const sameIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * The digits of a phone number, without parentheses, dashes and spaces. A leading country code 1 is dropped, so that a
 * pasted '+1 (512) 555-0177' survives; no area code begins with 1. More than ten stay, for the field to explain.
 */
export function stripPhone(value: string): string {
  const digits = value.replace(/\D/g, '')
  return digits.length > limit.PHONE_DIGITS && digits.startsWith('1') ? digits.slice(1) : digits
}

/** (xxx) xxx-xxxx; what is not yet ten digits stays as far as it goes, and so do more. */
export function formatPhone(value: string): string {
  const digits = stripPhone(value)
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

export const filterClaimNumber = (value: string): string => value.replace(/\s/g, '').slice(0, limit.CLAIM_NUMBER_MAX)

/** Digits and one decimal point with at most two decimals; spaces, $ and thousands commas are dropped. */
export function filterAmount(value: string): string {
  const [whole = '', ...decimals] = value.replace(/[^\d.]/g, '').split('.')
  const amount = decimals.length === 0 ? whole : `${whole}.${decimals.join('').slice(0, 2)}`
  return amount.slice(0, limit.BILLED_AMOUNT_MAX)
}

/** The stored amount: spaces and $ removed, '.00' appended where there is no decimal point. */
export function storedAmount(value: string): string {
  const amount = value.replace(/[\s$]/g, '')
  if (amount === '' || /[^\d.]/.test(amount)) return amount
  if (!amount.includes('.')) return `${amount}.00`
  const [whole = '', decimals = ''] = amount.split('.', 2)
  return amount.split('.').length > 2 ? amount : `${whole || '0'}.${decimals.padEnd(2, '0')}`
}

/** The formatted variant shown in the field. */
export function formatAmount(value: string): string {
  const amount = storedAmount(value)
  return amount === '' ? '' : `$${amount}`
}

/** A name at the end of a sentence: 'Lowell Pediatrics, Inc.' brings its own stop. */
export const endWithPeriod = (name: string): string => (name.endsWith('.') ? name : `${name}.`)
