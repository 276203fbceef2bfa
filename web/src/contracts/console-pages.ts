import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage, type PortalPage } from '#shell/router/pages.ts'

export const contractsPage: PortalPage = {
  ...consolePage(
    'contracts',
    INTERNAL_PATHS.contracts,
    'Contracts',
    async () => (await import('./review/contracts.tsx')).Contracts,
  ),
  preloaded: true,
}

/** Part of the console's home page. */
export const contractNumbers = async () => (await import('./review/contract-numbers.tsx')).ContractNumbers
