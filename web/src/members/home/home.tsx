import { MEMBER_PATHS } from '@portico/core/constants'
import { fullName } from '@portico/core/forms/full-name'
import { formatLongCalendarDay } from '@portico/core/forms/moments'
import { memberHome } from '@portico/core/members/calls'
import { relationshipLabel } from '@portico/core/members/id-card'
import type { CoveredPerson, MemberHome as Home } from '@portico/core/members/shapes'
import type { ReactNode } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { MemberServices } from '#shell/brands/member-services.tsx'
import { benefitItems } from '#shell/console/benefits.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Hero, Page } from '#shell/layout/layout.tsx'
import { usePage } from '#shell/router/pages.ts'
import { useMe } from '#shell/session/me.ts'
import { FactorOffer } from '#shell/sign-in/factor-offer.tsx'
import { ApplicationTiles } from '#shell/sign-on-hub/application-tiles.tsx'
import { COVERAGE } from '../id-card/coverage.ts'
import { QuickLinks } from './quick-links.tsx'
import { WhatChanged } from './what-changed.tsx'

/** Coverage, news and recent changes. The entry passes the banners, because areas do not import each other. */
export function MemberHome({ banners }: { banners: ReactNode }) {
  const me = useMe()
  const loaded = useCall(memberHome)
  const firstName = me.state === 'ready' ? me.entity.firstName : ''
  return (
    <>
      <Hero>
        <PageHeading title={usePage().title}>{firstName ? `Hello, ${firstName}` : 'Hello'}</PageHeading>
        <p>Everything about your coverage in one place.</p>
      </Hero>
      <Page over>
        <div className="stack">
          <LoadingCards of={loaded} label="Loading your coverage" lines={5}>
            {(home) => <HomeContent home={home} banners={banners} />}
          </LoadingCards>
          {me.state === 'ready' && <FactorOffer me={me.entity} profile={MEMBER_PATHS.profile} />}
        </div>
      </Page>
    </>
  )
}

function HomeContent({ home, banners }: { home: Home; banners: ReactNode }) {
  const [me, ...others] = home.people
  return (
    <>
      {me && <Coverage me={me} />}
      {banners}
      <QuickLinks />
      <ApplicationTiles />
      <div className="halves">
        <WhatChanged changes={home.changes} />
        <div className="stack">
          <ThisYear home={home} />
          {home.isSubscriber && <FamilyCard others={others} />}
          <TitledCard id="questions" heading="Questions?">
            <MemberServices />
          </TitledCard>
        </div>
      </div>
      <AsOf what="Coverage data" time={home.asOf} />
    </>
  )
}

function Coverage({ me }: { me: CoveredPerson }) {
  return (
    <Card as="section" aria-labelledby="coverage">
      <div className="coverage-head">
        <h2 id="coverage">{me.planName}</h2>
        <LabelTag of={COVERAGE[me.coverage]} />
      </div>
      <SummaryList className="facts" items={coverageFacts(me)} />
      {me.coverage === 'ENDED' && (
        <p className="coverage-note">
          You can still see your claims here. If you think you’re still covered, please call Member Services.
        </p>
      )}
    </Card>
  )
}

function coverageFacts(me: CoveredPerson) {
  const until = { term: me.coverage === 'ENDED' ? 'Ended' : 'Ends', value: formatLongCalendarDay(me.terminationDate) }
  return [
    { term: 'Member', value: fullName(me) },
    { term: 'Member ID', value: <span className="num">{me.memberId}</span> },
    { term: me.coverage === 'COMING' ? 'Begins' : 'Covered since', value: formatLongCalendarDay(me.effectiveDate) },
    ...(me.terminationDate ? [until] : []),
    ...benefitItems(me),
  ]
}

function ThisYear({ home }: { home: Home }) {
  return (
    <TitledCard id="this-year" heading={`Your year ${home.year}`}>
      {home.claimsThisYear === 0 ? (
        <p>No claims yet this year.</p>
      ) : (
        <SummaryList
          className="year-sums"
          items={[
            { term: 'Billed by providers', value: formatAmount(home.billedThisYear) },
            { term: 'Paid by your plan', value: formatAmount(home.paidThisYear) },
            { term: 'You owe', value: formatAmount(home.owesThisYear) || 'Not known yet' },
          ]}
        />
      )}
      <p>
        <a href={MEMBER_PATHS.claims}>
          {home.claimsThisYear === 0
            ? 'See earlier claims'
            : `See ${home.claimsThisYear === 1 ? 'your claim' : `all ${home.claimsThisYear} claims`}`}
        </a>
      </p>
    </TitledCard>
  )
}

function FamilyCard({ others }: { others: CoveredPerson[] }) {
  return (
    <TitledCard id="family" heading="Your family">
      {others.length > 0 && (
        <ul className="people">
          {others.map((person) => (
            <li key={person.person}>
              <span className="initial" aria-hidden="true">
                {person.firstName.charAt(0)}
              </span>
              <span>
                <b>{fullName(person)}</b>
                <span className="soft small">{relationshipLabel(person.relationship)}</span>
              </span>
              <LabelTag of={COVERAGE[person.coverage]} />
            </li>
          ))}
        </ul>
      )}
      <p className="soft small">
        You see dependents under 18 here. Family members 18 and older have their own private accounts.
      </p>
    </TitledCard>
  )
}
