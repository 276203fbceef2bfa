import type { Cells } from './read-spreadsheet.ts'

/** A field that a column can hold, and how headings name it. */
export type SheetField<Name extends string> = { name: Name; label: string; heading: RegExp }

/** Which field each column holds, by its position; '' for columns that are not used. */
export type Mapping<Name extends string> = (Name | '')[]

const widthOf = (cells: Cells): number => Math.max(0, ...cells.map((row) => row.length))

/** Recognizes columns by the headings of the first row. Undefined if it has none. */
export function recognizeColumns<Name extends string>(
  cells: Cells,
  fields: readonly SheetField<Name>[],
): Mapping<Name> | undefined {
  const mapping: Mapping<Name> = Array.from({ length: widthOf(cells) }, () => '')
  for (const [at, heading] of (cells[0] ?? []).entries()) {
    const field = fields.find(({ name, heading: named }) => named.test(heading) && !mapping.includes(name))
    if (field) mapping[at] = field.name
  }
  return mapping.some((name) => name !== '') ? mapping : undefined
}

/** The cells of each row by field. */
export const readMapped = <Name extends string>(
  cells: Cells,
  mapping: Mapping<Name>,
): Partial<Record<Name, string>>[] =>
  cells.map((row) => {
    const values: Partial<Record<Name, string>> = {}
    for (const [at, name] of mapping.entries()) if (name !== '') values[name] = row[at] ?? ''
    return values
  })
