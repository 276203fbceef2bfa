import { INTERNAL_PATHS } from '@portico/core/constants'
import type { Load, PortalPage } from '../shell/pages.ts'

export const contractsPage: PortalPage = {
  path: INTERNAL_PATHS.contracts,
  title: 'Contracts',
  who: 'signed-in',
  load: async () => (await import('./contracts.tsx')).Contracts,
  nav: { label: 'Contracts' },
}

/** A part of the console's home. */
export const contractNumbers: Load = async () => (await import('./contract-numbers.tsx')).ContractNumbers
