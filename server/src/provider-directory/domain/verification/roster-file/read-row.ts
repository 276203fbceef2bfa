import type { ChangeValue } from '@portico/core/provider-directory/change-fields'
import { readAddressCell, readFieldCell, readNpi } from '@portico/core/provider-directory/read-roster-cells'
import {
  ADDRESS_COLUMNS,
  FIELD_COLUMNS,
  type FieldColumn,
  type RosterColumn,
} from '@portico/core/provider-directory/roster-columns'
import type { RosterReject, RosterRow } from '@portico/core/provider-directory/roster-shapes'
import type { GivenAddress } from './same-address.ts'

/** What a row says. Empty cells say nothing. */
export type ReadRow = {
  line: number
  cells: RosterRow['cells']
  npi: string
  locationId: string
  address: GivenAddress
  values: Map<FieldColumn, ChangeValue>
}

/** A rejected line or cell of a row. */
export const rejectOf = ({ line, cells }: RosterRow, problem: string, column?: RosterColumn): RosterReject => ({
  line,
  ...(column === undefined ? {} : { column }),
  cell: column === undefined ? '' : (cells[column] ?? ''),
  problem,
})

/** Reads all cells of a row. A row with a cell that breaks its rule is not taken, and each such cell is returned. */
export function readRow({ line, cells }: RosterRow, today: string): { row: ReadRow } | { rejects: RosterReject[] } {
  const rejects: RosterReject[] = []
  const take = <Value>(
    column: RosterColumn,
    read: { value: Value } | { problem: string },
    keep: (value: Value) => void,
  ) => ('problem' in read ? rejects.push(rejectOf({ line, cells }, read.problem, column)) : keep(read.value))
  const textOf = (column: RosterColumn) => (cells[column] ?? '').trim()
  const row: ReadRow = { line, cells, npi: '', locationId: textOf('locationId'), address: {}, values: new Map() }
  take('npi', readNpi(textOf('npi')), (npi) => {
    row.npi = npi
  })
  for (const column of ADDRESS_COLUMNS)
    if (textOf(column) !== '')
      take(column, readAddressCell(column, textOf(column), today), (value) => {
        row.address[column] = value
      })
  for (const column of FIELD_COLUMNS)
    if (textOf(column) !== '')
      take(column, readFieldCell(column, textOf(column), today), (value) => row.values.set(column, value))
  return rejects.length > 0 ? { rejects } : { row }
}
