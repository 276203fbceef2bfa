import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

/** Functions of the portal: providers with the permission, each for what their grants cover. */
const anyProvider = { kinds: ['provider'], permission: 'HOME' } as const
const eligibility = { kinds: ['provider'], permission: 'ELIG' } as const
const claims = { kinds: ['provider'], permission: 'CLAIM' } as const
const roster = { kinds: ['provider'], permission: 'ROSTER' } as const
const scoTrakker = { kinds: ['provider'], permission: 'SCOTRK' } as const
const scoInvoices = { kinds: ['provider'], permission: 'SCOINV' } as const
const staff = staffOnly('REVIEWER')

// Look-ups, which pages keep

const providers = { query: shape.LookupQuery, entity: shape.ProviderOptions, allowStaleReads: true } as const
const groups = { query: shape.LookupQuery, entity: shape.GroupOptions } as const

export const getNPIs = get('/rest/sec/common/getNPIs', anyProvider, {
  says: 'The providers covered with a permission; twenty for what is typed.',
  ...providers,
})

export const getAllProviders = get('/rest/sec/common/getAllProviders', anyProvider, {
  says: 'All providers the session covers, in pages.',
  ...providers,
})

export const providerlist = get('/rest/sec/common/providerlist', anyProvider, {
  says: 'The same list under its other name.',
  ...providers,
})

export const getCapeCodNpis = get('/rest/sec/common/getCapeCodNpis', anyProvider, {
  says: 'The covered providers of the region Cape Cod.',
  ...providers,
})

export const getClaimNpis = get('/rest/sec/claim/getNpis', claims, {
  says: 'The providers of the claims’ picker.',
  ...providers,
})

export const getScoTrakkerNpis = get('/rest/sec/scotrakker/getNpis', scoTrakker, {
  says: 'The providers of SCO Trakker’s picker.',
  ...providers,
})

export const getScoInvoiceNpis = get('/rest/sec/scoinvoice/getNpis', scoInvoices, {
  says: 'The providers of the SCO invoices’ picker.',
  ...providers,
})

export const getIPAs = get('/rest/sec/common/getIPAs', anyProvider, {
  says: 'The covered independent practice associations.',
  ...groups,
})

export const getSGs = get('/rest/sec/common/getSGs', anyProvider, { says: 'The covered specialty groups.', ...groups })

// Eligibility and claims: who is looked up never stands in an address, nor does a member ID

export const findEligibility = post('/rest/sec/eligibility/find', eligibility, {
  says: 'Is a member covered, today and on a day? By member ID, or by name and birth date; limited and recorded.',
  body: shape.EligibilityBody,
  entity: shape.Eligibility,
  statuses: [400, 404, 407],
})

export const searchClaims = post('/rest/sec/claim/search', claims, {
  says: 'Claims of the covered providers: filtered, sorted, in pages, with totals.',
  body: shape.ClaimSearchBody,
  entity: shape.ClaimList,
  allowStaleReads: true,
  statuses: [400],
})

export const claimStatuses = get('/rest/sec/claim/statuses', claims, {
  says: 'The statuses that claims of the covered providers have, in the plan’s own words.',
  entity: shape.ClaimStatuses,
  allowStaleReads: true,
})

export const openClaim = get('/rest/sec/claim/detail', claims, {
  says: 'One claim with its member and plan.',
  query: shape.ClaimQuery,
  entity: shape.ClaimDetail,
  allowStaleReads: true,
  statuses: [404],
})

export const exportClaims = post(
  '/rest/sec/claim/export',
  { ...claims, stepUp: true },
  {
    says: 'All claims that fit, by provider and newest first, as they are read.',
    body: shape.ClaimFilter,
    file: 'text/csv',
    allowStaleReads: true,
    statuses: [400],
  },
)

// The roster

export const listRoster = get('/rest/sec/roster/list', roster, {
  says: 'The covered providers with practice, organization and groups.',
  query: shape.RosterQuery,
  entity: shape.RosterList,
  allowStaleReads: true,
})

export const listRosterGroups = get('/rest/sec/roster/groups', roster, {
  says: 'The groups they are in, by organization.',
  entity: shape.RosterGroups,
  allowStaleReads: true,
})

export const reportChange = post('/rest/sec/roster/reportChange', roster, {
  says: 'Tells the plan that something about a provider has changed.',
  body: shape.ReportChangeBody,
  entity: Done,
  statuses: [400, 404],
})

export const listMyChanges = get('/rest/sec/roster/changes', roster, {
  says: 'What was reported about the covered providers, and what the plan answered.',
  query: shape.ChangesQuery,
  entity: shape.RosterChanges,
  allowStaleReads: true,
})

export const listRosterChanges = get('/rest/sec/internal/rosterChanges', staff, {
  says: 'What offices reported, waiting or answered.',
  query: shape.StaffChangesQuery,
  entity: shape.RosterChanges,
  allowStaleReads: true,
})

export const answerRosterChange = post('/rest/sec/internal/answerRosterChange', staff, {
  says: 'Answers a report, once.',
  body: shape.AnswerChangeBody,
  entity: Done,
  statuses: [400, 404, 407],
})

// Senior Care Options

export const listScoCases = get('/rest/sec/scotrakker/cases', scoTrakker, {
  says: 'Cases of the covered providers.',
  query: shape.ScoCaseQuery,
  entity: shape.ScoCaseList,
  allowStaleReads: true,
})

export const exportScoCases = get(
  '/rest/sec/scotrakker/export',
  { ...scoTrakker, stepUp: true },
  { says: 'All cases as a file.', query: shape.ExportQuery, file: 'text/csv', allowStaleReads: true },
)

export const listScoInvoices = get('/rest/sec/scoinvoice/invoices', scoInvoices, {
  says: 'Invoices of the covered providers.',
  query: shape.ScoInvoiceQuery,
  entity: shape.ScoInvoiceList,
  allowStaleReads: true,
})

export const exportScoInvoices = get('/rest/sec/scoinvoice/export', scoInvoices, {
  says: 'All invoices as a file.',
  query: shape.ExportQuery,
  file: 'text/csv',
  allowStaleReads: true,
})
