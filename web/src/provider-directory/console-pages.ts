import { INTERNAL_PATHS } from '@portico/core/constants'
import { consolePage, type PortalPage } from '#shell/router/pages.ts'

export const changesPage: PortalPage = consolePage(
  'changes',
  INTERNAL_PATHS.changes,
  'Directory changes',
  async () => (await import('./queue/change-queue.tsx')).DirectoryChanges,
)

/** Readiness, samples and attestations of the provider directory. */
export const directoryPage = consolePage(
  'directory',
  INTERNAL_PATHS.directory,
  'Directory',
  async () => (await import('./attestation/directory.tsx')).Directory,
)

/** Part of a provider's page in the console. */
export const suppression = async () => (await import('./queue/suppression.tsx')).SuppressionCard
