import type { Me } from '@portico/core/signon/shapes'
import { Profile } from './profile.tsx'

/** The profile of a member's account. */
export function MemberProfile() {
  return <Profile intro={aboutMember} withNames={false} />
}

const aboutMember = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>. Your name, birth date and coverage are the plan’s records; please call
    Member Services if something is wrong there.
  </p>
)
