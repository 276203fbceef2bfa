import { formatMoment } from '@portico/core/forms/moments'
import type { ApplicationRow } from '@portico/core/sign-on-hub/application-shapes'
import { listApplications } from '@portico/core/sign-on-hub/calls'
import { LinkButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import type { Column } from '#kit/data-table.tsx'
import { LabelTag, Tag } from '#kit/tag.tsx'
import { findBrandName } from '#shell/brands/brand-names.ts'
import { applicationAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { mapLoaded, useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { PagedTable, unpagedList } from '#shell/lists/paged-table.tsx'
import { useSearchParams } from '#shell/router/router.tsx'
import { ApplicationPage } from './application.tsx'
import { ChangeApplication, NewApplication } from './application-form.tsx'
import { STATE_LABELS } from './labels.ts'

const LIST = { fields: {}, sorts: ['name', 'brand', 'lastUsed'] } as const

const brandName = (row: ApplicationRow) => findBrandName(row.brand)?.name ?? row.brand

const columns: Column<ApplicationRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 28,
    breaks: true,
    cell: (row) => <a href={applicationAddress(row.clientId)}>{row.name}</a>,
    sortBy: true,
  },
  { key: 'brand', header: 'Brand', cell: brandName, sortBy: brandName },
  { key: 'state', header: 'State', cell: (row) => <LabelTag of={STATE_LABELS[row.state]} /> },
  {
    key: 'lastUsed',
    header: 'Last used',
    kind: 'num',
    cell: (row) => <span className="nowrap">{formatMoment(row.lastUsed) || 'Never'}</span>,
    sortBy: true,
  },
  { key: 'problems', header: 'Problems', cell: (row) => <Problems row={row} /> },
]

function Problems({ row: { failedSignIns, failedLogouts } }: { row: ApplicationRow }) {
  if (failedSignIns === 0 && failedLogouts === 0) return <>None</>
  return (
    <>
      {failedSignIns > 0 && (
        <Tag tone="warn">{countOf(failedSignIns, 'failed sign-in', 'failed sign-ins')} in 7 days</Tag>
      )}{' '}
      {failedLogouts > 0 && <Tag tone="bad">{countOf(failedLogouts, 'failed logout', 'failed logouts')}</Tag>}
    </>
  )
}

/** All applications; with one in the URL, that application or its form. */
export function Applications() {
  const params = useSearchParams()
  const [shown, changed] = [params.get('client'), params.get('change')]
  if (changed) return <ChangeApplication key={changed} clientId={changed} />
  if (shown === 'new') return <NewApplication />
  return shown ? <ApplicationPage key={shown} clientId={shown} /> : <ApplicationList />
}

function ApplicationList() {
  const address = useListAddress(LIST)
  const list = useCall(listApplications)
  return (
    <ConsolePage intro="The plan’s other tools. People sign in to them with their portal account.">
      <Card>
        <PagedTable
          list={mapLoaded(list, unpagedList)}
          address={address}
          rowsLabel="applications"
          head={null}
          columns={columns}
          rowKey={(row) => row.clientId}
          sortsRows
          empty="No application is registered yet. Register the first one below."
        />
        <p className="after-facts">
          <LinkButton look="line" href={applicationAddress('new')}>
            Register an application
          </LinkButton>
        </p>
      </Card>
    </ConsolePage>
  )
}
