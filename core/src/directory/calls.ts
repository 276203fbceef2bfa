/** Names of the portal's function calls, below the base path (the look-ups are in constants.ts). */
export const PORTAL_CALLS = {
  /** POST: who is looked up never stands in an address. */
  eligibility: '/rest/sec/eligibility/find',
  /** POST, as are the export's filters: a member ID never stands in an address either. */
  claims: '/rest/sec/claim/search',
  claim: '/rest/sec/claim/detail',
  claimExport: '/rest/sec/claim/export',
  roster: '/rest/sec/roster/list',
  rosterGroups: '/rest/sec/roster/groups',
  reportChange: '/rest/sec/roster/reportChange',
  myChanges: '/rest/sec/roster/changes',
  scoCases: '/rest/sec/scotrakker/cases',
  scoCaseExport: '/rest/sec/scotrakker/export',
  scoInvoices: '/rest/sec/scoinvoice/invoices',
  scoInvoiceExport: '/rest/sec/scoinvoice/export',
  /** Plan staff. */
  rosterChanges: '/rest/sec/internal/rosterChanges',
  answerRosterChange: '/rest/sec/internal/answerRosterChange',
} as const
