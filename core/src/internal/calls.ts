/** Names of the plan staff's calls, below the base path. Apart from their shapes, so that the browser needs no schemas. */
export const INTERNAL_CALLS = {
  contracts: '/rest/sec/internal/contracts',
  contractCounts: '/rest/sec/internal/contractCounts',
  contract: '/rest/sec/internal/contract',
  contractFile: '/rest/sec/internal/contractFile',
  recordContract: '/rest/sec/internal/recordContract',
  validateContract: '/rest/sec/internal/validateContract',
  returnContract: '/rest/sec/internal/returnContract',
} as const
