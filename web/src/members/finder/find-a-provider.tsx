import { formatPhone } from '@portico/core/forms/formats'
import { findProviders } from '@portico/core/members/calls'
import type { ListedProvider } from '@portico/core/members/shapes'
import type { Counted } from '@portico/core/shapes'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { capitalize, countOf } from '../../kit/count-of.ts'
import { PageHeading } from '../../kit/page-heading.tsx'
import { useCall } from '../../shell/gateway/use-call.ts'
import { brand } from '../../shell/layout/brand.ts'
import { Page } from '../../shell/layout/layout.tsx'
import { type ListAddress, useListAddress } from '../../shell/lists/list-address.ts'
import { PagedEntries } from '../../shell/lists/paged-table.tsx'
import { usePage } from '../../shell/router/pages.ts'
import { describeSearch, isSearch, PROVIDERS } from './search.ts'
import { SearchForm } from './search-form.tsx'

export function FindAProvider() {
  const address = useListAddress(PROVIDERS)
  const { filter, setFilter } = address
  return (
    <Page>
      <div className="stack">
        <Card className="no-print">
          <PageHeading>{usePage().title}</PageHeading>
          <p>All providers here are in your plan’s network. Search by one or more of these.</p>
          <SearchForm key={JSON.stringify(filter)} start={filter} onSearch={setFilter} />
        </Card>
        {isSearch(filter) && <Results address={address} />}
      </div>
    </Page>
  )
}

function Results({ address }: { address: ListAddress<typeof PROVIDERS.fields, never> }) {
  // A provider chosen from the list is found by NPI. The name is only for the heading.
  const { npi, name, ...query } = address.query
  const found = useCall(findProviders, { query: { ...query, ...(npi ? { npi } : { name }) }, keepPrevious: true })
  return (
    <Card as="section" aria-labelledby="results">
      <PagedEntries
        list={found}
        address={address}
        rowsLabel="providers"
        className="providers"
        head={(list) => (
          <ResultsHead text={`${countText(list)} ${describeSearch(address.filter)}`} total={list.total} />
        )}
        rowKey={(provider) => provider.npi}
        entry={(provider) => <ProviderEntry provider={provider} />}
        empty={`Try a neighboring city or another specialty, or leave one blank. Member Services can help you look: ${brand.memberServicesPhone}.`}
      />
      {found.state === 'ready' && found.entity.total > 0 && (
        <p className="soft small">
          Please call before your first visit and ask whether the office takes new patients and your plan, {brand.name}.
        </p>
      )}
    </Card>
  )
}

function ResultsHead({ text, total }: { text: string; total: number }) {
  return (
    <div className="results-head">
      <h2 id="results" aria-live="polite">
        {text}
      </h2>
      {total > 0 && (
        <Button className="no-print" look="line" onClick={() => window.print()}>
          Print this list
        </Button>
      )}
    </div>
  )
}

const countText = (list: Counted) =>
  list.total === 0 ? 'No providers' : capitalize(countOf(list, 'provider', 'providers'))

/** Name, specialty, address and phone. */
function ProviderEntry({ provider }: { provider: ListedProvider }) {
  const { name, specialty, practices, address, phone } = provider
  const town = [provider.city, [provider.state, provider.postalCode.slice(0, 5)].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <div>
        <h3>{name}</h3>
        {specialty && <p>{specialty}</p>}
        {practices.length > 0 && <p className="soft small">{practices.join(' · ')}</p>}
      </div>
      <address>
        {address && (
          <>
            {address}
            <br />
          </>
        )}
        {town}
      </address>
      <p className="phone">
        {phone ? (
          <a href={`tel:${phone}`}>
            <span className="visually-hidden">Call {name}: </span>
            {formatPhone(phone)}
          </a>
        ) : (
          <span className="soft">No phone on file</span>
        )}
      </p>
    </>
  )
}
