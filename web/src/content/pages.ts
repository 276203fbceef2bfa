import { PROVIDER_PATHS } from '@portico/core/constants'
import type { PortalPage } from '../shell/pages.ts'

/** What everybody reads. Links to them stand in the layout of every page. */
export const helpPages: readonly PortalPage[] = [
  {
    path: PROVIDER_PATHS.contact,
    title: 'Contact us',
    who: 'everybody',
    load: async () => (await import('./contact.tsx')).Contact,
  },
  {
    path: PROVIDER_PATHS.faq,
    title: 'Frequently asked questions',
    who: 'everybody',
    load: async () => (await import('./faq.tsx')).Faq,
  },
  {
    path: PROVIDER_PATHS.termsOfUse,
    title: 'Terms of use',
    who: 'everybody',
    load: async () => (await import('./legal.tsx')).TermsOfUse,
  },
  {
    path: PROVIDER_PATHS.privacy,
    title: 'Privacy',
    who: 'everybody',
    load: async () => (await import('./legal.tsx')).Privacy,
  },
  {
    path: PROVIDER_PATHS.accessibility,
    title: 'Accessibility',
    who: 'everybody',
    load: async () => (await import('./legal.tsx')).Accessibility,
  },
  {
    path: PROVIDER_PATHS.languageAssistance,
    title: 'Language assistance',
    who: 'everybody',
    load: async () => (await import('./legal.tsx')).LanguageAssistance,
  },
]
