import { formatMoment } from '@portico/core/forms/moments'
import { listImports } from '@portico/core/internal/calls'
import type { ImportList } from '@portico/core/internal/shapes'
import { Card } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ageOf } from '#shell/console/due.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { IMPORT_KIND_LABELS } from './labels.ts'

type ImportRow = ImportList[number]

function statusOf({ importedAt, isOverdue }: ImportRow): StatusLabel {
  if (isOverdue) return importedAt ? { label: 'Too old', tone: 'bad' } : { label: 'Never imported', tone: 'bad' }
  return importedAt ? { label: 'Current', tone: 'ok' } : { label: 'Never imported' }
}

const limitOf = ({ maxAgeDays }: ImportRow) =>
  maxAgeDays === 0 ? 'No limit' : `Limit: ${maxAgeDays === 1 ? '1 day' : `${maxAgeDays} days`}`

const columns: Column<ImportRow>[] = [
  {
    key: 'kind',
    header: 'Data',
    cell: ({ kind }) => (
      <>
        {IMPORT_KIND_LABELS[kind]} <span className="soft small below">{kind}</span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <LabelTag of={statusOf(row)} /> },
  {
    key: 'age',
    header: 'Age',
    cell: (row) => (
      <>
        {row.importedAt ? ageOf(row.importedAt) : '—'} <span className="soft small below">{limitOf(row)}</span>
      </>
    ),
  },
  {
    key: 'file',
    header: 'Last file',
    breaks: true,
    cell: ({ importedAt, file }) =>
      importedAt ? (
        <>
          {file || 'Name not recorded'} <span className="soft small below">{formatMoment(importedAt)}</span>
        </>
      ) : (
        '—'
      ),
  },
  { key: 'rows', header: 'Rows', kind: 'amount', cell: ({ importedAt, rows }) => countCell(importedAt, rows) },
  {
    key: 'rejected',
    header: 'Rejected',
    kind: 'amount',
    cell: ({ importedAt, rejected }) => countCell(importedAt, rejected),
  },
]

const countCell = (importedAt: string, count: number) => (importedAt ? count.toLocaleString('en-US') : '—')

/** The last file of each kind that the plan imports, so that staff know how old the shown data is. */
export function Imports() {
  const list = useCall(listImports)
  return (
    <ConsolePage intro="The last file of each kind of data. The portal shows data as of these imports.">
      <Card>
        <Loading of={list} label="Loading the imports" lines={8}>
          {(rows) => (
            <DataTable
              caption="Last import of each kind"
              captionHidden
              asCards
              columns={columns}
              rows={rows}
              rowKey={({ kind }) => kind}
            />
          )}
        </Loading>
        <p className="soft small">Rejected rows are in a file beside the imported one, with the reason for each.</p>
      </Card>
    </ConsolePage>
  )
}
