import type { AuditAct } from '@portico/core/internal/audit-acts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import type { Grant } from '../store/people/grants.ts'

/** Records an act about a grant in the audit log. */
export async function recordGrantAct(
  context: InTransaction,
  grant: Grant,
  action: AuditAct,
  { reason, ...details }: { reason?: string | undefined } & Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(context, {
    action,
    npi: grant.scope_kind === 'NPI' ? grant.scope_id : null,
    subjectAccountId: grant.account_id,
    requestId: grant.request_id,
    details: { entity: grant.entity, role: grant.role, ...(reason ? { reason } : {}), ...details },
  })
}
