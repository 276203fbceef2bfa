import { createHash } from 'node:crypto'

const MAX_LENGTH = 64

/**
 * Characters that a FHIR id does not allow, and the dot, become a dot and two hexadecimal digits for each byte. Two
 * dots separate parts. So an id can be read back to its parts, unless it was too long.
 */
export function fhirId(...parts: (string | null)[]): string {
  const id = parts.map((part) => escapePart(part ?? '')).join('..')
  // A hash starts with a dot and a letter that is no hexadecimal digit, so it cannot be an escaped id.
  return id.length <= MAX_LENGTH && id ? id : `.h${createHash('sha256').update(id).digest('hex').slice(0, 62)}`
}

const escapePart = (text: string): string =>
  text.replace(/[^A-Za-z0-9-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `.${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  )
