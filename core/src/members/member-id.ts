import { MEMBER_ID_PREFIX_LENGTH } from '../constants.ts'

/** Four characters and a letter, or a leading N or R. Case-sensitive (behaviour 5.16). */
const PP_PATTERN = /^(?:.{4}[A-Za-z]|N|R)/

const matches = (id: string): boolean => PP_PATTERN.test(id.slice(0, MEMBER_ID_PREFIX_LENGTH))

export const isPpMemberId = (id: string): boolean => matches(id)

/** An ID as typed and in capitals, because people also type it in lowercase. */
export function memberIdAsTyped(typed: string): { exact: string; capitals: string } {
  const trimmed = typed.trim()
  return { exact: normalizeMemberId(trimmed), capitals: normalizeMemberId(trimmed.toUpperCase()) }
}

/** Removes all whitespace from a matching ID of more than nine characters. Returns any other ID unchanged. */
export function normalizeMemberId(id: string): string {
  return id.length > MEMBER_ID_PREFIX_LENGTH && matches(id) ? id.replace(/\s/g, '') : id
}
