import { shownName } from '@portico/core/directory/shown-name'

type Name = string | null | string[]

const shown = (name: Name | undefined) => (Array.isArray(name) ? name.map(shownName) : name && shownName(name))

/** Rows from the database with the names of providers, groups and organizations in them as people read them (behaviour 12.11). */
export const withShownNames = <Key extends string, Row extends Partial<Record<Key, Name>>>(
  rows: Row[],
  ...keys: Key[]
): Row[] => rows.map((row) => ({ ...row, ...Object.fromEntries(keys.map((key) => [key, shown(row[key])])) }))

/** Names of large organizations come with every look-up of one of their providers: so many are kept as they are shown. */
const KEPT_NAMES = 50_000
const kept = new Map<string, string>()

/** From JSON to JSON. A name is kept as a text of its own: a part of the reply would keep all of that. */
function showInJson(json: string): string {
  const name: string = JSON.parse(json)
  const known = kept.get(name)
  if (known !== undefined) return known
  const shown = JSON.stringify(shownName(name))
  if (kept.size >= KEPT_NAMES) kept.clear()
  kept.set(name, shown)
  return shown
}

/** The same inside JSON that PostgreSQL has written: only names in capitals are taken out of the text. */
export const withShownNamesIn = (json: string): string =>
  json.replace(/"name":("(?:[^"\\\p{Ll}]|\\.)+")/gu, (_, name: string) => `"name":${showInJson(name)}`)
