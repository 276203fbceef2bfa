import { formatMoment } from '@portico/core/forms/moments'
import { endView, findPeopleToView, listViews, openView } from '@portico/core/staff-views/calls'
import { VIEW_REASON_NEEDED } from '@portico/core/staff-views/sentences'
import type { PersonToView, StaffView } from '@portico/core/staff-views/shapes'
import { useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { enterView } from '#shell/gateway/view-mode.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'

const LIST = { fields: { search: anyText }, sorts: [] } as const

const columnsWith = (onOpen: (person: PersonToView) => void): Column<PersonToView>[] => [
  { key: 'name', header: 'Name', breaks: true },
  { key: 'userName', header: 'User name', cell: (row) => row.userName || '—' },
  { key: 'roles', header: 'Roles', cell: (row) => row.roles.join(', ') || '—' },
  { key: 'email', header: 'Email', breaks: true, cell: (row) => <EmailText of={row.email} /> },
  {
    key: 'open',
    header: 'View',
    cell: (row) => (
      <TextButton aria-label={`See as ${row.name}`} onClick={() => onOpen(row)}>
        See as
      </TextButton>
    ),
  },
]

/** A support agent opens a view of the portal as one provider account sees it. */
export function Views() {
  const address = useListAddress(LIST)
  const people = useCall(findPeopleToView, { query: address.query, keepPrevious: true })
  const [chosen, setChosen] = useState<PersonToView>()
  return (
    <ConsolePage intro="See the portal as a provider user sees it, for 15 minutes. You can’t change anything there. The user and their SAA read your reason.">
      <div className="stack">
        <Card>
          <search className="filters">
            <SearchField label="Search by name, email, user name or NPI" {...address.searchProps('search')} />
          </search>
          <PagedTable
            list={people}
            address={address}
            rowsLabel="people"
            caption="Provider users"
            columns={columnsWith(setChosen)}
            rowKey={({ accountId }) => accountId}
            empty="There are no provider users yet."
            noMatches="No one matches. Try fewer letters."
          />
        </Card>
        <OwnViews />
      </div>
      {chosen && <OpenDialog person={chosen} onClose={() => setChosen(undefined)} />}
    </ConsolePage>
  )
}

function OpenDialog({ person, onClose }: { person: PersonToView; onClose: () => void }) {
  const save = useSave(openView, ({ viewId }) => enterView(viewId))
  return (
    <ReasonDialog
      heading={`See the portal as ${person.name}`}
      save={save}
      buildBody={(reason) => ({ accountId: person.accountId, reason })}
      label="Open the view"
      reason="required"
      hint={`${person.name} and their SAA will read this.`}
      missing={VIEW_REASON_NEEDED}
      onClose={onClose}
    >
      <p>The view lasts 15 minutes and ends your earlier one. Every page that you open is recorded.</p>
    </ReasonDialog>
  )
}

function OwnViews() {
  const views = useCall(listViews)
  const [done, setDone] = useState('')
  const end = useAction(endView, () => setDone('The view has ended.'))
  return (
    <TitledCard id="own-views" heading="Your views">
      {done && <Alert tone="ok">{done}</Alert>}
      {end.refusal && <Alert>{end.refusal.entity.message}</Alert>}
      <Loading of={views} label="Loading your views">
        {(rows) => (
          <DataTable
            caption="List of your views"
            captionHidden
            asCards
            columns={ownColumns(end.busy, (viewId) => void end.send({ viewId }))}
            rows={rows}
            rowKey={({ viewId }) => viewId}
            empty="You have not opened a view yet."
          />
        )}
      </Loading>
    </TitledCard>
  )
}

const stateOf = ({ secondsLeft }: StaffView): StatusLabel =>
  secondsLeft > 0 ? { label: 'Open', tone: 'warn' } : { label: 'Ended' }

const ownColumns = (busy: boolean, onEnd: (viewId: string) => void): Column<StaffView>[] => [
  { key: 'name', header: 'Person', breaks: true },
  { key: 'reason', header: 'Reason', breaks: true },
  { key: 'openedAt', header: 'Opened', cell: ({ openedAt }) => formatMoment(openedAt) },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={stateOf(row)} /> },
  {
    key: 'open',
    header: 'Continue',
    cell: ({ viewId, name, secondsLeft }) =>
      secondsLeft > 0 ? (
        <div className="actions">
          <Button look="line" aria-label={`Go to the view of ${name}`} onClick={() => enterView(viewId)}>
            Go to the view
          </Button>
          <Button look="line" aria-label={`End the view of ${name}`} busy={busy} onClick={() => onEnd(viewId)}>
            End the view
          </Button>
        </div>
      ) : (
        '—'
      ),
  },
]
