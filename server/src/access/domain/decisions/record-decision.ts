import type { AuditAct } from '@portico/core/internal/audit-acts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import type { DecidedAs, LockedRequest } from '../../store/decisions/requests.ts'

/** The recorded decider: the caller, the requester, or a visitor without an account. */
export function deciderOf({ actor }: InTransaction, request: LockedRequest, decidedAs: DecidedAs): Context['actor'] {
  if (decidedAs === 'SYSTEM') return { kind: 'system', accountId: null }
  if (decidedAs === 'REQUESTER') return { kind: 'provider', accountId: request.account_id }
  // A provider decides by a mailed link without an account. On path SELF, the provider is the requester.
  if (decidedAs === 'PROVIDER')
    return { kind: 'visitor', accountId: request.path === 'SELF' ? request.account_id : null }
  return actor
}

/** Records the decision in the audit log, in the decision's own transaction. */
export async function recordDecision(
  context: InTransaction,
  request: LockedRequest,
  { decidedAs, reason }: { decidedAs: DecidedAs; reason?: string | undefined },
  action: AuditAct,
): Promise<void> {
  await recordAudit(context, {
    actor: deciderOf(context, request, decidedAs),
    action,
    npi: request.npi,
    subjectAccountId: request.account_id,
    requestId: request.id,
    details: { role: request.role, path: request.path, decidedAs, ...(reason ? { reason } : {}) },
  })
}
