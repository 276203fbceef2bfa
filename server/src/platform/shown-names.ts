import { shownName } from '@portico/core/directory/shown-name'

type Name = string | null | string[]

const shown = (name: Name | undefined) => (Array.isArray(name) ? name.map(shownName) : name && shownName(name))

/** Rows from the database with the names of providers, groups and organizations in them as people read them (behaviour 12.11). */
export const withShownNames = <Key extends string, Row extends Partial<Record<Key, Name>>>(
  rows: Row[],
  ...keys: Key[]
): Row[] => rows.map((row) => ({ ...row, ...Object.fromEntries(keys.map((key) => [key, shown(row[key])])) }))

/** The same inside JSON that PostgreSQL has written: only names in capitals are taken out of the text. */
export const withShownNamesIn = (json: string): string =>
  json.replace(
    /"name":("(?:[^"\\\p{Ll}]|\\.)+")/gu,
    (_, name: string) => `"name":${JSON.stringify(shownName(JSON.parse(name)))}`,
  )
