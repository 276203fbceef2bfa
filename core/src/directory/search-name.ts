/** Longer than any real name: a broken file must not make words the index cannot hold. */
const LONGEST = 300

/**
 * The words of a name as a person would type them: small letters, no accents, no punctuation, one space between.
 * Names are stored in this form beside the original, and what is searched for is brought to it.
 */
export function toSearchName(name: string): string {
  if (/^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name)) return name.slice(0, LONGEST).trimEnd().toLowerCase()
  return name
    .slice(0, LONGEST)
    .normalize('NFD')
    .replace(/[\p{M}'’`]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
