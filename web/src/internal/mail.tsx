import { formatMoment } from '@portico/core/forms/moments'
import { listMail, openMail } from '@portico/core/internal/calls'
import { MAIL_STATES } from '@portico/core/internal/limits'
import type { MailRow } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import type { Column } from '#kit/data-table.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOf } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'

const NEWEST_FIRST = {
  fields: { state: oneOf(MAIL_STATES, ''), search: anyText },
  sorts: ['created'],
  descending: true,
} as const

const STATE_LABELS: Record<MailRow['state'], StatusLabel> = {
  WAITING: { label: 'Waiting to be sent', tone: 'warn' },
  SENT: { label: 'Sent', tone: 'ok' },
  GIVEN_UP: { label: 'Could not be delivered', tone: 'bad' },
}

const columns: Column<MailRow>[] = [
  {
    key: 'created',
    header: 'Created',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatMoment(row.created)}</span>,
    sortBy: true,
  },
  { key: 'to', header: 'To', width: 30, breaks: true, cell: (row) => <EmailText of={row.to} /> },
  {
    key: 'subject',
    header: 'Subject',
    cell: (row) => (
      <>
        {row.subject} <span className="soft small below">{row.kind}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (row) => (
      <>
        <LabelTag of={STATE_LABELS[row.state]} />
        <span className="soft small below break">{detailOf(row)}</span>
      </>
    ),
  },
]

function detailOf(row: MailRow): string {
  if (row.state === 'SENT') return formatMoment(row.sent)
  const tried = row.attempts > 0 ? `tried ${row.attempts} times` : ''
  const next = row.state === 'WAITING' && row.attempts > 0 ? `next try ${formatMoment(row.nextAttempt)}` : ''
  return [tried, next, row.problem].filter(Boolean).join(', ')
}

/** All messages of the portal and their state. Message bodies are shown in the demo only. */
export function Mail() {
  const address = useListAddress(NEWEST_FIRST)
  const [reading, setReading] = useState('')
  const list = useCall(listMail, { query: address.query, keepPrevious: true })
  // The list reply says whether message bodies can be read.
  const bodies = list.state === 'ready' && list.entity.bodies
  const read: Column<MailRow> = {
    key: 'read',
    header: 'Text',
    cell: (row) => (
      <TextButton aria-label={`Read ${row.subject} to ${row.to}`} onClick={() => setReading(row.id)}>
        Read
      </TextButton>
    ),
  }
  return (
    <ConsolePage intro="All emails from the portal, and whether they were sent.">
      <Card>
        <search className="filters">
          <SearchField label="Search by address, subject or kind" {...address.searchProps('search')} />
          <SelectField
            label="State"
            {...address.selectProps('state')}
            placeholder="Any state"
            options={MAIL_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }))}
          />
        </search>
        <PagedTable
          list={list}
          address={address}
          rowsLabel="mails"
          columns={bodies ? [...columns, read] : columns}
          rowKey={(row) => row.id}
          empty="No emails match."
        />
      </Card>
      {reading && <MailText id={reading} onClose={() => setReading('')} />}
    </ConsolePage>
  )
}

function MailText({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useCall(openMail, { query: { id } })
  return (
    <Dialog
      open
      wide
      heading={mail.state === 'ready' ? mail.entity.subject : 'Email'}
      onClose={onClose}
      actions={
        <Button look="line" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loading of={mail} label="Loading the email">
        {({ to, body }) => (
          <>
            <p className="soft">To {to}</p>
            <pre className="message-body">{body}</pre>
          </>
        )}
      </Loading>
    </Dialog>
  )
}
