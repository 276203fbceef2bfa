import { PROVIDER_PATHS } from '@portico/core/constants'
import { type PortalPage, page } from '../shell/router/pages.ts'

/** Opened from mail by people without an account, and linked from nowhere: without their link they show nothing. */
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
