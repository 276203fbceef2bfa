import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

// Registration: details, the mailed code, the account

export const beginRegistration = post('/rest/nonsec/member/begin', {
  says: 'Begins a member’s registration.',
  access: 'public',
  body: shape.MemberDetails,
  entity: shape.Done,
  statuses: [400, 407],
})

export const confirmCode = post('/rest/nonsec/member/confirmCode', {
  says: 'Confirms the mailed code.',
  access: 'public',
  body: shape.MemberCode,
  entity: shape.ConfirmedMember,
  statuses: [400, 404, 406, 498],
})

export const createAccount = post('/rest/nonsec/member/createAccount', {
  says: 'Creates the member’s account.',
  access: 'public',
  body: shape.MemberAccount,
  entity: shape.Done,
  statuses: [400, 405, 406, 407, 498],
})

// After sign-on

const member = { kinds: ['member'] } as const

export const memberHome = get('/rest/sec/member/home', {
  says: 'The member’s coverage at a glance.',
  access: member,
  entity: shape.MemberHome,
  statuses: [404],
})

export const family = get('/rest/sec/member/family', {
  says: 'Who is on the same plan.',
  access: member,
  entity: shape.Family,
  statuses: [404],
})

export const idCardPdf = get('/rest/sec/member/idCardPdf', {
  says: 'The ID card to print.',
  access: member,
  query: shape.IdCardQuery,
  entity: shape.IdCardPdf,
  statuses: [404],
})

export const memberClaims = get('/rest/sec/member/claims', {
  says: 'The member’s claims.',
  access: member,
  query: shape.MemberClaimsQuery,
  entity: shape.MemberClaims,
  statuses: [404],
})

export const specialties = get('/rest/sec/member/specialties', {
  says: 'Specialties to look for.',
  access: member,
  entity: shape.Specialties,
})

export const cities = get('/rest/sec/member/cities', {
  says: 'Cities to look in.',
  access: member,
  query: shape.SearchQuery,
  entity: shape.Cities,
})

export const providerNames = get('/rest/sec/member/providerNames', {
  says: 'Names of providers as they are typed.',
  access: member,
  query: shape.SearchQuery,
  entity: shape.ProviderNames,
})

export const findProviders = get('/rest/sec/member/findProviders', {
  says: 'Providers of the plan near a place.',
  access: member,
  query: shape.FindProvidersQuery,
  entity: shape.ProviderList,
  statuses: [400],
})
