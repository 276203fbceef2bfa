import type { Me } from '@portico/core/signon/shapes'
import { Profile } from './profile.tsx'

export function StaffProfile() {
  return <Profile intro={aboutStaff} />
}

const aboutStaff = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>, plan staff.
  </p>
)
