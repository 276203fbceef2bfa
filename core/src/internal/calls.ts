/** Names of the plan staff's calls, below the base path. Apart from their shapes, so that the browser needs no schemas. */
export const INTERNAL_CALLS = {
  home: '/rest/sec/internal/home',
  providers: '/rest/sec/internal/providers',
  provider: '/rest/sec/internal/provider',
  unlockProvider: '/rest/sec/internal/unlockProvider',
  audit: '/rest/sec/internal/audit',
  /** Recomputes the whole chain. */
  verifyAudit: '/rest/sec/internal/verifyAudit',
  mail: '/rest/sec/internal/mail',
  /** In demo mode only. */
  mailBody: '/rest/sec/internal/mailBody',
} as const
