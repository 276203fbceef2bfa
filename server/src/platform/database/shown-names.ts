import { shownName } from '@portico/core/plan-data/shown-name'

type Name = string | null | string[]

const shown = (name: Name | undefined) => (Array.isArray(name) ? name.map(shownName) : name && shownName(name))

/** Rows with the names of providers, groups and organizations in display form (behaviour 12.11). */
export const withShownNames = <Key extends string, Row extends Partial<Record<Key, Name>>>(
  rows: Row[],
  ...keys: Key[]
): Row[] => rows.map((row) => ({ ...row, ...Object.fromEntries(keys.map((key) => [key, shown(row[key])])) }))
