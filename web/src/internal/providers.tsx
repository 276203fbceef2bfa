import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import type { ProviderList, ProviderRow } from '@portico/core/internal/shapes'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { LabelTag } from '../kit/label-tag.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { Tag } from '../kit/tag.tsx'
import { providerAddress } from '../shell/console-addresses.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { Loading } from '../shell/loading.tsx'
import { useLegacyCall } from '../shell/use-call.ts'
import { LOCK_LABELS, NETWORK_LABELS } from './labels.ts'
import { type InviteSaa, ProviderPage } from './provider.tsx'

const columns: Column<ProviderRow>[] = [
  { key: 'npi', header: 'NPI', kind: 'num', cell: (row) => row.npi, sortBy: (row) => row.npi },
  {
    key: 'name',
    header: 'Name',
    width: 30,
    breaks: true,
    cell: (row) => <a href={providerAddress(row.npi)}>{row.name}</a>,
    sortBy: (row) => row.name,
  },
  { key: 'place', header: 'Place', cell: (row) => row.place || '—', sortBy: (row) => row.place },
  { key: 'network', header: 'Network', cell: (row) => <LabelTag of={NETWORK_LABELS[row.network]} /> },
  { key: 'registered', header: 'Has an SAA', cell: (row) => (row.registered ? 'Yes' : 'No') },
  {
    key: 'locks',
    header: 'Locks',
    cell: (row) =>
      row.locks.length === 0
        ? 'None'
        : row.locks.map((lock) => (
            <Tag key={lock} tone="warn">
              {LOCK_LABELS[lock]}
            </Tag>
          )),
  },
]

/** Search for a provider, with what offices report below; or with an NPI in the address that one. */
export function Providers({ reports, Invite }: { reports: ReactNode; Invite: InviteSaa }) {
  const [params] = useSearchParams()
  const npi = params.get('npi')
  return npi ? <ProviderPage key={npi} npi={npi} Invite={Invite} /> : <ProviderSearch reports={reports} />
}

function ProviderSearch({ reports }: { reports: ReactNode }) {
  const { filter, setFilter } = useListAddress({ search: '' }, { key: '', descending: false })
  const { search } = filter
  const found = useLegacyCall<ProviderList>(INTERNAL_CALLS.providers, { query: { search }, keepPrevious: true })
  return (
    <ConsolePage heading="Providers" intro="Who is registered, who is locked, and how to let somebody in.">
      <div className="stack">
        <Card>
          <search className="filters">
            <SearchField
              label="Search by NPI or name"
              hint="The beginning of the NPI, or of words of the name"
              value={search}
              onSearch={(wanted) => setFilter({ search: wanted })}
            />
          </search>
          <Loading of={found} label="Loading the providers" lines={6}>
            {({ rows, more }) => (
              <>
                <h2>{search ? 'Found' : 'Locked now'}</h2>
                <DataTable
                  caption={search ? 'Providers found' : 'Providers that are locked now'}
                  captionHidden
                  asCards
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.npi}
                  empty={search ? 'No provider matches. Try the NPI or fewer letters.' : 'No provider is locked.'}
                />
                {more && <p className="soft">There are more than these. Type more letters to see fewer.</p>}
              </>
            )}
          </Loading>
        </Card>
        {reports}
      </div>
    </ConsolePage>
  )
}
