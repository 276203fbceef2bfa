import { PROVIDER_PATHS } from '@portico/core/constants'
import { roleWithShortName } from '@portico/core/forms/messages'
import type { Me } from '@portico/core/signon/shapes'
import type { ReactNode } from 'react'
import { Card, TitledCard } from '../kit/card.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { brand } from '../shell/brand.ts'
import { FactorOffer } from '../shell/factor-offer.tsx'
import { Hero, Page, ProviderServices } from '../shell/layout.tsx'
import { useMe } from '../shell/me.ts'
import { linksFor, useAreaPages, usePage } from '../shell/pages.ts'
import { useSession } from '../shell/session.tsx'
import { AccessList } from './access-list.tsx'
import { Waiting } from './waiting.tsx'

/** Who I am, what I hold, what waits for me. `banners` are the plan's news, another area's to show. */
export function ProviderHome({ banners }: { banners?: ReactNode }) {
  const loaded = useMe()
  // OpenOnly shows this page when it is known who is signed in.
  return loaded.state === 'ready' ? <HomeOf me={loaded.entity} banners={banners} /> : null
}

function HomeOf({ me, banners }: { me: Me; banners: ReactNode }) {
  const session = useSession()
  const firstTime = session.state === 'signed-in' && session.tracking?.firstTimeUser === true
  const { title } = usePage()
  const pages = linksFor(useAreaPages().pages, me).filter((link) => link.purpose)
  return (
    <>
      <Hero>
        <PageHeading title={title}>{firstTime ? `Welcome, ${me.firstName}` : `Hello, ${me.firstName}`}</PageHeading>
        <p>{brand.name} provider portal</p>
      </Hero>
      <Page aside over>
        <div className="stack">
          {banners}
          <FactorOffer me={me} profile={PROVIDER_PATHS.profile} />
          {firstTime && <FirstSteps me={me} />}
          <Waiting me={me} />
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
        {role && <li>Your role is {roleWithShortName(role)}. What it opens is listed below, provider by provider.</li>}
        <li>
          Your phone, email and password can be changed in <a href={PROVIDER_PATHS.profile}>your profile</a>.
        </li>
        <li>
          After 27 minutes without activity we ask whether you are still there, and sign you out three minutes later.
        </li>
      </ul>
    </TitledCard>
  )
}
