import { get, post } from '../call.ts'
import * as list from './eligibility-list-shapes.ts'
import * as shape from './shapes.ts'

/** Hidden in a view by a support agent until another person approves. */
const claimFields = [
  'claimNumber',
  'memberId',
  'serviceDate',
  'billed',
  'paid',
  'status',
  'denialReason',
  'memberOwes',
] as const
const scoCaseFields = ['caseId', 'memberId', 'opened', 'status', 'nextReview', 'careManager'] as const

/** Portal functions. A provider user needs the permission and sees only the providers of the grants. */
const seen = { seeAs: true } as const
const anyProvider = { kinds: ['provider'], permission: 'HOME', ...seen } as const
const eligibility = { kinds: ['provider'], permission: 'ELIG' } as const
const claims = { kinds: ['provider'], permission: 'CLAIM' } as const
const roster = { kinds: ['provider'], permission: 'ROSTER' } as const
const scoTrakker = { kinds: ['provider'], permission: 'SCOTRK' } as const
const scoInvoices = { kinds: ['provider'], permission: 'SCOINV' } as const

// Look-ups, cached by pages

const providers = { query: shape.LookupQuery, entity: shape.ProviderOptions } as const
const groups = { query: shape.LookupQuery, entity: shape.GroupOptions } as const

export const getNPIs = get('/rest/sec/common/getNPIs', anyProvider, {
  says: 'Returns the providers covered with a permission; with a search, at most 20 matches.',
  ...providers,
})

export const getAllProviders = get('/rest/sec/common/getAllProviders', anyProvider, {
  says: 'Returns all covered providers, in pages.',
  ...providers,
})

export const providerlist = get('/rest/sec/common/providerlist', anyProvider, {
  says: 'Same as getAllProviders.',
  ...providers,
})

export const getCapeCodNpis = get('/rest/sec/common/getCapeCodNpis', anyProvider, {
  says: 'Returns the covered providers of the Cape Cod region.',
  ...providers,
})

export const getClaimNpis = get(
  '/rest/sec/claim/getNpis',
  { ...claims, ...seen },
  { says: 'Returns the providers to choose from on the claims page.', ...providers },
)

export const getScoTrakkerNpis = get(
  '/rest/sec/scotrakker/getNpis',
  { ...scoTrakker, ...seen },
  { says: 'Returns the providers to choose from in SCO Trakker.', ...providers },
)

export const getScoInvoiceNpis = get(
  '/rest/sec/scoinvoice/getNpis',
  { ...scoInvoices, ...seen },
  { says: 'Returns the providers to choose from on the SCO invoices page.', ...providers },
)

export const getIPAs = get('/rest/sec/common/getIPAs', anyProvider, {
  says: 'Returns the covered independent practice associations.',
  ...groups,
})

export const getSGs = get('/rest/sec/common/getSGs', anyProvider, {
  says: 'Returns the covered specialty groups.',
  ...groups,
})

// Eligibility and claims: POST, because names and member IDs must not appear in URLs

export const findEligibility = post('/rest/sec/eligibility/find', eligibility, {
  says: 'Checks a member’s coverage today and on a date, by member ID or by name and birth date. Limited and audited.',
  body: shape.EligibilityBody,
  entity: shape.Eligibility,
  statuses: [400, 404, 407],
})

export const findManyEligibility = post(
  '/rest/sec/eligibility/findMany',
  { ...eligibility, stepUp: true },
  {
    says: 'Checks the coverage of up to 500 members, in the order sent. The page sends a list in parts of 50 rows. Rows are limited and audited.',
    body: list.FindManyBody,
    entity: list.ListAnswers,
    statuses: [400, 407],
  },
)

export const lastManyEligibility = get('/rest/sec/eligibility/lastMany', eligibility, {
  says: 'Returns the caller’s own last list for one hour, until the caller signs out or loses the permission.',
  entity: list.LastList,
})

export const exportManyEligibility = get(
  '/rest/sec/eligibility/exportMany',
  { ...eligibility, stepUp: true },
  { says: 'Returns the caller’s own last list as a file.', file: 'text/csv', statuses: [404] },
)

export const searchClaims = post(
  '/rest/sec/claim/search',
  { ...claims, ...seen },
  {
    says: 'Returns claims of the covered providers: filtered, sorted, in pages, with totals.',
    body: shape.ClaimSearchBody,
    entity: shape.ClaimList,
    masks: [...claimFields, 'totalBilled', 'totalPaid', 'from', 'to'],
    statuses: [400],
  },
)

export const claimStatuses = get(
  '/rest/sec/claim/statuses',
  { ...claims, ...seen },
  {
    says: 'Returns the statuses of the covered providers’ claims, as the plan spells them.',
    entity: shape.ClaimStatuses,
  },
)

export const openClaim = get(
  '/rest/sec/claim/detail',
  { ...claims, ...seen },
  {
    says: 'Returns one claim with its member and plan.',
    query: shape.ClaimQuery,
    entity: shape.ClaimDetail,
    masks: [...claimFields, 'memberName', 'planName'],
    statuses: [404],
  },
)

export const exportClaims = post(
  '/rest/sec/claim/export',
  { ...claims, stepUp: true },
  {
    says: 'Streams all matching claims as a file, by provider and newest first.',
    body: shape.ClaimFilter,
    file: 'text/csv',
    statuses: [400],
  },
)

// Roster

export const listRoster = get(
  '/rest/sec/roster/list',
  { ...roster, ...seen },
  {
    says: 'Returns the covered providers with practice, organization and groups: filtered, sorted, in pages.',
    query: shape.RosterQuery,
    entity: shape.RosterList,
  },
)

export const exportRoster = get(
  '/rest/sec/roster/export',
  { ...roster, stepUp: true },
  { says: 'Returns all matching providers as a file, by NPI.', query: shape.RosterFilter, file: 'text/csv' },
)

export const listRosterGroups = get(
  '/rest/sec/roster/groups',
  { ...roster, ...seen },
  { says: 'Returns the covered providers’ groups by organization.', entity: shape.RosterGroups },
)

// Senior Care Options

export const listScoCases = get(
  '/rest/sec/scotrakker/cases',
  { ...scoTrakker, ...seen },
  {
    says: 'Returns the covered providers’ cases.',
    query: shape.ScoCaseQuery,
    entity: shape.ScoCaseList,
    masks: scoCaseFields,
  },
)

export const exportScoCases = get(
  '/rest/sec/scotrakker/export',
  { ...scoTrakker, stepUp: true },
  { says: 'Returns all cases as a file.', query: shape.ExportQuery, file: 'text/csv' },
)

export const listScoInvoices = get(
  '/rest/sec/scoinvoice/invoices',
  { ...scoInvoices, ...seen },
  { says: 'Returns the covered providers’ invoices.', query: shape.ScoInvoiceQuery, entity: shape.ScoInvoiceList },
)

export const exportScoInvoices = get(
  '/rest/sec/scoinvoice/export',
  { ...scoInvoices, stepUp: true },
  { says: 'Returns all invoices as a file.', query: shape.ExportQuery, file: 'text/csv' },
)
