import type { Me } from '@portico/core/signon/shapes'
import { Profile } from './profile.tsx'

export function MemberProfile() {
  return <Profile intro={aboutMember} withNames={false} />
}

const aboutMember = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>. Your name, birth date and coverage come from the plan’s records. If
    something is wrong, please call Member Services.
  </p>
)
