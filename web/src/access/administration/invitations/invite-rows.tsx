import { permissionLabel } from '@portico/core/access/permissions'
import type { InviteManyResult } from '@portico/core/access/shapes'
import { countOf } from '#kit/count-of.ts'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Note } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'

type Row = InviteManyResult['rows'][number]

const columns: Column<Row>[] = [
  { key: 'line', header: 'Line', kind: 'num', sortBy: true },
  { key: 'name', header: 'Name', width: 18, breaks: true, cell: (row) => row.name || '—', sortBy: true },
  {
    key: 'email',
    header: 'Email',
    width: 24,
    breaks: true,
    cell: (row) => <EmailText of={row.email || '—'} />,
    sortBy: true,
  },
  { key: 'role', header: 'Role', cell: (row) => row.role || '—', sortBy: true },
  { key: 'permissions', header: 'Functions', width: 22, cell: functionsOf },
  {
    key: 'message',
    header: 'Result',
    width: 20,
    cell: (row) => (row.invited ? row.message : <Tag tone="bad">{row.message}</Tag>),
    sortBy: (row) => `${row.invited ? 1 : 0}${row.message}`,
  },
]

/** A skipped row gives no permissions. */
function functionsOf({ invited, permissions }: Row): string {
  return invited ? permissions.map(permissionLabel).join(', ') : '—'
}

/** The rows of the file. Rows with errors come first, because they need action. */
export function InviteRows({ result, good }: { result: InviteManyResult; good: string }) {
  const bad = result.rows.length - result.invited
  return (
    <>
      <Note tone={result.invited === 0 ? 'bad' : bad > 0 ? 'warn' : 'ok'}>
        <p>
          <b>
            {countOf(result.invited, 'person', 'people')} {good}.
          </b>
          {bad > 0 && ` ${countOf(bad, 'row has an error and is', 'rows have errors and are')} skipped.`}
        </p>
      </Note>
      <DataTable
        caption="Rows of the file"
        captionHidden
        asCards
        columns={columns}
        rows={result.rows}
        rowKey={(row) => String(row.line)}
        initialSort={{ key: 'message', descending: false }}
        empty="The file has no rows below its first line."
      />
    </>
  )
}
