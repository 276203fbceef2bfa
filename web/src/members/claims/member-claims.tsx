import { memberClaims } from '@portico/core/members/calls'
import type { MemberClaims as Claims, MemberClaim } from '@portico/core/members/shapes'
import { useSearchParams } from 'react-router'
import { Card } from '../../kit/card.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { formatCalendarDay } from '../../kit/format-day.ts'
import { PageHeading } from '../../kit/page-heading.tsx'
import { Pager } from '../../kit/pager.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Tag } from '../../kit/tag.tsx'
import { Tiles } from '../../kit/tiles.tsx'
import { Page } from '../../shell/layout.tsx'
import { Loading } from '../../shell/loading.tsx'
import { useCall } from '../../shell/use-call.ts'
import { claimStatus, formatMoney } from '../labels.ts'
import { SpendingPicture } from './spending-picture.tsx'

/** A year of claims: its sums, its picture, its list. Year, person and page stand in the address, so Back works. */
export function MemberClaims() {
  const [address, setAddress] = useSearchParams()
  const given = (name: string) => address.get(name) ?? ''
  const person = given('person')
  const query = { year: numberIn(given('year')), person, page: numberIn(given('page')) }
  const claims = useCall(memberClaims, { query, keepPrevious: true })
  const choose = (change: Record<string, string>) => {
    const next = { year: given('year'), person, page: '', ...change }
    setAddress(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  }
  return (
    <Page>
      <div className="stack">
        <Card>
          <PageHeading>Claims</PageHeading>
          <Loading of={claims} label="Loading your claims" lines={6}>
            {(found) => <YearOfClaims claims={found} person={person} onChoose={choose} />}
          </Loading>
        </Card>
        {claims.state === 'ready' && (
          <ClaimList claims={claims.entity} page={query.page ?? 0} onPage={(page) => choose({ page: String(page) })} />
        )}
      </div>
    </Page>
  )
}

const numberIn = (text: string) => (text === '' ? undefined : Number(text))

type YearProps = { claims: Claims; person: string; onChoose: (change: Record<string, string>) => void }

function YearOfClaims({ claims, person, onChoose }: YearProps) {
  const people = claims.people.map((each) => ({ value: each.person, label: each.isMe ? 'You' : each.firstName }))
  return (
    <>
      <div className="filters">
        <SelectField
          label="Year"
          name="year"
          value={String(claims.year)}
          options={claims.years.map((year) => ({ value: String(year), label: String(year) }))}
          onChange={(event) => onChoose({ year: event.target.value })}
        />
        {people.length > 1 && (
          <SelectField
            label="Person"
            name="person"
            placeholder="Everybody"
            value={person}
            options={people}
            onChange={(event) => onChoose({ person: event.target.value })}
          />
        )}
      </div>
      <Tiles
        tiles={[
          { label: 'Claims', value: claims.total.toLocaleString('en-US') },
          { label: 'Billed by providers', value: formatMoney(claims.billed) },
          { label: 'Paid by your plan', value: formatMoney(claims.paid) },
        ]}
      />
      {claims.total > 0 && <SpendingPicture year={claims.year} months={claims.months} />}
      <p className="soft small">
        What a provider billed is not what you owe: agreements with your plan often lower it. If you get a bill you do
        not understand, call Member Services before you pay.
      </p>
    </>
  )
}

const columns: Column<MemberClaim>[] = [
  { key: 'serviceDate', header: 'Date of visit', cell: (row) => formatCalendarDay(row.serviceDate), kind: 'num' },
  { key: 'status', header: 'Status', cell: (row) => <StatusTag status={row.status} /> },
  { key: 'providerName', header: 'Provider', cell: (row) => row.providerName || 'Not named' },
  { key: 'firstName', header: 'Person', cell: (row) => row.firstName },
  { key: 'billed', header: 'Billed', cell: (row) => formatMoney(row.billed), kind: 'amount' },
  { key: 'paid', header: 'Plan paid', cell: (row) => formatMoney(row.paid) || '–', kind: 'amount' },
  { key: 'claimNumber', header: 'Claim number', cell: (row) => row.claimNumber, kind: 'num' },
]

function ClaimList({ claims, page, onPage }: { claims: Claims; page: number; onPage: (page: number) => void }) {
  return (
    <Card className="claim-list">
      <DataTable
        caption={`Claims of ${claims.year}`}
        columns={columns}
        rows={claims.rows}
        rowKey={(row) => row.claimNumber}
        empty={`There are no claims for ${claims.year}.`}
        asCards
      />
      <Pager page={page} pageSize={claims.pageSize} total={claims.total} label="Pages of claims" onPage={onPage} />
    </Card>
  )
}

function StatusTag({ status }: { status: string }) {
  const { label, tone } = claimStatus(status)
  return tone ? <Tag tone={tone}>{label}</Tag> : <Tag>{label}</Tag>
}
