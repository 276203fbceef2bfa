import { auditSentence } from '@portico/core/internal/audit-acts'

/** An act in the words of a person's history, with the role it was about. */
export function historySentence(action: string, details: Record<string, unknown>): string {
  const role = typeof details.role === 'string' && action !== 'grant.saa-replaced' ? ` (${details.role})` : ''
  return auditSentence(action).replace(/\.$/, `${role}.`)
}
