import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { PagedTable, type PagedTableProps, type Rows } from '../lists/paged-table.tsx'
import { ROW_KEYS, useRowKeys } from '../lists/row-keys.ts'
import { ShortcutHelp } from '../lists/shortcuts.tsx'
import { ASSIGNED_LABELS } from './access-labels.ts'

type StaffQueueProps<List extends Rows<unknown>> = PagedTableProps<List> & {
  itemLabel: string
  /** What the keys of an open item do, as in 'On a contract: validate'. */
  acts: { v: string; r: string; c: string }
  search: ComponentProps<typeof SearchField>
  /** Filters between the search and the assignee. */
  filters: ReactNode
  assigned: { name: string; value: string; onPick: (value: string) => void }
}

/** A list of items that staff decide one after the other, with its search, filters and keys. */
export function StaffQueue<List extends Rows<unknown>>(props: StaffQueueProps<List>) {
  const { itemLabel, acts, search, filters, assigned, ...table } = props
  useRowKeys()
  return (
    <Card className="by-row">
      <search className="filters">
        <SearchField {...search} />
        {filters}
        <SelectField label="Assigned to" {...assigned} placeholder="Anyone" options={optionsOf(ASSIGNED_LABELS)} />
      </search>
      <PagedTable {...table} />
      <ShortcutHelp
        shortcuts={ROW_KEYS}
        more={[
          ['Enter', 'In the search: go to the first row. On a row: open it'],
          ['v', `On a ${itemLabel}: ${acts.v}`],
          ['r', `On a ${itemLabel}: ${acts.r}`],
          ['c', `On a ${itemLabel}: ${acts.c}`],
          ['u', 'Undo the last decision'],
        ]}
      />
    </Card>
  )
}
