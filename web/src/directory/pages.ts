import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/router/pages.ts'

const { eligibility, claims, roster, scoTrakker, scoInvoice } = PROVIDER_PATHS

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
    nav: { label: 'Eligibility', purpose: 'Check whether a member is covered today or on the day of a visit.' },
  },
  {
    ...page('active', claims, 'Claim status', async () => (await import('./claims.tsx')).Claims),
    permission: 'CLAIM',
    preloaded: true,
    nav: { label: 'Claims', purpose: 'Check the status of your providers’ claims.' },
  },
  {
    ...page('active', roster, 'Provider roster', async () => (await import('./roster.tsx')).Roster),
    permission: 'ROSTER',
    tagManager: true,
    nav: { label: 'Roster', purpose: 'See your providers in the plan’s directory and report changes.' },
  },
  {
    ...page('active', scoTrakker, 'SCO Trakker', async () => (await import('./sco.tsx')).ScoTrakker),
    permission: 'SCOTRK',
    nav: { label: 'SCO Trakker', purpose: 'Senior Care Options cases and their next reviews.' },
  },
  {
    ...page('active', scoInvoice, 'SCO invoices', async () => (await import('./sco.tsx')).ScoInvoices),
    permission: 'SCOINV',
    nav: { label: 'SCO invoices', purpose: 'Senior Care Options invoices, amounts and due dates.' },
  },
]
