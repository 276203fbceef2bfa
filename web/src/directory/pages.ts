import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/pages.ts'

/** What a permission opens. */
export const portalFunctions: readonly PortalPage[] = [
  {
    who: 'active',
    path: PROVIDER_PATHS.eligibility,
    title: 'Member eligibility',
    load: async () => (await import('./eligibility.tsx')).EligibilityPage,
    permission: 'ELIG',
    nav: { label: 'Eligibility', purpose: 'Is a member covered today, or on the day of a visit?' },
  },
  {
    ...page('active', PROVIDER_PATHS.claims, 'Claim status', async () => (await import('./claims.tsx')).Claims),
    permission: 'CLAIM',
    nav: { label: 'Claims', purpose: 'Where the claims of your providers stand.' },
  },
  {
    ...page('active', PROVIDER_PATHS.roster, 'Provider roster', async () => (await import('./roster.tsx')).Roster),
    permission: 'ROSTER',
    nav: { label: 'Roster', purpose: 'Your providers as the plan has them; report a change.' },
  },
  {
    who: 'active',
    path: PROVIDER_PATHS.scoTrakker,
    title: 'SCO Trakker',
    load: async () => (await import('./sco-trakker.tsx')).ScoTrakker,
    permission: 'SCOTRK',
    nav: { label: 'SCO Trakker', purpose: 'Senior Care Options cases and their next reviews.' },
  },
  {
    who: 'active',
    path: PROVIDER_PATHS.scoInvoice,
    title: 'SCO invoices',
    load: async () => (await import('./sco-invoice.tsx')).ScoInvoices,
    permission: 'SCOINV',
    nav: { label: 'SCO invoices', purpose: 'Senior Care Options invoices, amounts and due dates.' },
  },
]
