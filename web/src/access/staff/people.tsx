import type { AccountRow } from '@portico/core/access/account-shapes'
import { listAccounts } from '@portico/core/access/calls'
import { ACCOUNT_KINDS, ACCOUNT_STATES } from '@portico/core/access/limits'
import { formatMoment } from '@portico/core/forms/moments'
import { Card } from '#kit/card.tsx'
import type { Column } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { activeAgainAddress, personAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOf } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { useSearchParams } from '#shell/router/router.tsx'
import { ActiveAgainNote } from '../active-again/active-again-note.tsx'
import { ActiveAgain } from './active-again.tsx'
import { ACCOUNT_STATE_LABELS, KIND_LABELS } from './labels.ts'
import { PersonPage } from './person.tsx'

const LIST = {
  fields: { kind: oneOf(ACCOUNT_KINDS, ''), state: oneOf(ACCOUNT_STATES, ''), search: anyText },
  sorts: ['name', 'lastSignIn'],
} as const

const columns: Column<AccountRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 20,
    breaks: true,
    cell: (row) => <a href={personAddress(row.accountId)}>{row.name || row.userName}</a>,
    sortBy: true,
  },
  { key: 'kind', header: 'Kind', cell: (row) => <span className="nowrap">{KIND_LABELS[row.kind]}</span> },
  { key: 'roles', header: 'Roles', cell: (row) => row.roles.join(', ') || '—' },
  { key: 'userName', header: 'User name', cell: (row) => row.userName || '—' },
  { key: 'email', header: 'Email', width: 26, breaks: true, cell: (row) => <EmailText of={row.email} /> },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={ACCOUNT_STATE_LABELS[row.state]} /> },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatMoment(row.lastSignIn) || 'Never'}</span>,
    sortBy: true,
  },
]

/** All accounts; with an account in the URL, that person; or the access that waits to be restored. */
export function People() {
  const params = useSearchParams()
  const account = params.get('account')
  if (params.get('list') === 'active-again') return <ActiveAgain />
  return account ? <PersonPage key={account} accountId={account} /> : <PeopleList />
}

function PeopleList() {
  const address = useListAddress(LIST)
  const list = useCall(listAccounts, { query: address.query, keepPrevious: true })
  return (
    <ConsolePage intro="Everyone with an account: provider users, members and plan staff.">
      <div className="stack">
        <ActiveAgainNote href={activeAgainAddress} />
        <Card>
          <search className="filters">
            <SearchField label="Search by name, email, user name or NPI" {...address.searchProps('search')} />
            <SelectField
              label="Kind"
              {...address.selectProps('kind')}
              placeholder="Everyone"
              options={optionsOf(KIND_LABELS)}
            />
            <SelectField
              label="State"
              {...address.selectProps('state')}
              placeholder="Any state"
              options={ACCOUNT_STATES.map((value) => ({ value, label: ACCOUNT_STATE_LABELS[value].label }))}
            />
          </search>
          <PagedTable
            list={list}
            address={address}
            rowsLabel="people"
            columns={columns}
            rowKey={(row) => row.accountId}
            empty="No one matches. Try fewer letters."
          />
        </Card>
      </div>
    </ConsolePage>
  )
}
