import { findProviders, searchOptions } from '@portico/core/members/calls'
import type { FoundProvider, ProviderList } from '@portico/core/members/shapes'
import { AsOf } from '#kit/as-of.tsx'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Tag } from '#kit/tag.tsx'
import { brand } from '#shell/brands/brand.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { type ListAddress, useListAddress } from '#shell/lists/list-address.ts'
import { PagedEntries } from '#shell/lists/paged-table.tsx'
import { usePage } from '#shell/router/pages.ts'
import { useLocation } from '#shell/router/router.tsx'
import { Accepting, AddressLines, PhoneLink, Verified } from './practice-facts.tsx'
import { describeSearch, isSearch, PROVIDERS, providerAddress, type Search } from './search.ts'
import { SearchForm } from './search-form.tsx'

export function FindAProvider() {
  const address = useListAddress(PROVIDERS)
  const { filter, setFilter } = address
  const options = useCall(searchOptions, { cached: true })
  return (
    <Page>
      <div className="stack">
        <Card className="no-print">
          <PageHeading>{usePage().title}</PageHeading>
          <p>Search the directory by a specialty, a ZIP code or a name. The other fields narrow your search.</p>
          <Loading of={options} label="Loading the search" lines={6}>
            {(loaded) => (
              <SearchForm key={JSON.stringify(filter)} start={filter} options={loaded} onSearch={setFilter} />
            )}
          </Loading>
        </Card>
        {isSearch(filter) && <Results address={address} />}
      </div>
    </Page>
  )
}

function Results({ address }: { address: ListAddress<typeof PROVIDERS.fields, never> }) {
  // A provider chosen from the list is found by NPI. The name is only for the heading.
  const { npi, name, miles, zip, accepting, telehealth, ...rest } = address.query
  const query = {
    ...rest,
    ...(npi ? { npi } : { name }),
    ...(zip && { zip, miles: Number(miles) }),
    ...(accepting && { accepting: true }),
    ...(telehealth && { telehealth: true }),
  }
  // Rows of another search would appear under this search's heading, so only paging keeps them.
  const found = useCall(findProviders, { query, keepPrevious: address.page > 0 })
  return (
    <Card as="section" aria-labelledby="results">
      <p className="visually-hidden" role="status">
        {found.state === 'ready' && describeCount(found.entity, address.filter)}
      </p>
      <PagedEntries
        list={found}
        address={address}
        rowsLabel="providers"
        className="providers"
        head={(list) => <ResultsHead list={list} address={address} />}
        rowKey={(provider) => provider.npi}
        entry={(provider) => <ProviderEntry provider={provider} />}
        empty={`Try a greater distance or another specialty, or leave a field blank. Member Services can help you look: ${brand.memberServicesPhone}.`}
      />
      {found.state === 'ready' && found.entity.total > 0 && (
        <p className="soft small">
          Please call before your first visit and ask whether the office takes new patients and your plan.
        </p>
      )}
      {found.state === 'ready' && <AsOf what="Provider data" time={found.entity.asOf} />}
    </Card>
  )
}

function describeCount(list: ProviderList, filter: Search): string {
  const count = list.total === 0 ? 'No providers' : capitalize(countOf(list, 'provider', 'providers'))
  return `${count} ${describeSearch(filter, list.sortedBy)}`
}

function ResultsHead({ list, address }: { list: ProviderList; address: ListAddress<typeof PROVIDERS.fields, never> }) {
  const { filter } = address
  return (
    <>
      <div className="results-head">
        <h2 id="results">{describeCount(list, filter)}</h2>
        {list.total > 0 && (
          <Button className="no-print" look="line" onClick={() => window.print()}>
            Print this list
          </Button>
        )}
      </div>
      {list.sortedBy === 'ZIP_AREA' && (
        <Note>
          <p>
            We have no map position for ZIP code {filter.zip}, so we can’t measure distances. We looked for providers
            whose ZIP code starts with {filter.zip.slice(0, 3)}.
          </p>
        </Note>
      )}
    </>
  )
}

/** Name, specialty, nearest address, phone, and what the directory says about the provider there. */
function ProviderEntry({ provider }: { provider: FoundProvider }) {
  const { npi, name, specialties, groups, place, otherPlaces } = provider
  return (
    <>
      <div>
        <h3>
          <a href={providerAddress(npi, useLocation().search)}>{name}</a>
        </h3>
        {specialties.length > 0 && <p>{specialties.join(' · ')}</p>}
        {groups.length > 0 && <p className="soft small">{groups.join(' · ')}</p>}
      </div>
      <div>
        <AddressLines of={place} />
        <Distance of={provider} />
        {otherPlaces > 0 && (
          <p className="soft small">{otherPlaces === 1 ? '1 more location' : `${otherPlaces} more locations`}</p>
        )}
      </div>
      <p className="phone">
        <PhoneLink phone={place.phone} who={name} />
      </p>
      <p className="provider-facts small">
        <Accepting of={provider} />
        {provider.telehealth === 'Y' && <Tag>Telehealth</Tag>}
        {provider.languages.length > 0 && <span>{provider.languages.join(', ')}</span>}
        <Verified of={provider} />
      </p>
    </>
  )
}

/** Locations without a map position are listed by their ZIP code. */
function Distance({ of: { miles } }: { of: FoundProvider }) {
  const { filter } = useListAddress(PROVIDERS)
  if (filter.zip === '') return null
  const text = miles === '' ? `ZIP area ${filter.zip.slice(0, 3)}; distance not known` : `${miles} miles`
  return <p className="soft small">{text}</p>
}
