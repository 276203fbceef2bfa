import { cleanLine, findUnprintable } from '@portico/core/printable'

/** One line of text, at most `max` long. A question mark replaces what the font cannot show. */
export function printable(text: string, max = 300): string {
  const missing = new Set(findUnprintable(text))
  const line = [...cleanLine(text)]
    .map((letter) => (missing.has(letter) ? '?' : letter))
    .join('')
    .replace(/\?{2,}/g, '?')
  return line.length > max ? `${line.slice(0, max - 1)}…` : line
}

/** The text as typed, or empty if it cannot be printed: a contract then has a line to write on. */
export const printableOrBlank = (text: string): string => (findUnprintable(text) ? '' : printable(text))
