import { MEMBER_ID_PREFIX_LENGTH } from '../constants.ts'

/** Four characters then a letter, or starting with N, or starting with R; case-sensitive (behaviour 5.16). */
const PP_PATTERN = /^(?:.{4}[A-Za-z]|N|R)/

const matches = (id: string): boolean => PP_PATTERN.test(id.slice(0, MEMBER_ID_PREFIX_LENGTH))

/** Whether an ID is a 'PP' member ID, whatever its length. */
export const isPpMemberId = (id: string): boolean => matches(id)

/** An ID as it was typed and, since people copy it in small letters too, as it would read in capitals. */
export function memberIdAsTyped(typed: string): { exact: string; capitals: string } {
  const trimmed = typed.trim()
  return { exact: normalizeMemberId(trimmed), capitals: normalizeMemberId(trimmed.toUpperCase()) }
}

/** An ID longer than nine characters that matches the pattern loses all its whitespace; any other stays as it is. */
export function normalizeMemberId(id: string): string {
  return id.length > MEMBER_ID_PREFIX_LENGTH && matches(id) ? id.replace(/\s/g, '') : id
}
