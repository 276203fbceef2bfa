import type { Me } from '@portico/core/signon/shapes'
import type { ReactNode } from 'react'
import { PageHeading } from '#kit/page-heading.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { Page } from '#shell/layout/layout.tsx'
import { usePage } from '#shell/router/pages.ts'
import { useMe } from '#shell/session/me.ts'
import { ConnectedApplications } from './connected-applications.tsx'
import { ContactDetails } from './contact-details.tsx'
import { FactorsSection } from './factors-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { useParts } from './profile-section.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

type ProfileProps = {
  /** Intro of the area, below the heading. */
  intro: (me: Me) => ReactNode
  /** Members cannot change their name. */
  withNames?: boolean
  /** More settings of the area. */
  children?: ReactNode
}

/** The user's own account. Also open while all requests are pending. */
export function Profile({ intro, withNames = true, children }: ProfileProps) {
  const loaded = useMe()
  const getPart = useParts()
  return (
    <Page narrow>
      <div className="stack">
        <div className="flow">
          <PageHeading>{usePage().title}</PageHeading>
          {loaded.state === 'ready' && intro(loaded.entity)}
        </div>
        <LoadingCards of={loaded} label="Loading your profile">
          {(me) => (
            <>
              <ContactDetails part={getPart('contact')} me={me} withNames={withNames} onChanged={loaded.reload} />
              <PasswordSection part={getPart('password')} me={me} onChanged={loaded.reload} />
              <FactorsSection part={getPart('factors')} onChanged={loaded.reload} />
              <QuestionsSection part={getPart('questions')} />
              {children}
              <NotificationsSection />
              <SessionsSection />
              <ConnectedApplications />
            </>
          )}
        </LoadingCards>
      </div>
    </Page>
  )
}
