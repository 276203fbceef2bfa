import { listProviders } from '@portico/core/internal/calls'
import type { ProviderRow } from '@portico/core/internal/shapes'
import { Card } from '#kit/card.tsx'
import type { Column } from '#kit/data-table.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { providerAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { mapLoaded, useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { PagedTable, unpagedList } from '#shell/lists/paged-table.tsx'
import { useSearchParams } from '#shell/router/router.tsx'
import { LOCK_LABELS, NETWORK_LABELS } from './labels.ts'
import { type InviteSaa, type OfProvider, ProviderPage } from './provider.tsx'

const columns: Column<ProviderRow>[] = [
  { key: 'npi', header: 'NPI', kind: 'num', sortBy: true },
  {
    key: 'name',
    header: 'Name',
    width: 30,
    breaks: true,
    cell: (row) => <a href={providerAddress(row.npi)}>{row.name}</a>,
    sortBy: true,
  },
  { key: 'place', header: 'Location', cell: (row) => row.place || '—', sortBy: true },
  { key: 'network', header: 'Network', cell: (row) => <LabelTag of={NETWORK_LABELS[row.network]} /> },
  { key: 'registered', header: 'Has an SAA', cell: (row) => (row.registered ? 'Yes' : 'No') },
  {
    key: 'locks',
    header: 'Reports and locks',
    cell: (row) =>
      row.locks.length === 0 ? 'None' : row.locks.map((lock) => <LabelTag key={lock} of={LOCK_LABELS[lock]} />),
  },
]

const AS_FOUND = { fields: { search: anyText }, sorts: ['', 'npi', 'name', 'place'] } as const

/** Provider search; with an NPI in the URL, that provider. */
export function Providers(parts: { Suppression: OfProvider; Invite: InviteSaa }) {
  const npi = useSearchParams().get('npi')
  return npi ? <ProviderPage key={npi} npi={npi} {...parts} /> : <ProviderSearch />
}

function ProviderSearch() {
  const address = useListAddress(AS_FOUND)
  const { search } = address.filter
  const found = useCall(listProviders, { query: { search }, keepPrevious: true })
  return (
    <ConsolePage intro="See reports of fraud, find out who is registered or locked, and invite an administrator.">
      <div className="stack">
        <Card>
          <search className="filters">
            <SearchField
              label="Search by NPI or name"
              hint="The start of the NPI, or of any word in the name"
              {...address.searchProps('search')}
            />
          </search>
          <PagedTable
            list={mapLoaded(found, ({ rows }) => unpagedList(rows))}
            address={address}
            rowsLabel="providers"
            caption={search ? 'Providers found' : 'Providers reported or locked'}
            head={() => <h2>{search ? 'Found' : 'Reported or locked'}</h2>}
            columns={columns}
            rowKey={(row) => row.npi}
            sortsRows
            empty="No provider is reported or locked."
            noMatches="No providers match. Try the NPI or fewer letters."
          />
          {found.state === 'ready' && found.entity.more && (
            <p className="soft">More providers match. Type more letters to narrow the list.</p>
          )}
        </Card>
      </div>
    </ConsolePage>
  )
}
