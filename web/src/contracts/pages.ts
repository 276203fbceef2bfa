import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '#shell/router/pages.ts'

/** Pages for signatories without an account. They open only from a mailed link. */
export const signingPages: PortalPage[] = [
  page(
    'visitor',
    PROVIDER_PATHS.signContract,
    'Sign the contract',
    async () => (await import('./signing/sign-contract.tsx')).SignContract,
  ),
  page(
    'visitor',
    PROVIDER_PATHS.signedContract,
    'Your signed copy',
    async () => (await import('./signing/signed-contract.tsx')).SignedContract,
  ),
].map((each) => ({ ...each, nav: [] }))
