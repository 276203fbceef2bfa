import { PROVIDER_PATHS } from '@portico/core/constants'
import { lazy } from 'react'
import { page } from '../shell/router/pages.ts'

/** What an address shows that leads nowhere. */
export const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

const { contact, faq, termsOfUse, privacy, accessibility, languageAssistance } = PROVIDER_PATHS

const legal = () => import('./legal.tsx')

/** What everybody reads. Links to them stand in the layout of every page. */
export const helpPages = [
  page('public', contact, 'Contact us', async () => (await import('./contact.tsx')).Contact),
  page('public', faq, 'Frequently asked questions', async () => (await import('./faq.tsx')).Faq),
  page('public', termsOfUse, 'Terms of use', async () => (await legal()).TermsOfUse),
  page('public', privacy, 'Privacy', async () => (await legal()).Privacy),
  page('public', accessibility, 'Accessibility', async () => (await legal()).Accessibility),
  page('public', languageAssistance, 'Language assistance', async () => (await legal()).LanguageAssistance),
]
