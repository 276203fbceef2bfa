import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Context } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'

/**
 * The audit trail: append-only rows written in the business transaction, sealed into a hash chain in batches by a job
 * (audit-seals.ts), so that no transaction waits for another. The role the server works as can add rows and never
 * change one.
 */
export type AuditEntry = {
  /** Who is on record where it is not who acts: what follows from an act by itself is the system's. */
  actor?: Context['actor'] | undefined
  /** What happened, as area.verb; an act has its words in core. */
  action: AuditAct
  npi?: string | null | undefined
  subjectAccountId?: string | null | undefined
  requestId?: string | null | undefined
  /** Facts beside the columns; never a secret, a password, an answer or an identifier's value. */
  details?: Record<string, unknown> | undefined
}

export async function recordAudit(
  { db, now, actor: acting, address, operator }: Pick<Context, 'db' | 'now' | 'actor' | 'address' | 'operator'>,
  entry: AuditEntry,
): Promise<void> {
  const actor = entry.actor ?? acting
  const details = JSON.stringify({ ...entry.details, ...(operator === undefined ? {} : { operator }) })
  const values = [
    ...[now, actor.kind, actor.accountId, entry.action, entry.npi ?? null, entry.subjectAccountId ?? null],
    ...[entry.requestId ?? null, address, details],
  ]
  await runPrepared(db, { name: 'record-audit', text: recordSql, values })
}

const recordSql = `
insert into audit_event
  (at, actor_kind, actor_account_id, action, npi, subject_account_id, request_id, address, details)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
