import { writeCount } from '@portico/core/forms/amounts'
import { formatPhone } from '@portico/core/forms/formats'
import { formatCalendarDay } from '@portico/core/forms/moments'
import { exportFindings, listFindings } from '@portico/core/provider-directory/attestation/calls'
import {
  FINDING_KINDS,
  FINDING_TEXTS,
  type FindingKind,
} from '@portico/core/provider-directory/attestation/finding-kinds'
import type { Finding } from '@portico/core/provider-directory/attestation/shapes'
import type { Column } from '#kit/data-table.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { providerAddress } from '#shell/console/console-addresses.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOf } from '#shell/lists/list-declaration.ts'
import { CountAndCsv } from '#shell/lists/list-head.tsx'
import { PagedTable } from '#shell/lists/paged-table.tsx'

const LIST = { fields: { kind: oneOf(FINDING_KINDS, 'OVERDUE'), search: anyText } } as const

const NAME: Column<Finding> = {
  key: 'name',
  header: 'Name',
  width: 28,
  breaks: true,
  cell: (row) => (row.npi ? <a href={providerAddress(row.npi)}>{row.name}</a> : row.name),
}
const NPI: Column<Finding> = { key: 'npi', header: 'NPI', kind: 'num' }
const LOCATION: Column<Finding> = {
  key: 'locationId',
  header: 'Location ID',
  breaks: true,
  cell: (row) => row.locationId || 'None',
}
const ADDRESS: Column<Finding> = { key: 'place', header: 'Address', breaks: true, cell: (row) => row.place || 'None' }
const PHONE: Column<Finding> = {
  key: 'phone',
  header: 'Phone',
  breaks: true,
  cell: (row) => formatPhone(row.phone) || 'None',
}
const ENTRIES: Column<Finding> = { key: 'entries', header: 'Entries', kind: 'num' }
const since = (header: string): Column<Finding> => ({
  key: 'since',
  header,
  cell: (row) => formatCalendarDay(row.since),
})
const others = (header: string): Column<Finding> => ({
  key: 'others',
  header,
  breaks: true,
  cell: (row) => row.others || 'None',
})

const COLUMNS: Record<FindingKind, Column<Finding>[]> = {
  OVERDUE: [NAME, NPI, ENTRIES, since('Last verified')],
  NEVER_VERIFIED: [NAME, NPI, ENTRIES, since('Loaded')],
  NO_NETWORK: [NAME, NPI, LOCATION, ADDRESS, others('Network ID')],
  NO_LOCATION: [NAME, NPI, LOCATION],
  NO_STREET: [NAME, LOCATION, ADDRESS, ENTRIES],
  NO_PHONE: [NAME, LOCATION, ADDRESS, ENTRIES],
  BAD_PHONE: [NAME, LOCATION, ADDRESS, PHONE, ENTRIES],
  DUPLICATE_ROLE: [NAME, NPI, LOCATION, ADDRESS, others('Group IDs')],
  DUPLICATE_ADDRESS: [NAME, ADDRESS, others('Location IDs')],
}

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
            label: `${FINDING_TEXTS[found.kind].label} (${writeCount(found.count)})`,
          }))}
        />
        <SearchField label="Search by name, NPI, location ID or address" {...address.searchProps('search')} />
      </search>
      <p>{FINDING_TEXTS[kind].explains}</p>
      <PagedTable
        list={list}
        address={address}
        rowsLabel="findings"
        head={(found) => (
          <CountAndCsv
            list={found}
            call={exportFindings}
            query={query}
            fileName={`directory-${kind.toLowerCase().replaceAll('_', '-')}.csv`}
          />
        )}
        columns={COLUMNS[kind]}
        rowKey={(row) => row.subject}
        empty="Nothing was found."
        noMatches="No findings match."
      />
    </>
  )
}
