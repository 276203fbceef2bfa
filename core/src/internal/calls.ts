import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** What plan staff look at beside contracts, people and content. */

const staff = { kinds: ['internal'] } as const

export const home = get('/rest/sec/internal/home', {
  says: 'Figures of the console’s first page.',
  access: staff,
  query: shape.HomeQuery,
  entity: shape.Home,
})

export const listProviders = get('/rest/sec/internal/providers', {
  says: 'Providers found, or those locked now.',
  access: staff,
  query: shape.ProvidersQuery,
  entity: shape.ProviderList,
})

export const openProvider = get('/rest/sec/internal/provider', {
  says: 'One provider: access, locks, requests.',
  access: staff,
  query: shape.NpiQuery,
  entity: shape.Provider,
  statuses: [404],
})

export const unlockProvider = post('/rest/sec/internal/unlockProvider', {
  says: 'Unlocks a provider’s identity checks.',
  access: staff,
  body: shape.NpiQuery,
  entity: shape.Unlocked,
  statuses: [407],
})

export const listAudit = get('/rest/sec/internal/audit', {
  says: 'What happened, filtered.',
  access: staff,
  query: shape.AuditQuery,
  entity: shape.AuditList,
})

export const verifyAudit = get('/rest/sec/internal/verifyAudit', {
  says: 'Whether the record is whole.',
  access: staff,
  entity: shape.AuditProof,
})

export const listMail = get('/rest/sec/internal/mail', {
  says: 'Mail that was sent or waits.',
  access: staff,
  query: shape.MailQuery,
  entity: shape.MailList,
})

export const openMail = get('/rest/sec/internal/mailBody', {
  says: 'The text of one message, in demo mode.',
  access: staff,
  query: shape.MailBodyQuery,
  entity: shape.MailBody,
  statuses: [404],
})
