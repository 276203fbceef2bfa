import type { StaffRow } from '@portico/core/access/account-shapes'
import { changeStaffRole, listStaff } from '@portico/core/access/calls'
import { STAFF_ROLE_NAMES, type StaffRole } from '@portico/core/access/staff-roles'
import { formatMoment } from '@portico/core/forms/moments'
import { type ReactNode, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { RadioCards } from '#kit/choice.tsx'
import type { Column } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { personAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { mapLoaded, useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { PagedTable, unpagedList } from '#shell/lists/paged-table.tsx'
import { AddStaffDialog } from './add-staff.tsx'
import { ACCOUNT_STATE_LABELS, STAFF_ROLE_OPTIONS } from './labels.ts'

const LIST = { fields: {}, sorts: ['name', 'role', 'lastSignIn'] } as const

const columnsWith = (onChange: (row: StaffRow) => void): Column<StaffRow>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 22,
    breaks: true,
    cell: (row) => <a href={personAddress(row.accountId)}>{row.name}</a>,
    sortBy: (row) => row.name,
  },
  { key: 'role', header: 'Role', cell: roleName, sortBy: roleName },
  { key: 'email', header: 'Email', width: 26, breaks: true, cell: (row) => <EmailText of={row.email} /> },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={ACCOUNT_STATE_LABELS[row.state]} /> },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatMoment(row.lastSignIn) || 'Never'}</span>,
    sortBy: (row) => row.lastSignIn,
  },
  {
    key: 'change',
    header: 'Change',
    cell: (row) =>
      row.isMe ? (
        <span className="soft">You</span>
      ) : (
        <TextButton aria-label={`Change role of ${row.name}`} onClick={() => onChange(row)}>
          Change role
        </TextButton>
      ),
  },
]

const roleName = ({ role }: StaffRow): string => (role === '' ? 'No role' : STAFF_ROLE_NAMES[role])

/** All staff accounts with their roles. */
export function StaffTeam({ policy }: { policy: ReactNode }) {
  const address = useListAddress(LIST)
  const staff = useCall(listStaff)
  const [open, setOpen] = useState<StaffRow | 'new'>()
  const [done, setDone] = useState('')
  const finish = (said: string) => {
    setOpen(undefined)
    setDone(said)
  }
  return (
    <ConsolePage intro="Everyone who works in this console, and what they can do here.">
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <div className="stack">
        <Card>
          <PagedTable
            list={mapLoaded(staff, unpagedList)}
            address={address}
            rowsLabel="staff accounts"
            caption="Plan staff"
            head={null}
            columns={columnsWith(setOpen)}
            rowKey={(row) => row.accountId}
            sortsRows
            empty="There are no staff accounts yet."
          />
          <p className="after-facts">
            <Button look="line" onClick={() => setOpen('new')}>
              Add a colleague
            </Button>
          </p>
        </Card>
        <RoleHelp />
        {policy}
      </div>
      {open === 'new' && <AddStaffDialog onClose={() => setOpen(undefined)} onDone={finish} />}
      {open && open !== 'new' && <RoleDialog row={open} onClose={() => setOpen(undefined)} onDone={finish} />}
    </ConsolePage>
  )
}

function RoleHelp() {
  return (
    <TitledCard id="roles" heading="What each role can do">
      <SummaryList items={STAFF_ROLE_OPTIONS.map(({ label, description }) => ({ term: label, value: description }))} />
    </TitledCard>
  )
}

type RoleDialogProps = { row: StaffRow; onClose: () => void; onDone: (done: string) => void }

function RoleDialog({ row, onClose, onDone }: RoleDialogProps) {
  const [role, setRole] = useState<StaffRole>(row.role || 'AUDITOR')
  const save = useAction(changeStaffRole, ({ waiting }) =>
    onDone(
      waiting
        ? WAITS_FOR_APPROVAL
        : `${row.name} now has the role ${STAFF_ROLE_NAMES[role]}. We notified them by email.`,
    ),
  )
  return (
    <ReasonDialog
      heading={`Change the role of ${row.name}`}
      save={save}
      buildBody={() => ({ accountId: row.accountId, role })}
      label="Change the role"
      onClose={onClose}
    >
      <p>The new role takes effect immediately, even if {row.name} is signed in now.</p>
      <RadioCards legend="Role" name="role" value={role} onPick={setRole} options={STAFF_ROLE_OPTIONS} />
    </ReasonDialog>
  )
}
