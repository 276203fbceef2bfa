import { INTERNAL_PATHS } from '@portico/core/constants'
import { page } from '../shell/pages.ts'

export const contractsPage = page(
  'signed-in',
  INTERNAL_PATHS.contracts,
  'Contracts',
  async () => (await import('./contracts.tsx')).Contracts,
)

/** A part of the console's home. */
export const contractNumbers = async () => (await import('./contract-numbers.tsx')).ContractNumbers
