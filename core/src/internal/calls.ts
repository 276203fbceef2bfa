import { STAFF_ROLES, staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import * as shape from './shapes.ts'

/** Calls of plan staff about providers, the audit trail, mail and policy. */

const everyStaff = { kinds: ['internal'], staff: STAFF_ROLES } as const
const reviewers = staffOnly('REVIEWER')
const auditors = { ...staffOnly('AUDITOR'), stepUp: true } as const
const administrators = staffOnly()
const provedAdministrators = { ...administrators, stepUp: true } as const
const importReaders = staffOnly('REVIEWER', 'AUDITOR')
const policyReaders = staffOnly('AUDITOR')

export const home = get('/rest/sec/internal/home', everyStaff, {
  says: 'Returns the figures of the console’s home page.',
  query: shape.HomeQuery,
  entity: shape.Home,
})

export const listProviders = get('/rest/sec/internal/providers', reviewers, {
  says: 'Finds providers, or lists those with a report of fraud, an objection or a lock.',
  query: shape.ProvidersQuery,
  entity: shape.ProviderList,
})

export const openProvider = get('/rest/sec/internal/provider', reviewers, {
  says: 'Returns one provider with its access, locks and requests.',
  query: shape.NpiQuery,
  entity: shape.Provider,
  statuses: [404],
})

export const unlockProvider = post('/rest/sec/internal/unlockProvider', provedAdministrators, {
  says: 'Resets the failed identity checks of a provider.',
  body: shape.NpiQuery,
  entity: shape.Unlocked,
  statuses: [407],
})

export const liftHold = post('/rest/sec/internal/liftHold', provedAdministrators, {
  says: 'Lifts a provider’s registration hold and closes the open objections.',
  body: shape.NpiQuery,
  entity: shape.Lifted,
  statuses: [407],
})

export const listAudit = get('/rest/sec/internal/audit', auditors, {
  says: 'Lists audit records, filtered.',
  query: shape.AuditQuery,
  entity: shape.AuditList,
})

export const verifyAudit = get('/rest/sec/internal/verifyAudit', auditors, {
  says: 'Verifies the hash chain of the audit trail.',
  entity: shape.AuditProof,
})

export const showPolicy = get('/rest/sec/internal/policy', policyReaders, {
  says: 'Returns the policy from the settings: who needs a second factor, and what needs four-eyes approval.',
  entity: shape.Policy,
})

export const listImports = get('/rest/sec/internal/imports', importReaders, {
  says: 'Lists the last imported file of each kind, and whether its data is too old.',
  entity: shape.ImportList,
})

export const listMail = get('/rest/sec/internal/mail', administrators, {
  says: 'Lists sent, pending and failed mail.',
  query: shape.MailQuery,
  entity: shape.MailList,
})

export const openMail = get('/rest/sec/internal/mailBody', provedAdministrators, {
  says: 'Returns the body of one message, in demo mode only.',
  query: shape.MailBodyQuery,
  entity: shape.MailBody,
  statuses: [404],
})
