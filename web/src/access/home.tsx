import { officeHome } from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { roleWithShortName } from '@portico/core/forms/messages'
import type { Me } from '@portico/core/signon/shapes'
import type { ReactNode } from 'react'
import { Card, TitledCard } from '../kit/card.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { LoadingCards } from '../shell/gateway/loading.tsx'
import { useCall } from '../shell/gateway/use-call.ts'
import { brand } from '../shell/layout/brand.ts'
import { Hero, Page, ProviderServices } from '../shell/layout/layout.tsx'
import { listLinks, useAreaPages, usePage } from '../shell/router/pages.ts'
import { useMe } from '../shell/session/me.ts'
import { useSession } from '../shell/session/session.tsx'
import { FactorOffer } from '../shell/sign-in/factor-offer.tsx'
import { AccessList } from './access-list.tsx'
import { ClaimNumbers } from './claim-numbers.tsx'
import { SinceLastVisit } from './since-last-visit.tsx'
import { ToDo } from './to-do.tsx'

type HomeProps = { banners: ReactNode; eligibility: ReactNode }

/** Home of provider users. `banners` and `eligibility` come from other areas. */
export function ProviderHome(parts: HomeProps) {
  const loaded = useMe()
  // ActiveOnly renders this page only after `me` is loaded.
  return loaded.state === 'ready' ? <HomeOf me={loaded.entity} {...parts} /> : null
}

function HomeOf({ me, banners, eligibility }: HomeProps & { me: Me }) {
  const session = useSession()
  const firstTime = session.state === 'signed-in' && session.tracking?.firstTimeUser === true
  const { title } = usePage()
  const pages = listLinks(useAreaPages().pages, me).filter((link) => link.purpose)
  const home = useCall(officeHome)
  return (
    <>
      <Hero>
        <PageHeading title={title}>{firstTime ? `Welcome, ${me.firstName}` : `Hello, ${me.firstName}`}</PageHeading>
        <p>{brand.name} provider portal</p>
      </Hero>
      <Page aside over>
        <div className="stack">
          {me.permissions.includes('ELIG') && eligibility}
          {banners}
          <ToDo me={me} home={home.state === 'ready' ? home.entity : undefined} />
          {firstTime && <FirstSteps me={me} />}
          <FactorOffer me={me} profile={PROVIDER_PATHS.profile} />
          <LoadingCards of={home} label="Loading what changed" lines={4}>
            {(found) => (
              <>
                <SinceLastVisit home={found} />
                <ClaimNumbers claims={found.claims} />
              </>
            )}
          </LoadingCards>
          <AccessList grants={me.grants} />
        </div>
        <div className="stack">
          {pages.length > 0 && (
            <Card as="section" aria-labelledby="quick-links">
              <h2 className="aside-heading" id="quick-links">
                Where to go
              </h2>
              <ul className="links described">
                {pages.map((page) => (
                  <li key={page.label}>
                    <a href={page.href}>{page.label}</a>
                    <span className="soft small">{page.purpose}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <WhoAmI me={me} />
        </div>
      </Page>
    </>
  )
}

function WhoAmI({ me }: { me: Me }) {
  return (
    <TitledCard as="aside" id="who-am-i" heading="You are signed in as">
      <SummaryList
        items={[
          { term: 'Name', value: `${me.firstName} ${me.lastName}` },
          { term: 'User name', value: me.userName },
          { term: 'Email', value: me.email },
        ]}
      />
      <p className="after-facts">
        <a href={PROVIDER_PATHS.profile}>Change your profile</a>
      </p>
      <h2 className="aside-heading">Questions?</h2>
      <ProviderServices />
    </TitledCard>
  )
}

/** Shown at the first sign-in only. */
function FirstSteps({ me }: { me: Me }) {
  const role = me.roles[0]
  return (
    <TitledCard id="first-steps" heading="Good to know on your first visit">
      <ul className="ticks">
        {role && <li>Your role is {roleWithShortName(role)}. Your access for each provider is listed below.</li>}
        <li>
          You can change your phone, email and password in <a href={PROVIDER_PATHS.profile}>your profile</a>.
        </li>
        <li>
          After 27 minutes without activity we’ll ask if you’re still there, and sign you out three minutes later.
        </li>
      </ul>
    </TitledCard>
  )
}
