import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage, type Load, type PortalPage, page } from '#shell/router/pages.ts'
import type { InviteSaa, OfProvider } from './provider.tsx'

/** `contracts` and `approvals` are home page parts from other areas. */
export const homePage = (contracts: Load, approvals: Load): PortalPage =>
  page('signed-in', INTERNAL_PATHS.home, 'Home', async () => {
    const [{ InternalHome }, Contracts, Approvals] = await Promise.all([import('./home.tsx'), contracts(), approvals()])
    return () => <InternalHome contracts={<Contracts />} approvals={<Approvals />} />
  })

/** `suppression` and `invite` (SAA invitation) are parts of a provider's page from other areas. */
export const providersPage = (suppression: () => Promise<OfProvider>, invite: () => Promise<InviteSaa>): PortalPage =>
  consolePage('providers', INTERNAL_PATHS.providers, 'Providers', async () => {
    const parts = [import('./providers.tsx'), suppression(), invite()] as const
    const [{ Providers }, Suppression, Invite] = await Promise.all(parts)
    return () => <Providers Suppression={Suppression} Invite={Invite} />
  })

/** Part of the console's staff page. */
export const policyCard: Load = async () => (await import('./policy.tsx')).PolicyCard

export const auditPage = consolePage(
  'audit',
  INTERNAL_PATHS.audit,
  'Audit',
  async () => (await import('./audit.tsx')).Audit,
)
export const mailPage = consolePage('mail', INTERNAL_PATHS.mail, 'Mail', async () => (await import('./mail.tsx')).Mail)
export const importsPage = consolePage(
  'imports',
  INTERNAL_PATHS.imports,
  'Imports',
  async () => (await import('./imports.tsx')).Imports,
)
