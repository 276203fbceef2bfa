import { INTERNAL_PATHS } from '@portico/core/constants'
import { Card } from '#kit/card.tsx'
import { personAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { ActiveAgainList } from '../active-again/active-again-list.tsx'

const BACK = { href: INTERNAL_PATHS.people, label: 'Back to people' }

/** Access of all offices that waits to be restored. */
export function ActiveAgain() {
  return (
    <ConsolePage
      heading="NPIs that are active again"
      intro="Access was suspended when the national provider file listed these NPIs as deactivated. They are active again: restore the access that is still needed."
      back={BACK}
    >
      <Card>
        <ActiveAgainList personHref={personAddress} otherwise="Only an administrator can restore it" />
      </Card>
    </ConsolePage>
  )
}
