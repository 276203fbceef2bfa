import { auditSentence } from '@portico/core/internal/audit-acts'

/** Describes an act for a user's history, with its role. */
export function historySentence(action: string, details: Record<string, unknown>): string {
  const role = typeof details.role === 'string' && action !== 'grant.saa-replaced' ? ` (${details.role})` : ''
  return auditSentence(action).replace(/\.$/, `${role}.`)
}
