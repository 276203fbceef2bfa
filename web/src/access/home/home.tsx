import { officeHome } from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { roleWithShortName } from '@portico/core/forms/messages'
import type { Me } from '@portico/core/signon/shapes'
import type { ReactNode } from 'react'
import { TitledCard } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Hero, Page, ProviderServices } from '#shell/layout/layout.tsx'
import { usePage } from '#shell/router/pages.ts'
import { useMe } from '#shell/session/me.ts'
import { useSession } from '#shell/session/session.tsx'
import { FactorOffer } from '#shell/sign-in/factor-offer.tsx'
import { ApplicationTiles } from '#shell/sign-on-hub/application-tiles.tsx'
import { AccessList } from './access-list.tsx'
import { ClaimNumbers } from './claim-numbers.tsx'
import { SinceLastVisit } from './since-last-visit.tsx'
import { ToDo } from './to-do.tsx'

type HomeProps = { banners: ReactNode; eligibility: ReactNode; directoryDue: ReactNode }

/** Home of provider users: tasks, eligibility and changes first (behaviour 14.1). The props come from other areas. */
export function ProviderHome(parts: HomeProps) {
  const loaded = useMe()
  // ActiveOnly renders this page only after `me` is loaded.
  return loaded.state === 'ready' ? <HomeOf me={loaded.entity} {...parts} /> : null
}

function HomeOf({ me, banners, eligibility, directoryDue }: HomeProps & { me: Me }) {
  const session = useSession()
  const firstTime = session.state === 'signed-in' && session.tracking?.firstTimeUser === true
  const { title } = usePage()
  const home = useCall(officeHome)
  return (
    <>
      <Hero>
        <PageHeading title={title}>{firstTime ? `Welcome, ${me.firstName}` : `Hello, ${me.firstName}`}</PageHeading>
      </Hero>
      <Page aside over>
        <div className="stack">
          <ToDo me={me} home={home} />
          {me.permissions.includes('ELIG') && eligibility}
          {directoryDue}
          <ApplicationTiles />
        </div>
        <LoadingCards of={home} label="Loading what changed" lines={4}>
          {(found) => (found.lastVisit === '' ? <FirstSteps me={me} /> : <SinceLastVisit home={found} />)}
        </LoadingCards>
        <div className="stack">
          {banners}
          <FactorOffer me={me} profile={PROVIDER_PATHS.profile} />
          {home.state === 'ready' && <ClaimNumbers claims={home.entity.claims} />}
        </div>
        <div className="stack">
          <AccessList grants={me.grants} />
          <TitledCard as="aside" id="questions" heading="Questions?">
            <ProviderServices />
          </TitledCard>
        </div>
      </Page>
    </>
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
