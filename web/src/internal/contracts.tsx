import { INTERNAL_PATHS } from '@portico/core/constants'
import { INTERNAL_CALLS } from '@portico/core/internal/calls'
import type { ContractCounts, ContractList, ContractRow } from '@portico/core/internal/contracts-api'
import { useDeferredValue, useState } from 'react'
import { Card } from '../kit/card.tsx'
import { type Column, DataTable, type Sort } from '../kit/data-table.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Pager } from '../kit/pager.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { Tag } from '../kit/tag.tsx'
import { TextField } from '../kit/text-field.tsx'
import { Tiles } from '../kit/tiles.tsx'
import { Page } from '../shell/layout.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { ageOf, CAME_BY_LABELS, STAGE_LABELS, shortTime } from './labels.ts'

type Filter = { stage: ContractRow['stage']; cameBy: string; search: string }

const EMPTY: Record<ContractRow['stage'], string> = {
  RECEIVED: 'No signed contract waits for a look. Well done.',
  AWAITED: 'Everybody has returned the signed form.',
  RETURNED: 'No contract was returned.',
  VALIDATED: 'No contract has been validated yet.',
}

const columns: Column<ContractRow>[] = [
  { key: 'received', header: 'Received', kind: 'num', cell: (row) => shortTime(row.since), sortBy: (row) => row.since },
  { key: 'age', header: 'Age', cell: (row) => ageOf(row.since) },
  {
    key: 'scope',
    header: 'Organization or group',
    cell: (row) => <b>{row.scopeName}</b>,
    sortBy: (row) => row.scopeName,
  },
  { key: 'registrant', header: 'Registrant', cell: (row) => row.registrant, sortBy: (row) => row.registrant },
  { key: 'cameBy', header: 'Came by', cell: (row) => CAME_BY_LABELS[row.cameBy] || '—' },
  {
    key: 'replaces',
    header: 'Replaces an SAA',
    cell: (row) => (row.replacesSaa ? <Tag tone="warn">Yes</Tag> : 'No'),
  },
  {
    key: 'review',
    header: 'Review',
    cell: (row) => (
      <a
        href={`${INTERNAL_PATHS.contracts}/${encodeURIComponent(row.reference)}`}
        aria-label={`Review ${row.reference}`}
      >
        Review
      </a>
    ),
  },
]

export function Contracts() {
  const [filter, setFilter] = useState<Filter>({ stage: 'RECEIVED', cameBy: '', search: '' })
  const [sort, setSort] = useState<Sort>({ key: 'received', descending: false })
  const [page, setPage] = useState(0)
  const search = useDeferredValue(filter.search.trim())
  const counts = useCall<ContractCounts>(INTERNAL_CALLS.contractCounts)
  const list = useCall<ContractList>(INTERNAL_CALLS.contracts, {
    query: {
      stage: filter.stage,
      cameBy: filter.cameBy || undefined,
      search: search || undefined,
      sort: sort.key,
      descending: String(sort.descending),
      page,
    },
  })
  const change = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part })
    setPage(0)
  }
  return (
    <Page>
      <div>
        <PageHeading>Contracts</PageHeading>
        <p>Signed contracts waiting for a look, oldest first.</p>
        {counts.state === 'ready' && <ContractTiles counts={counts.entity} />}
        <Card>
          <FilterRow filter={filter} onChange={change} />
          <Loading of={list} label="Loading the contracts">
            {({ rows, total, pageSize }) => (
              <>
                <DataTable
                  caption={STAGE_LABELS[filter.stage]}
                  captionHidden
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.reference}
                  serverSort={{
                    sort,
                    onSort: (wanted) => {
                      setSort(wanted)
                      setPage(0)
                    },
                  }}
                  empty={search || filter.cameBy ? 'Nothing matches. Try fewer letters.' : EMPTY[filter.stage]}
                />
                <Pager page={page} pageSize={pageSize} total={total} label="Pages of contracts" onPage={setPage} />
              </>
            )}
          </Loading>
        </Card>
      </div>
    </Page>
  )
}

export function ContractTiles({ counts }: { counts: ContractCounts }) {
  return (
    <Tiles
      tiles={[
        { label: 'waiting', value: counts.waiting },
        { label: 'oldest', value: ageOf(counts.oldest) },
        { label: 'validated this week', value: counts.validatedThisWeek },
        { label: 'returned this week', value: counts.returnedThisWeek },
      ]}
    />
  )
}

function FilterRow({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }) {
  return (
    <search className="filters">
      <SelectField
        label="Show"
        name="stage"
        value={filter.stage}
        options={Object.entries(STAGE_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange({ stage: event.target.value as Filter['stage'] })}
      />
      <SelectField
        label="Came by"
        name="cameBy"
        value={filter.cameBy}
        placeholder="Any way"
        options={['UPLOAD', 'MAIL', 'FAX'].map((value) => ({ value, label: CAME_BY_LABELS[value] ?? value }))}
        onChange={(event) => onChange({ cameBy: event.target.value })}
      />
      <TextField
        label="Search"
        name="search"
        type="search"
        value={filter.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
    </search>
  )
}
