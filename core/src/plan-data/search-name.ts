/** Longer than any real name. Keeps a broken file from making words that the index cannot store. */
const LONGEST = 300

/**
 * Normalizes a name for searching: lowercase, no accents, no punctuation, single spaces. The database stores this form
 * beside the original, and search terms are normalized the same way.
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
