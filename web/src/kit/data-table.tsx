import { type ReactNode, useId, useMemo, useState } from 'react'
import { lazyValue } from './lazy-value.ts'
import { SelectField } from './select-field.tsx'
import { Skeleton } from './waiting.tsx'

export type Column<Row> = CellContent<Row> & {
  header: string
  /** If present, the header sorts by this value. `true` sorts by the row's own value, or on the server. */
  sortBy?: true | ((row: Row) => string | number)
  /** Width in percent. surfaces.css has a class for each, because the CSP allows no inline styles. */
  width?: 5 | 14 | 15 | 16 | 18 | 20 | 22 | 24 | 26 | 28 | 30 | 80
  kind?: 'text' | 'num' | 'amount'
  /** User input such as names: a very long word wraps instead of squeezing the other columns. */
  breaks?: boolean
}

/** Content of a cell. Without `cell`, the row's value under the column's key. */
type CellContent<Row> = { key: string; cell: (row: Row) => ReactNode } | { key: PlainKey<Row>; cell?: undefined }
type PlainKey<Row> = { [Key in keyof Row & string]: Row[Key] extends string | number ? Key : never }[keyof Row & string]

export type Sort = { key: string; descending: boolean }

type DataTableProps<Row> = {
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  initialSort?: Sort
  /** If present, the caller holds the sort order. `presorted` rows are not sorted again. */
  order?: { sort: Sort; onSort: (sort: Sort) => void; presorted: boolean }
  loading?: boolean
  empty?: string
  /** On a phone, each row becomes a card with labels, and a sort field appears above. */
  asCards?: boolean
}

const collator = lazyValue(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const readCell = (row: unknown, key: string): string | number => Object(row)[key]

function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): Row[] {
  const by = columns.find((column) => column.key === sort?.key)?.sortBy
  if (!by || !sort) return [...rows]
  const value = by === true ? (row: Row) => readCell(row, sort.key) : by
  const direction = sort.descending ? -1 : 1
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b))
  return [...rows].sort((a, b) => direction * compare(value(a), value(b)))
}

/** A table in a labeled, focusable region that scrolls instead of the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, initialSort, order, loading, empty, asCards } = props
  const [ownSort, setOwnSort] = useState(initialSort)
  const activeSort = order?.sort ?? ownSort
  const sort = activeSort?.key ? activeSort : undefined
  const captionId = useId()
  const presorted = order?.presorted ?? false
  const sorted = useMemo(() => sortRows(rows, columns, presorted ? undefined : sort), [rows, columns, sort, presorted])
  const onSort = order?.onSort ?? setOwnSort
  const toggle = (key: string) => onSort({ key, descending: sort?.key === key ? !sort.descending : false })
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    // biome-ignore-start lint/a11y/useSemanticElements: a section would have a heading of its own
    <div
      role="region"
      className={asCards ? 'table-scroll as-cards' : 'table-scroll'}
      aria-labelledby={captionId}
      tabIndex={0}
    >
      {asCards && rows.length > 1 && <SortField columns={columns} sort={sort} onSort={onSort} />}
      <table>
        <caption id={captionId} className={captionHidden ? 'visually-hidden' : undefined}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={toggle} />
            ))}
          </tr>
        </thead>
        <tbody>
          {loading && <MessageRow span={columns.length} message={<Skeleton />} />}
          {!loading && rows.length === 0 && (
            <MessageRow span={columns.length} message={empty ?? 'There is nothing here yet.'} />
          )}
          {!loading &&
            sorted.map((row, index) => (
              <tr key={rowKey(row, index)}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={[column.kind, column.breaks && 'break'].filter(Boolean).join(' ') || undefined}
                    data-label={asCards ? column.header : undefined}
                  >
                    {column.cell ? column.cell(row) : readCell(row, column.key)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: as above
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
  )
}

type SortFieldProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | undefined; onSort: (sort: Sort) => void }

/** Sort field for phones, where cards have no headers. */
function SortField<Row>({ columns, sort, onSort }: SortFieldProps<Row>) {
  const sortable = columns.filter((column) => column.sortBy)
  if (sortable.length === 0) return null
  return (
    <div className="sort-field">
      <SelectField
        label="Sort by"
        value={sort ? `${sort.descending ? '-' : '+'}${sort.key}` : ''}
        {...(sort ? {} : { placeholder: 'Default order' })}
        options={sortable.flatMap(({ key, header }) => [
          { value: `+${key}`, label: `${header}, ascending` },
          { value: `-${key}`, label: `${header}, descending` },
        ])}
        onChange={({ target: { value } }) => {
          if (value) onSort({ key: value.slice(1), descending: value.startsWith('-') })
        }}
      />
    </div>
  )
}

type HeaderCellProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: (key: string) => void }

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const sorted = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      className={[column.kind, column.width && `wide-${column.width}`].filter(Boolean).join(' ') || undefined}
      aria-sort={sorted}
    >
      {column.sortBy ? (
        <button type="button" className="sort" onClick={() => onSort(column.key)}>
          {column.header}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function MessageRow({ span, message }: { span: number; message: ReactNode }) {
  return (
    <tr>
      <td className="empty" colSpan={span}>
        {message}
      </td>
    </tr>
  )
}
