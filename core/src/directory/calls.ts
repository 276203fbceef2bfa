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
const staff = { kinds: ['internal'] } as const

// Look-ups, which pages keep

const providers = { query: shape.LookupQuery, entity: shape.ProviderOptions } as const
const groups = { access: anyProvider, query: shape.LookupQuery, entity: shape.GroupOptions } as const

export const getNPIs = get('/rest/sec/common/getNPIs', {
  says: 'The providers covered with a permission; twenty for what is typed.',
  access: anyProvider,
  ...providers,
})

export const getAllProviders = get('/rest/sec/common/getAllProviders', {
  says: 'All providers the session covers, in pages.',
  access: anyProvider,
  ...providers,
})

export const providerlist = get('/rest/sec/common/providerlist', {
  says: 'The same list under its other name.',
  access: anyProvider,
  ...providers,
})

export const getCapeCodNpis = get('/rest/sec/common/getCapeCodNpis', {
  says: 'The covered providers of the region Cape Cod.',
  access: anyProvider,
  ...providers,
})

export const getClaimNpis = get('/rest/sec/claim/getNpis', {
  says: 'The providers of the claims’ picker.',
  access: claims,
  ...providers,
})

export const getScoTrakkerNpis = get('/rest/sec/scotrakker/getNpis', {
  says: 'The providers of SCO Trakker’s picker.',
  access: scoTrakker,
  ...providers,
})

export const getScoInvoiceNpis = get('/rest/sec/scoinvoice/getNpis', {
  says: 'The providers of the SCO invoices’ picker.',
  access: scoInvoices,
  ...providers,
})

export const getIPAs = get('/rest/sec/common/getIPAs', {
  says: 'The covered independent practice associations.',
  ...groups,
})

export const getSGs = get('/rest/sec/common/getSGs', { says: 'The covered specialty groups.', ...groups })

// Eligibility and claims: who is looked up never stands in an address, nor does a member ID

export const findEligibility = post('/rest/sec/eligibility/find', {
  says: 'Is a member covered, today and on a day? By member ID, or by name and birth date; limited and recorded.',
  access: eligibility,
  body: shape.EligibilityBody,
  entity: shape.Eligibility,
  statuses: [400, 404, 407],
})

export const searchClaims = post('/rest/sec/claim/search', {
  says: 'Claims of the covered providers: filtered, sorted, in pages, with totals.',
  access: claims,
  body: shape.ClaimSearchBody,
  entity: shape.ClaimList,
  statuses: [400],
})

export const openClaim = get('/rest/sec/claim/detail', {
  says: 'One claim with its member and plan.',
  access: claims,
  query: shape.ClaimQuery,
  entity: shape.ClaimDetail,
  statuses: [404],
})

export const exportClaims = post('/rest/sec/claim/export', {
  says: 'All claims that fit, by provider and newest first, as they are read.',
  access: claims,
  body: shape.ClaimFilter,
  file: 'text/csv',
  statuses: [400],
})

// The roster

export const listRoster = get('/rest/sec/roster/list', {
  says: 'The covered providers with practice, organization and groups.',
  access: roster,
  query: shape.RosterQuery,
  entity: shape.RosterList,
})

export const listRosterGroups = get('/rest/sec/roster/groups', {
  says: 'The groups they are in, by organization.',
  access: roster,
  entity: shape.RosterGroups,
})

export const reportChange = post('/rest/sec/roster/reportChange', {
  says: 'Tells the plan that something about a provider has changed.',
  access: roster,
  body: shape.ReportChangeBody,
  entity: Done,
  statuses: [400, 404],
})

export const listMyChanges = get('/rest/sec/roster/changes', {
  says: 'What was reported about the covered providers, and what the plan answered.',
  access: roster,
  query: shape.ChangesQuery,
  entity: shape.RosterChanges,
})

export const listRosterChanges = get('/rest/sec/internal/rosterChanges', {
  says: 'What offices reported, waiting or answered.',
  access: staff,
  query: shape.StaffChangesQuery,
  entity: shape.RosterChanges,
})

export const answerRosterChange = post('/rest/sec/internal/answerRosterChange', {
  says: 'Answers a report, once.',
  access: staff,
  body: shape.AnswerChangeBody,
  entity: Done,
  statuses: [400, 404, 407],
})

// Senior Care Options

export const listScoCases = get('/rest/sec/scotrakker/cases', {
  says: 'Cases of the covered providers.',
  access: scoTrakker,
  query: shape.ScoCaseQuery,
  entity: shape.ScoCaseList,
})

export const exportScoCases = get('/rest/sec/scotrakker/export', {
  says: 'All cases as a file.',
  access: scoTrakker,
  query: shape.ExportQuery,
  file: 'text/csv',
})

export const listScoInvoices = get('/rest/sec/scoinvoice/invoices', {
  says: 'Invoices of the covered providers.',
  access: scoInvoices,
  query: shape.ScoInvoiceQuery,
  entity: shape.ScoInvoiceList,
})

export const exportScoInvoices = get('/rest/sec/scoinvoice/export', {
  says: 'All invoices as a file.',
  access: scoInvoices,
  query: shape.ExportQuery,
  file: 'text/csv',
})
