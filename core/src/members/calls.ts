import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

// Registration: details, mailed code, account

export const beginRegistration = post('/rest/nonsec/member/begin', 'public', {
  says: 'Starts a member’s registration.',
  body: shape.MemberDetails,
  entity: shape.Done,
  statuses: [400, 407],
})

export const confirmCode = post('/rest/nonsec/member/confirmCode', 'public', {
  says: 'Confirms the mailed code.',
  body: shape.MemberCode,
  entity: shape.ConfirmedMember,
  statuses: [400, 404, 406, 498],
})

export const createAccount = post('/rest/nonsec/member/createAccount', 'public', {
  says: 'Creates the member’s account.',
  body: shape.MemberAccount,
  entity: shape.Done,
  statuses: [400, 405, 406, 407, 498],
})

// Signed-in pages

const member = { kinds: ['member'] } as const

export const memberHome = get('/rest/sec/member/home', member, {
  says: 'Returns an overview of the member’s coverage.',
  entity: shape.MemberHome,
  statuses: [404],
})

export const family = get('/rest/sec/member/family', member, {
  says: 'Returns the family members this account can see.',
  entity: shape.Family,
  statuses: [404],
})

export const idCardPdf = get('/rest/sec/member/idCardPdf', member, {
  says: 'Returns the ID card as a PDF.',
  query: shape.IdCardQuery,
  entity: shape.IdCardPdf,
  statuses: [404],
})

export const memberClaims = get('/rest/sec/member/claims', member, {
  says: 'Returns the member’s claims.',
  query: shape.MemberClaimsQuery,
  entity: shape.MemberClaims,
  statuses: [404],
})

export const searchOptions = get('/rest/sec/member/searchOptions', member, {
  says: 'Returns the specialties and plans to search by.',
  entity: shape.SearchOptions,
})

export const providerNames = get('/rest/sec/member/providerNames', member, {
  says: 'Returns matching provider names while typing.',
  query: shape.SearchQuery,
  entity: shape.ProviderNames,
})

export const findProviders = get('/rest/sec/member/findProviders', member, {
  says: 'Returns published providers, by distance if a ZIP code is given, otherwise by name.',
  query: shape.FindProvidersQuery,
  entity: shape.ProviderList,
  statuses: [400],
})

export const openListedProvider = get('/rest/sec/member/provider', member, {
  says: 'Returns a published provider with all locations.',
  query: shape.ProviderQuery,
  entity: shape.ProviderPage,
  statuses: [404],
})
