import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { DecideRequest, Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { LockedRequest } from '../store/requests.ts'

const actorKinds = {
  PROVIDER: 'visitor',
  ADMINISTRATOR: 'provider',
  STAFF: 'internal',
  REQUESTER: 'provider',
  SYSTEM: 'system',
} as const

/** Who decided what about which request, in the decision's own transaction. */
export async function recordDecision(
  trx: Trx,
  request: LockedRequest,
  decision: DecideRequest,
  action: AuditAct,
): Promise<void> {
  await legacyRecordAudit(trx, {
    at: decision.now,
    actorKind: actorKinds[decision.decidedAs],
    actorAccountId: decision.decidedBy,
    action,
    npi: request.npi,
    subjectAccountId: request.account_id,
    requestId: request.id,
    address: decision.address,
    details: {
      role: request.role,
      path: request.path,
      decidedAs: decision.decidedAs,
      ...(decision.reason ? { reason: decision.reason } : {}),
    },
  })
}
