import { MEMBER_PATHS } from '@portico/core/constants'
import { formatPhone } from '@portico/core/forms/formats'
import { openListedProvider } from '@portico/core/members/calls'
import type { ProviderPage as Provider } from '@portico/core/members/shapes'
import { useId } from 'react'
import { Button } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { Accepting, AddressLines, PhoneLink, Verified } from './practice-facts.tsx'

/** A provider with all locations. `search` is the list's search to return to. */
export function ProviderPage({ npi, search }: { npi: string; search: string }) {
  const loaded = useCall(openListedProvider, { query: { npi } })
  return (
    <Page>
      <div className="stack">
        <p className="no-print">
          <a href={`${MEMBER_PATHS.findAProvider}${search}`}>Back to the search</a>
        </p>
        <LoadingCards of={loaded} label="Loading the provider" lines={8}>
          {(provider) => <ProviderDetails provider={provider} />}
        </LoadingCards>
      </div>
    </Page>
  )
}

function ProviderDetails({ provider }: { provider: Provider }) {
  const { name, npi, places } = provider
  const specialties = new Set(places.flatMap(({ practices }) => practices.flatMap((practice) => practice.specialties)))
  return (
    <>
      <Card>
        <div className="results-head">
          <PageHeading>{name}</PageHeading>
          <Button className="no-print" look="line" onClick={() => window.print()}>
            Print this page
          </Button>
        </div>
        {specialties.size > 0 && <p>{[...specialties].join(' · ')}</p>}
        <p className="soft small">NPI {npi}</p>
      </Card>
      {places.map((place) => (
        <PlaceCard key={JSON.stringify(place)} place={place} />
      ))}
      <p className="soft small">
        Please call before your first visit and ask whether the office takes new patients and your plan. Is something
        wrong here? Tell Member Services:{' '}
        <a className="nowrap" href={memberServicesTel}>
          {brand.memberServicesPhone}
        </a>
        .
      </p>
    </>
  )
}

type Place = Provider['places'][number]

function PlaceCard({ place }: { place: Place }) {
  const contact = [
    { term: 'Address', value: <AddressLines of={place} /> },
    { term: 'Phone', value: <PhoneLink phone={place.phone} who={place.name} /> },
    ...ifKnown('Fax', formatPhone(place.fax)),
    ...ifKnown('Office hours', place.hours),
    ...ifKnown('Accessibility', place.accessibility),
  ]
  return (
    <TitledCard id={useId()} heading={place.name || place.city || 'Location'} className="provider-place">
      <SummaryList items={contact} />
      {place.practices.map((practice) => (
        <PracticeFacts key={JSON.stringify(practice)} practice={practice} />
      ))}
    </TitledCard>
  )
}

const ifKnown = (term: string, value: string) => (value ? [{ term, value }] : [])

function PracticeFacts({ practice }: { practice: Place['practices'][number] }) {
  const { groups, specialties, languages, plans, telehealth } = practice
  const items = [
    ...ifKnown('Practice', groups.join(' · ')),
    ...ifKnown('Specialty', specialties.join(' · ')),
    {
      term: 'New patients',
      value: practice.accepting ? <Accepting of={practice} /> : 'Not known. Please call and ask.',
    },
    ...ifKnown('Telehealth', { Y: 'Yes', N: 'No', '': '' }[telehealth]),
    ...ifKnown('Languages', languages.join(', ')),
    ...ifKnown('Plans', plans.join(' · ')),
    { term: 'Verification', value: <Verified of={practice} /> },
  ]
  return <SummaryList items={items} className="summary practice-facts" />
}
