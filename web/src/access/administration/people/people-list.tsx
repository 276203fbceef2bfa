import { exportPeople, listPeople } from '@portico/core/access/calls'
import { PEOPLE_PAGE_SIZE, PEOPLE_SORTS } from '@portico/core/access/limits'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import { permissionLabel } from '@portico/core/access/permissions'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { ROLE_NAMES } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import type { Column } from '#kit/data-table.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { LabelTag, Tag } from '#kit/tag.tsx'
import { TextField } from '#kit/text-field.tsx'
import { mapLoaded, useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { SaveCsv } from '#shell/lists/list-head.tsx'
import { CountLine, PagedTable } from '#shell/lists/paged-table.tsx'
import { personState, scopeDetail } from '../../grants/labels.ts'

const columns: Column<PersonGrant>[] = [
  {
    key: 'name',
    sortBy: true,
    header: 'Person',
    width: 24,
    breaks: true,
    cell: (row) => (
      <>
        <a href={ACCESS_PAGES.person(row.accountId)}>
          <b>{fullName(row)}</b>
        </a>
        {row.isMe && (
          <>
            {' '}
            <Tag>You</Tag>
          </>
        )}
        <span className="under soft small">
          <EmailText of={row.email} />
        </span>
      </>
    ),
  },
  { key: 'role', header: 'Role', sortBy: true, width: 14, cell: (row) => ROLE_NAMES[row.role] },
  {
    key: 'scope',
    header: 'Access to',
    width: 20,
    cell: (row) => (
      <>
        {row.scope.name}
        <span className="under soft small">{scopeDetail(row.scope)}</span>
      </>
    ),
  },
  {
    key: 'permissions',
    header: 'Permissions',
    width: 20,
    cell: (row) => <span className="small">{row.permissions.map(permissionLabel).join(', ')}</span>,
  },
  {
    key: 'state',
    header: 'State',
    sortBy: true,
    cell: (row) => (
      <>
        <LabelTag of={personState(row)} />
        {row.suspendedReason && <span className="under soft small">{row.suspendedReason}</span>}
      </>
    ),
  },
  {
    key: 'lastSignIn',
    header: 'Last sign-in',
    kind: 'num',
    sortBy: true,
    cell: (row) => formatDay(row.lastSignIn) || 'Never',
  },
]

const BY = { name: 'name', role: 'role', state: 'state', lastSignIn: 'last sign-in' } as const

const LIST = { fields: { entity: anyText, search: anyText }, sorts: PEOPLE_SORTS } as const

/** Everyone with access, filtered by scope and search. */
export function PeopleList({ scopes }: { scopes: readonly AdministeredScope[] }) {
  const address = useListAddress(LIST)
  const { entity, search, page, sort, descending } = address.query
  const list = useCall(listPeople, {
    query: { entity, search, sort, descending, offset: String(page * PEOPLE_PAGE_SIZE) },
    keepPrevious: true,
  })
  return (
    <Card as="section" aria-labelledby="people-heading">
      <h2 id="people-heading">People with access</h2>
      <Filters key={search} scopes={scopes} {...address.filter} onShow={address.setFilter} />
      <PagedTable
        list={mapLoaded(list, ({ people, ...counted }) => ({ ...counted, rows: people, pageSize: PEOPLE_PAGE_SIZE }))}
        address={address}
        rowsLabel="people"
        caption={`People by ${BY[sort ?? 'name']}`}
        head={(found) => (
          <div className="list-head">
            <CountLine>{countOf(found, 'entry', 'entries')}</CountLine>
            <SaveCsv
              key={`${entity}${search}`}
              call={exportPeople}
              query={{ entity, search, sort, descending }}
              fileName="people.csv"
              disabled={found.total === 0}
            />
          </div>
        )}
        columns={columns}
        rowKey={(row) => row.grantId}
        empty={search ? 'No one matches. Try fewer letters.' : 'No one has access here yet.'}
      />
    </Card>
  )
}

type FiltersProps = {
  scopes: readonly AdministeredScope[]
  entity: string
  search: string
  onShow: (wanted: { entity?: string; search?: string }) => void
}

function Filters({ scopes, entity, search, onShow }: FiltersProps) {
  const [typed, setTyped] = useState(search)
  const find = (event: FormEvent) => {
    event.preventDefault()
    onShow({ search: typed.trim() })
  }
  return (
    <search className="people-filters">
      {scopes.length > 1 && (
        <SelectField
          label="Provider, group or organization"
          name="entity"
          value={entity}
          placeholder="All"
          options={scopes.map((scope) => ({
            value: scope.entity,
            label: `${scope.name}, ${scopeDetail(scope)} (${scope.people})`,
          }))}
          onPick={(wanted) => onShow({ entity: wanted })}
        />
      )}
      <form onSubmit={find} className="search-form">
        <TextField
          label="Name or email"
          name="search"
          type="search"
          autoComplete="off"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="line">
          Search
        </Button>
      </form>
    </search>
  )
}
