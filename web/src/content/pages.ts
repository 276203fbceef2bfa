import { PROVIDER_PATHS } from '@portico/core/constants'
import { lazy } from 'react'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** The page for unknown addresses. */
export const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

const { contact, faq, termsOfUse, privacy, accessibility, languageAssistance } = PROVIDER_PATHS

const legal = () => import('./legal.tsx')

/** Public pages. The layout of every page links to them. */
export const helpPages: readonly PortalPage[] = [
  page('public', contact, 'Contact us', async () => (await import('./contact.tsx')).Contact),
  page('public', faq, 'Frequently asked questions', async () => (await import('./faq.tsx')).Faq),
  page('public', termsOfUse, 'Terms of use', async () => (await legal()).TermsOfUse),
  page('public', privacy, 'Privacy', async () => (await legal()).Privacy),
  page('public', accessibility, 'Accessibility', async () => (await legal()).Accessibility),
  page('public', languageAssistance, 'Language assistance', async () => (await legal()).LanguageAssistance),
].map((each) => ({ ...each, tagManager: true }))
