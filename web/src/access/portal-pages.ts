import type { Me } from '@portico/core/access/api'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { NavItem } from '../shell/layout.tsx'

/** A page of the provider area that some people may open and others not. */
export type PortalPage = NavItem & {
  /** One line on the home page. */
  purpose: string
  mayOpen: (me: Me) => boolean
}

/** The pages that exist, in the order of the navigation. A new page of the area is one entry more. */
const PAGES: readonly PortalPage[] = [
  {
    label: 'User administration',
    href: PROVIDER_PATHS.access,
    purpose: 'Decide requests, invite people, change and end access.',
    mayOpen: (me) => administers(me),
  },
  {
    label: 'Who controls my access',
    href: PROVIDER_PATHS.access,
    purpose: 'See who can change what you may use.',
    mayOpen: (me) => !administers(me),
  },
  {
    label: 'Request additional access',
    href: PROVIDER_PATHS.additionalAccess,
    purpose: 'Ask for another provider, group or role.',
    mayOpen: () => true,
  },
]

/** While every request still waits there is the status page and the profile, and nothing else (readings section 8). */
export function pagesFor(me: Me): readonly PortalPage[] {
  return me.active ? PAGES.filter((page) => page.mayOpen(me)) : []
}

/** Senior Access Administrators and Access Administrators decide requests and look after their people. */
export function administers(me: Me): boolean {
  return me.roles.includes('SAA') || me.roles.includes('AA')
}
