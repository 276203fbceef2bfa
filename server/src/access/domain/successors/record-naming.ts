import type { AuditAct } from '@portico/core/internal/audit-acts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { npiOf } from './open-naming.ts'

type Recorded = { entity: string; successorAccountId: string }

/** Records an act about the successor. */
export const recordNamingAct = (
  context: InTransaction,
  { entity, successorAccountId }: Recorded,
  action: AuditAct,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordAudit(context, {
    action,
    npi: npiOf({ entity }),
    subjectAccountId: successorAccountId,
    details: { entity, ...details },
  })
