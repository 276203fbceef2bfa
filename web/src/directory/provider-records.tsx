import type { Call, Description } from '@portico/core/call'
import type { ExportQuery } from '@portico/core/directory/shapes'
import type { ComponentProps } from 'react'
import { Card } from '../kit/card.tsx'
import type { ListAddress } from '../shell/list-address.ts'
import { words } from '../shell/list-declaration.ts'
import { ListHead } from '../shell/list-head.tsx'
import { PagedTable, type Rows } from '../shell/paged-table.tsx'
import { ProviderPicker } from './provider-picker.tsx'

/** One provider chosen or all. */
export const ofProvider = { npi: words }

type ProviderRecordsProps<List extends Rows<unknown>> = Pick<
  ComponentProps<typeof PagedTable<List>>,
  'list' | 'what' | 'columns' | 'rowKey'
> & {
  address: Omit<ListAddress<typeof ofProvider>, 'asked'>
  picker: Pick<ComponentProps<typeof ProviderPicker>, 'call' | 'permId'>
  file: { call: Call<Description & { query: typeof ExportQuery }>; fileName: string }
  /** '12 cases' and what else is worth knowing about all of them. */
  summary: (list: List) => string
}

/** What the plan holds about the providers of a person: one chosen or all, sorted, in pages, and as a file. */
export function ProviderRecords<List extends Rows<unknown>>(props: ProviderRecordsProps<List>) {
  const { address, what, picker, file, summary, ...table } = props
  const { npi } = address.filter
  return (
    <div className="stack">
      <Card>
        <search className="alone">
          <ProviderPicker {...picker} npi={npi} onPick={(wanted) => address.setFilter({ npi: wanted })} />
        </search>
      </Card>
      <Card>
        <PagedTable
          {...table}
          address={address}
          what={what}
          head={(list) => (
            <ListHead
              heading={`${summary(list)} of ${npi ? `NPI ${npi}` : 'all your providers'}`}
              {...file}
              asked={{ npi: npi || undefined }}
              disabled={list.total === 0}
            />
          )}
          empty={`The plan holds no ${what} yet.`}
          noFit={`The plan holds no ${what} of this provider.`}
        />
      </Card>
    </div>
  )
}
