import { STAFF_ROLES, staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** What plan staff look at beside contracts, people and content. */

const everyStaff = { kinds: ['internal'], staff: STAFF_ROLES } as const
const reviewers = staffOnly('REVIEWER')
const auditors = { ...staffOnly('AUDITOR'), stepUp: true } as const
const administrators = staffOnly()
const policyReaders = staffOnly('AUDITOR')

export const home = get('/rest/sec/internal/home', everyStaff, {
  says: 'Figures of the console’s first page.',
  query: shape.HomeQuery,
  entity: shape.Home,
})

export const listProviders = get('/rest/sec/internal/providers', reviewers, {
  says: 'Providers found, or those locked now.',
  query: shape.ProvidersQuery,
  entity: shape.ProviderList,
})

export const openProvider = get('/rest/sec/internal/provider', reviewers, {
  says: 'One provider: access, locks, requests.',
  query: shape.NpiQuery,
  entity: shape.Provider,
  statuses: [404],
})

export const unlockProvider = post('/rest/sec/internal/unlockProvider', administrators, {
  says: 'Unlocks a provider’s identity checks.',
  body: shape.NpiQuery,
  entity: shape.Unlocked,
  statuses: [407],
})

export const liftHold = post('/rest/sec/internal/liftHold', administrators, {
  says: 'Lifts the hold a provider put on registration, and ends the objections that were looked into.',
  body: shape.NpiQuery,
  entity: shape.Lifted,
  statuses: [407],
})

export const listAudit = get('/rest/sec/internal/audit', auditors, {
  says: 'What happened, filtered.',
  query: shape.AuditQuery,
  entity: shape.AuditList,
  mayBeOld: true,
})

export const verifyAudit = get('/rest/sec/internal/verifyAudit', auditors, {
  says: 'Whether the record is whole.',
  entity: shape.AuditProof,
})

export const showPolicy = get('/rest/sec/internal/policy', policyReaders, {
  says: 'Who needs a second factor, and what needs a second administrator, as the settings have it.',
  entity: shape.Policy,
})

export const listMail = get('/rest/sec/internal/mail', administrators, {
  says: 'Mail that was sent or waits.',
  query: shape.MailQuery,
  entity: shape.MailList,
  mayBeOld: true,
})

export const openMail = get('/rest/sec/internal/mailBody', administrators, {
  says: 'The text of one message, in demo mode.',
  query: shape.MailBodyQuery,
  entity: shape.MailBody,
  statuses: [404],
})
