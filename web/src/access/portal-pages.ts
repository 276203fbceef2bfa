import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
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
    label: 'Eligibility',
    href: PROVIDER_PATHS.eligibility,
    purpose: 'Is a member covered today, or on the day of a visit?',
    mayOpen: (me) => me.permissions.includes('ELIG'),
  },
  {
    label: 'Claims',
    href: PROVIDER_PATHS.claims,
    purpose: 'Where the claims of your providers stand.',
    mayOpen: (me) => me.permissions.includes('CLAIM'),
  },
  {
    label: 'Roster',
    href: PROVIDER_PATHS.roster,
    purpose: 'Your providers as the plan has them; report a change.',
    mayOpen: (me) => me.permissions.includes('ROSTER'),
  },
  {
    label: 'SCO Trakker',
    href: PROVIDER_PATHS.scoTrakker,
    purpose: 'Senior Care Options cases and their next reviews.',
    mayOpen: (me) => me.permissions.includes('SCOTRK'),
  },
  {
    label: 'SCO invoices',
    href: PROVIDER_PATHS.scoInvoice,
    purpose: 'Senior Care Options invoices, amounts and due dates.',
    mayOpen: (me) => me.permissions.includes('SCOINV'),
  },
  {
    label: 'User administration',
    href: PROVIDER_PATHS.access,
    purpose: 'Decide requests, invite people, change and end access.',
    mayOpen: (me) => me.administers,
  },
  {
    label: 'Who controls my access',
    href: PROVIDER_PATHS.access,
    purpose: 'See who can change what you may use.',
    mayOpen: (me) => !me.administers,
  },
  {
    label: 'Request additional access',
    href: PROVIDER_PATHS.additionalAccess,
    purpose: 'Ask for another provider, group or role.',
    mayOpen: () => true,
  },
]

/**
 * While every request still waits there is the status page and the profile, and nothing else (behaviour 11.4).
 * Somebody suspended also sees whom to turn to.
 */
export function pagesFor(me: Me): readonly PortalPage[] {
  const open = PAGES.filter((page) => page.mayOpen(me))
  if (me.active) return open
  return isSuspended(me) ? open.filter((page) => page.href === PROVIDER_PATHS.access) : []
}

/** No access is in force, but some was. */
export const isSuspended = (me: Me): boolean => !me.active && me.grants.some((grant) => grant.state === 'SUSPENDED')
