import { INTERNAL_PATHS } from '@portico/core/constants'
import type { Load, PortalPage } from '../shell/pages.ts'

/** `contracts` are the numbers of another area. */
export const homePage = (contracts: Load): PortalPage => ({
  path: INTERNAL_PATHS.home,
  title: 'Home',
  who: 'signed-in',
  load: async () => {
    const [{ InternalHome }, Contracts] = await Promise.all([import('./home.tsx'), contracts()])
    return () => <InternalHome contracts={<Contracts />} />
  },
  nav: { label: 'Home' },
})

/** `reports` is what offices say about their providers, another area's to show. */
export const providersPage = (reports: Load): PortalPage => ({
  path: INTERNAL_PATHS.providers,
  title: 'Providers',
  who: 'signed-in',
  load: async () => {
    const [{ Providers }, { InviteSaa }, Reports] = await Promise.all([
      import('./providers.tsx'),
      import('./invite-saa.tsx'),
      reports(),
    ])
    return () => <Providers reports={<Reports />} Invite={InviteSaa} />
  },
  nav: { label: 'Providers' },
})

export const auditPage: PortalPage = {
  path: INTERNAL_PATHS.audit,
  title: 'Audit',
  who: 'signed-in',
  load: async () => (await import('./audit.tsx')).Audit,
  nav: { label: 'Audit' },
}

export const mailPage: PortalPage = {
  path: INTERNAL_PATHS.mail,
  title: 'Mail',
  who: 'signed-in',
  load: async () => (await import('./mail.tsx')).Mail,
  nav: { label: 'Mail' },
}
