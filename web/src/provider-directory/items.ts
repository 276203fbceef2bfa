import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import type { VerifyItem, VerifyReference, VerifyRow } from '@portico/core/provider-directory/verify-shapes'

/** What the office has marked, by row. */
export type Items = ReadonlyMap<string, VerifyItem>

/** A provider without a location has no row. */
export const keyOf = ({ id, npi }: { id?: string; npi: string }): string => id ?? `provider ${npi}`

export const toMap = (items: readonly VerifyItem[]): Items => new Map(items.map((item) => [keyOf(item), item]))

const itemOf = ({ id, npi, seen }: VerifyReference | VerifyRow): VerifyItem => ({
  ...(id === undefined ? {} : { id }),
  npi,
  seen,
  changes: [],
})

/** Marks rows as still true. Rows that are marked already keep their changes, with the state that is shown now. */
export function confirmRows(items: Items, rows: readonly (VerifyReference | VerifyRow)[]): Items {
  const next = new Map(items)
  for (const row of rows) next.set(keyOf(row), { ...itemOf(row), changes: items.get(keyOf(row))?.changes ?? [] })
  return next
}

/** Removes the mark and the changes of rows. */
export function clearRows(items: Items, keys: Iterable<string>): Items {
  const next = new Map(items)
  for (const key of keys) next.delete(key)
  return next
}

export function changeRow(items: Items, row: VerifyRow, changes: VerifyItem['changes']): Items {
  return new Map(items).set(keyOf(row), { ...itemOf(row), changes })
}

/** Fields that the row lacks and that no change fills, now or waiting. */
export function findMissing(row: VerifyRow, item: VerifyItem | undefined): ChangeField[] {
  const filled = [...(item?.changes ?? []), ...row.pending].map(({ field }) => field)
  return filled.includes('leaving') ? [] : row.missing.filter((field) => !filled.includes(field))
}

export const countChanges = (items: Items): number =>
  [...items.values()].reduce((sum, { changes }) => sum + changes.length, 0)
