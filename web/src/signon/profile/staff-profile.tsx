import type { Me } from '@portico/core/signon/shapes'
import { TitledCard } from '#kit/card.tsx'
import { ShortcutSetting } from '#shell/lists/shortcuts.tsx'
import { Profile } from './profile.tsx'

export function StaffProfile() {
  return (
    <Profile intro={aboutStaff}>
      <TitledCard id="keyboard" heading="Keyboard">
        <ShortcutSetting />
      </TitledCard>
    </Profile>
  )
}

const aboutStaff = (me: Me) => (
  <p>
    You are signed in as <b>{me.userName}</b>, plan staff.
  </p>
)
