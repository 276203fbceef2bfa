import type { Me } from '@portico/core/access/api'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { Card } from '../../kit/card.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { Page } from '../../shell/layout.tsx'
import { Loading } from '../../shell/loading.tsx'
import { useMe } from '../../shell/me.ts'
import { ContactDetails } from './contact-details.tsx'
import { PasswordSection } from './password-section.tsx'
import { useParts } from './profile-section.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** What a person can see and change about their own account; open also while every request still waits. */
export function Profile() {
  const loaded = useMe()
  const partOf = useParts()
  return (
    <Page narrow>
      <div className="stack">
        <div className="flow">
          <PageHeading>Your profile</PageHeading>
          {loaded.state === 'ready' && <WhereTo me={loaded.entity} />}
        </div>
        {loaded.state === 'ready' ? (
          <>
            <ContactDetails part={partOf('contact')} me={loaded.entity} onChanged={loaded.reload} />
            <PasswordSection part={partOf('password')} me={loaded.entity} onChanged={loaded.reload} />
            <QuestionsSection part={partOf('questions')} />
            <SessionsSection />
          </>
        ) : (
          <Card>
            <Loading of={loaded} label="Loading your profile">
              {() => null}
            </Loading>
          </Card>
        )}
      </div>
    </Page>
  )
}

function WhereTo({ me }: { me: Me }) {
  return (
    <p>
      You are signed in as <b>{me.userName}</b>.{' '}
      {me.active ? 'What you may do is on' : 'Where your requests stand is on'}{' '}
      <a href={me.active ? PROVIDER_PATHS.home : PROVIDER_PATHS.status}>
        {me.active ? 'your home page' : 'your requests page'}
      </a>
      .
    </p>
  )
}
