import { NEED_PARAMETER } from '@portico/core/sign-on-hub/scopes'
import { type PortalPage, page } from '#shell/router/pages.ts'

type Paths = { factor: string; secureAccount: string }

/** Pages that sign-on and mail lead to. No navigation links to them. */
export const factorPages = ({ factor, secureAccount }: Paths): readonly PortalPage[] => [
  {
    ...page('visitor', factor, 'Second factor', async () => (await import('./factor-page.tsx')).FactorPage),
    signedInWith: NEED_PARAMETER,
    nav: [],
  },
  {
    ...page('visitor', secureAccount, 'Your account', async () => (await import('./secure-account.tsx')).SecureAccount),
    nav: [],
  },
]
