import { MEMBER_ID_PREFIX_LENGTH } from '../constants.ts'

/** Four characters then a letter, or starting with N, or starting with R (spec section 5, readings section 10). */
const PP_PATTERN = /^(?:.{4}[A-Za-z]|N|R)/

/** Whether this is a 'PP' member ID: the same test whatever the length. */
export function isPpMemberId(memberId: string): boolean {
  return PP_PATTERN.test(memberId.slice(0, MEMBER_ID_PREFIX_LENGTH))
}

/** A 'PP' ID longer than nine characters loses all its whitespace; every other ID stays as it was written. */
export function normalizeMemberId(memberId: string): string {
  if (memberId.length <= MEMBER_ID_PREFIX_LENGTH || !isPpMemberId(memberId)) return memberId
  return memberId.replace(/\s/g, '')
}
