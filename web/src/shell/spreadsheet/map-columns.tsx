import { Checkbox } from '#kit/choice.tsx'
import { SelectField } from '#kit/select-field.tsx'
import type { Mapping, SheetField } from './columns.ts'
import type { Cells } from './read-spreadsheet.ts'

export type Mapped<Name extends string> = { mapping: Mapping<Name>; hasHeading: boolean }

type MapColumnsProps<Name extends string> = Mapped<Name> & {
  cells: Cells
  fields: readonly SheetField<Name>[]
  onChange: (mapped: Mapped<Name>) => void
}

const EXAMPLES = 3

/** Says which field each column of a spreadsheet holds, beside its first values. */
export function MapColumns<Name extends string>(props: MapColumnsProps<Name>) {
  const { cells, fields, mapping, hasHeading, onChange } = props
  const pick = (at: number, name: Name | '') =>
    // A field is in one column only.
    onChange({ hasHeading, mapping: mapping.map((before, index) => pickedFor({ before, index }, { at, name })) })
  const examples = cells.slice(hasHeading ? 1 : 0, EXAMPLES + (hasHeading ? 1 : 0))
  return (
    <>
      <Checkbox
        label="The first row has headings"
        checked={hasHeading}
        onChange={({ target }) => onChange({ mapping, hasHeading: target.checked })}
      />
      <div className="filter-grid">
        {mapping.map((name, at) => {
          const heading = hasHeading ? (cells[0]?.[at] ?? '') : ''
          return (
            <SelectField
              // Columns have no other identity than their position.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              label={heading === '' ? `Column ${at + 1}` : heading}
              hint={
                examples
                  .map((row) => row[at] ?? '')
                  .filter(Boolean)
                  .join(', ') || 'Empty'
              }
              name={`column-${at}`}
              placeholder="Not used"
              value={name}
              options={fields.map(({ name: value, label }) => ({ value, label }))}
              onPick={(value) => pick(at, value)}
            />
          )
        })}
      </div>
    </>
  )
}

type Column<Name extends string> = { before: Name | ''; index: number }

const pickedFor = <Name extends string>(
  { before, index }: Column<Name>,
  { at, name }: { at: number; name: Name | '' },
): Name | '' => {
  if (index === at) return name
  return before === name ? '' : before
}
