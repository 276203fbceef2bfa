import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

const { eligibility, eligibilityList, claims, roster, scoTrakker, scoInvoice } = PROVIDER_PATHS

/** The eligibility box, also for home. */
export const loadEligibilityBox = async () => (await import('./eligibility-box.tsx')).EligibilityBox

/** Pages that need a permission. */
export const portalFunctions: readonly PortalPage[] = [
  {
    ...page(
      'active',
      eligibility,
      'Member eligibility',
      async () => (await import('./eligibility.tsx')).EligibilityPage,
    ),
    permission: 'ELIG',
    nav: { label: 'Eligibility' },
  },
  {
    ...page(
      'active',
      eligibilityList,
      'Eligibility for a list of members',
      async () => (await import('./eligibility-list/eligibility-list.tsx')).EligibilityListPage,
    ),
    permission: 'ELIG',
    nav: [],
  },
  {
    ...page('active', claims, 'Claim status', async () => (await import('./claims.tsx')).Claims),
    permission: 'CLAIM',
    preloaded: true,
    nav: { label: 'Claims' },
  },
  {
    ...page('active', roster, 'Provider roster', async () => (await import('./roster.tsx')).Roster),
    permission: 'ROSTER',
    tagManager: true,
    nav: { label: 'Roster' },
  },
  {
    ...page('active', scoTrakker, 'SCO Trakker', async () => (await import('./sco.tsx')).ScoTrakker),
    permission: 'SCOTRK',
  },
  {
    ...page('active', scoInvoice, 'SCO invoices', async () => (await import('./sco.tsx')).ScoInvoices),
    permission: 'SCOINV',
  },
]
