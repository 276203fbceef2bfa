import type { Context } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'

/**
 * The audit trail: append-only rows written in the business transaction. A job seals them into a hash chain in batches
 * (seals.ts), so that no transaction waits for another. The application role can insert rows but never change one.
 */
export type AuditEntry = {
  /** Overrides the acting account. Automatic consequences of an act are recorded under the system. */
  actor?: Context['actor'] | undefined
  /** The act as area.verb, declared by its area with its text. */
  action: string
  npi?: string | null | undefined
  subjectAccountId?: string | null | undefined
  requestId?: string | null | undefined
  /** Additional facts. Never a secret, a password, an answer or the value of an identifier. */
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
  await runPrepared(db, recordSql, values)
}

/** Records several acts of the caller in one statement. */
export async function recordAudits(
  { db, now, actor, address }: Pick<Context, 'db' | 'now' | 'actor' | 'address'>,
  entries: readonly Pick<AuditEntry, 'action' | 'npi' | 'details'>[],
): Promise<void> {
  if (entries.length === 0) return
  const values = [now, actor.kind, actor.accountId, address, JSON.stringify(entries)]
  await runPrepared(db, recordManySql, values)
}

const recordManySql = `
insert into audit_event (at, actor_kind, actor_account_id, action, npi, address, details)
select $1, $2, $3, e.action, e.npi, $4, coalesce(e.details, '{}')
from jsonb_array_elements($5::jsonb) with ordinality a (entry, place)
cross join jsonb_to_record(a.entry) as e (action text, npi text, details jsonb) order by a.place`

const recordSql = `
insert into audit_event
  (at, actor_kind, actor_account_id, action, npi, subject_account_id, request_id, address, details)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
