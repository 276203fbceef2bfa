import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage } from '#shell/router/pages.ts'

/** Readiness, samples and attestations of the provider directory. */
export const directoryPage = consolePage(
  'directory',
  INTERNAL_PATHS.directory,
  'Directory',
  async () => (await import('../provider-directory/attestation/directory.tsx')).Directory,
)
