import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

/** What a permission opens. */
export const portalFunctions: readonly PortalPage[] = [
  {
    path: PROVIDER_PATHS.eligibility,
    title: 'Member eligibility',
    who: 'active',
    permission: 'ELIG',
    load: async () => (await import('./eligibility.tsx')).EligibilityPage,
    nav: { label: 'Eligibility', purpose: 'Is a member covered today, or on the day of a visit?' },
  },
  {
    path: PROVIDER_PATHS.claims,
    title: 'Claim status',
    who: 'active',
    permission: 'CLAIM',
    load: async () => (await import('./claims.tsx')).Claims,
    nav: { label: 'Claims', purpose: 'Where the claims of your providers stand.' },
  },
  {
    path: PROVIDER_PATHS.roster,
    title: 'Provider roster',
    who: 'active',
    permission: 'ROSTER',
    load: async () => (await import('./roster.tsx')).Roster,
    nav: { label: 'Roster', purpose: 'Your providers as the plan has them; report a change.' },
  },
  {
    path: PROVIDER_PATHS.scoTrakker,
    title: 'SCO Trakker',
    who: 'active',
    permission: 'SCOTRK',
    load: async () => (await import('./sco-trakker.tsx')).ScoTrakker,
    nav: { label: 'SCO Trakker', purpose: 'Senior Care Options cases and their next reviews.' },
  },
  {
    path: PROVIDER_PATHS.scoInvoice,
    title: 'SCO invoices',
    who: 'active',
    permission: 'SCOINV',
    load: async () => (await import('./sco-invoice.tsx')).ScoInvoices,
    nav: { label: 'SCO invoices', purpose: 'Senior Care Options invoices, amounts and due dates.' },
  },
]
