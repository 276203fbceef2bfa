import { findProviders } from '@portico/core/members/calls'
import { useSearchParams } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { Pager } from '../../kit/pager.tsx'
import { brand } from '../../shell/brand.ts'
import { Page } from '../../shell/layout.tsx'
import { Loading } from '../../shell/loading.tsx'
import { useCall } from '../../shell/use-call.ts'
import { ProviderEntry } from './provider-entry.tsx'
import { describeSearch, readSearch, type Search, writeSearch } from './search.ts'
import { SearchForm } from './search-form.tsx'

/** Providers of the plan's network. What is searched for stands in the address, so Back works and a list can be kept. */
export function FindAProvider() {
  const [address, setAddress] = useSearchParams()
  const search = readSearch(address)
  return (
    <Page>
      <div className="stack">
        <Card className="no-print">
          <PageHeading>Find a provider</PageHeading>
          <p>Everybody you find here is in the network of your plan. Choose one or more.</p>
          <SearchForm
            key={address.toString()}
            start={search ?? {}}
            onSearch={(wanted) => setAddress(writeSearch(wanted))}
          />
        </Card>
        {search && <Results search={search} onPage={(page) => setAddress(writeSearch({ ...search, page }))} />}
      </div>
    </Page>
  )
}

function Results({ search, onPage }: { search: Search; onPage: (page: number) => void }) {
  const { page = 0 } = search
  const found = useCall(findProviders, { query: queryOf(search), keepPrevious: true })
  return (
    <Card as="section" aria-labelledby="results">
      <Loading of={found} label="Looking for providers" lines={6}>
        {({ rows, total, pageSize }) => (
          <>
            <div className="results-head">
              <h2 id="results">
                <span role="status">
                  {countText(total)} {describeSearch(search)}
                </span>
              </h2>
              {total > 0 && (
                <Button className="no-print" look="line" onClick={() => window.print()}>
                  Print this list
                </Button>
              )}
            </div>
            {total === 0 && (
              <p>
                Try a neighbouring city or another specialty, or leave one of them out. Member Services is glad to look
                with you: {brand.memberServicesPhone}.
              </p>
            )}
            <ul className="providers" tabIndex={-1}>
              {rows.map((provider) => (
                <ProviderEntry key={provider.npi} provider={provider} />
              ))}
            </ul>
            <Pager page={page} pageSize={pageSize} total={total} label="Pages of providers" onPage={onPage} />
            {total > 0 && (
              <p className="soft small">
                Please call before your first visit and ask whether the office takes new patients and your plan,{' '}
                {brand.name}.
              </p>
            )}
          </>
        )}
      </Loading>
    </Card>
  )
}

const countText = (total: number) =>
  total === 0 ? 'No providers' : `${total.toLocaleString('en-US')} ${total === 1 ? 'provider' : 'providers'}`

/** A person chosen from the list is found by number; whose name that is, is for the heading only. */
function queryOf({ npi, name, specialty, city, state, page }: Search) {
  return { specialty, city, state, page: page || undefined, ...(npi ? { npi } : { name }) }
}
