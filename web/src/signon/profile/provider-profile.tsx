import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
import { Profile } from './profile.tsx'
import { ViewsSection } from './views-section.tsx'

export function ProviderProfile() {
  return (
    <Profile intro={(me) => <ProfileIntro me={me} />}>
      <ViewsSection />
    </Profile>
  )
}

function ProfileIntro({ me }: { me: Me }) {
  return (
    <p>
      You are signed in as <b>{me.userName}</b>.{' '}
      {me.active ? 'See what you can do on' : 'See the status of your requests on'}{' '}
      <a href={me.active ? PROVIDER_PATHS.home : PROVIDER_PATHS.status}>
        {me.active ? 'your home page' : 'your requests page'}
      </a>
      .
    </p>
  )
}
