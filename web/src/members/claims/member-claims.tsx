import { writeCount } from '@portico/core/forms/amounts'
import { formatCalendarDay } from '@portico/core/forms/moments'
import { memberClaims } from '@portico/core/members/calls'
import type { MemberClaims as Claims, MemberClaim } from '@portico/core/members/shapes'
import { AsOf } from '#kit/as-of.tsx'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import type { Column } from '#kit/data-table.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { Tiles } from '#kit/tiles.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, wholeNumber } from '#shell/lists/list-declaration.ts'
import { PagedTable } from '#shell/lists/paged-table.tsx'
import { usePage } from '#shell/router/pages.ts'
import { claimStatus, isDenied } from './claim-status.ts'
import { DENIED_HELP_ID, DeniedHelp } from './denied-help.tsx'
import { SpendingPicture } from './spending-picture.tsx'

const NOT_KNOWN = 'Not known yet'

const NEWEST_FIRST = { fields: { year: wholeNumber(''), person: anyText } } as const

/** Totals, chart and list of a year's claims. */
export function MemberClaims() {
  const address = useListAddress(NEWEST_FIRST)
  const claims = useCall(memberClaims, { query: address.query, keepPrevious: true })
  return (
    <Page>
      <div className="stack">
        <Card>
          <PageHeading>{usePage().title}</PageHeading>
          <Loading of={claims} label="Loading your claims" lines={6}>
            {(found) => <YearOfClaims claims={found} person={address.filter.person} onChoose={address.setFilter} />}
          </Loading>
        </Card>
        {claims.state === 'ready' && claims.entity.rows.some(isDenied) && <DeniedHelp />}
        {claims.state === 'ready' && (
          <Card className="claim-list">
            <PagedTable
              list={claims}
              address={address}
              rowsLabel="claims"
              caption={`Claims of ${claims.entity.year}`}
              captionShown
              head={null}
              columns={columns}
              rowKey={(row) => row.claimNumber}
              empty={`There are no claims for ${claims.entity.year}.`}
            />
            <AsOf what="Claims data" time={claims.entity.asOf} />
          </Card>
        )}
      </div>
    </Page>
  )
}

type YearProps = { claims: Claims; person: string; onChoose: (change: { year?: string; person?: string }) => void }

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
            placeholder="Everyone"
            value={person}
            options={people}
            onChange={(event) => onChoose({ person: event.target.value })}
          />
        )}
      </div>
      <Tiles
        tiles={[
          { label: 'Claims', value: writeCount(claims.total) },
          { label: 'Billed by providers', value: formatAmount(claims.billed) },
          { label: 'Paid by your plan', value: formatAmount(claims.paid) },
          { label: 'You owe', value: formatAmount(claims.total === 0 ? '0.00' : claims.owes) || NOT_KNOWN },
        ]}
      />
      {claims.total > 0 && <SpendingPicture year={claims.year} months={claims.months} />}
      <p className="soft small">
        ‘You owe’ is your share of the claims. You pay it to the provider, and you may have paid it already.
        {claims.owesUnknown > 0 && ` For ${countOf(claims.owesUnknown, 'claim', 'claims')}, it’s not known yet.`}
      </p>
      <p className="soft small">
        The amount billed isn’t what you owe. Your plan’s agreements with providers often lower it. If you get a bill
        you don’t understand, call Member Services at{' '}
        <a className="nowrap" href={memberServicesTel}>
          {brand.memberServicesPhone}
        </a>{' '}
        before you pay.
      </p>
    </>
  )
}

const columns: Column<MemberClaim>[] = [
  {
    key: 'serviceDate',
    header: 'Date of visit',
    cell: (row) => <span className="nowrap">{formatCalendarDay(row.serviceDate)}</span>,
    kind: 'num',
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <>
        <LabelTag of={claimStatus(row.status)} />
        {row.denialReason && <span className="under soft small">{row.denialReason}</span>}
        {isDenied(row) && (
          <a className="under small no-print" href={`#${DENIED_HELP_ID}`}>
            What you can do
          </a>
        )}
      </>
    ),
  },
  { key: 'providerName', header: 'Provider', cell: (row) => row.providerName || 'Not named' },
  { key: 'firstName', header: 'Person' },
  { key: 'billed', header: 'Billed', cell: (row) => formatAmount(row.billed), kind: 'amount' },
  { key: 'paid', header: 'Plan paid', cell: (row) => formatAmount(row.paid) || '—', kind: 'amount' },
  { key: 'memberOwes', header: 'You owe', cell: (row) => formatAmount(row.memberOwes) || NOT_KNOWN, kind: 'amount' },
  { key: 'claimNumber', header: 'Claim number', kind: 'num' },
]
