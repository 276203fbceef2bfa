import { formatPhone } from '@portico/core/forms/formats'
import { formatCalendarDay } from '@portico/core/forms/moments'
import { exportFindings, listFindings } from '@portico/core/provider-directory/attestation/calls'
import {
  FINDING_KINDS,
  FINDING_TEXTS,
  type FindingKind,
} from '@portico/core/provider-directory/attestation/finding-kinds'
import type { Finding } from '@portico/core/provider-directory/attestation/shapes'
import type { Column } from '../kit/data-table.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { providerAddress } from '../shell/console/console-addresses.ts'
import { useCall } from '../shell/gateway/use-call.ts'
import { useListAddress } from '../shell/lists/list-address.ts'
import { anyText, oneOf } from '../shell/lists/list-declaration.ts'
import { SaveCsv } from '../shell/lists/list-head.tsx'
import { PagedTable } from '../shell/lists/paged-table.tsx'

const LIST = { fields: { kind: oneOf(FINDING_KINDS, 'OVERDUE'), search: anyText } } as const

const columns: Column<Finding>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 28,
    breaks: true,
    cell: (row) => (row.npi ? <a href={providerAddress(row.npi)}>{row.name}</a> : row.name),
  },
  { key: 'npi', header: 'NPI', kind: 'num', cell: (row) => row.npi || '—' },
  { key: 'location', header: 'Location ID', breaks: true, cell: (row) => row.locationId || '—' },
  { key: 'place', header: 'Address', breaks: true, cell: (row) => row.place || '—' },
  { key: 'phone', header: 'Phone', cell: (row) => formatPhone(row.phone) || '—' },
  { key: 'since', header: 'Since', cell: (row) => formatCalendarDay(row.since) || '—' },
  { key: 'others', header: 'Related IDs', breaks: true, cell: (row) => row.others || '—' },
]

type Counts = readonly { kind: FindingKind; count: number }[]

export function Findings({ counts }: { counts: Counts }) {
  const address = useListAddress(LIST)
  const { kind } = address.filter
  const query = { kind, search: address.query.search }
  const list = useCall(listFindings, { query: { ...query, page: address.page }, keepPrevious: true })
  return (
    <>
      <search className="filters">
        <SelectField
          label="Findings"
          {...address.selectProps('kind')}
          options={counts.map((found) => ({
            value: found.kind,
            label: `${FINDING_TEXTS[found.kind].label} (${found.count})`,
          }))}
        />
        <SearchField label="Search" hint="Name, NPI, location ID or address" {...address.searchProps('search')} />
      </search>
      <p>{FINDING_TEXTS[kind].explains}</p>
      <SaveCsv
        key={JSON.stringify(query)}
        call={exportFindings}
        query={query}
        fileName={`directory-${kind.toLowerCase().replaceAll('_', '-')}.csv`}
        disabled={list.state !== 'ready' || list.entity.total === 0}
      />
      <PagedTable
        list={list}
        address={address}
        rowsLabel="findings"
        columns={columns}
        rowKey={(row) => row.subject}
        empty="Nothing was found."
        noMatches="No findings match."
      />
    </>
  )
}
