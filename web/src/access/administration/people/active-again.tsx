import { ACCESS_PAGES } from '@portico/core/access/pages'
import { PageHeading } from '#kit/page-heading.tsx'
import { ActiveAgainList } from '../../active-again/active-again-list.tsx'
import { AdministrationSubpage } from './administration-subpage.tsx'

/** The office's part of the access that waits to be restored. */
export function ActiveAgain() {
  return (
    <AdministrationSubpage>
      <PageHeading>NPIs that are active again</PageHeading>
      <p>
        The national provider file listed these NPIs as deactivated, so access to them was suspended. They are active
        again. Choose whose access you want to restore.
      </p>
      <ActiveAgainList personHref={ACCESS_PAGES.person} otherwise="Provider Services can restore it: please call us" />
    </AdministrationSubpage>
  )
}
