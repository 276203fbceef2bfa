/**
 * The characters that a document can show: Latin, Greek and Cyrillic letters with their marks, digits, punctuation and
 * currency signs. A test compares the list with the embedded font.
 */
const SHOWN =
  /[ -~\u00a1-\u00ac\u00ae-\u036f\u0370-\u0377\u037a-\u037f\u0384-\u03e1\u03f0-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u214f]/u

/** One line as a document prints it: composed letters, single spaces, no invisible characters. */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim()

/** The characters of a text that no document can show, each once. Empty if it can be printed as typed. */
export const findUnprintable = (text: string): string =>
  [...new Set(cleanLine(text))].filter((letter) => !SHOWN.test(letter) || /\p{Cn}/u.test(letter)).join('')
