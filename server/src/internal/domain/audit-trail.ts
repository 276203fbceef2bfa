import type { AuditList, AuditProof, AuditQuery, AuditRow } from '@portico/core/internal/shapes'
import type { IdKind } from '@portico/core/shapes'
import { verifyAudit } from '#platform/audit/verify.ts'
import { type WireIds, wireIds } from '#platform/calls/wire-id.ts'
import type { Context } from '#platform/context.ts'
import { type AuditEventRow, findAuditEvents } from '../store/audit-trail.ts'

export async function listAudit(context: Context, query: AuditQuery): Promise<AuditList> {
  const found = await findAuditEvents(context.db, query)
  const ids = wireIds(context.settings.secretKey)
  return { ...found, rows: found.rows.map((row) => toRow(row, ids, context.events.auditText(row.action))) }
}

/** Replaces database ids in audit details with public ids. */
const IDS: Record<string, IdKind | undefined> = { grantId: 'grant', contractId: 'contract' }

function toRow(row: AuditEventRow, ids: WireIds, says: string): AuditRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorName: row.actor_name ?? '',
    actorId: row.actor_id ?? '',
    action: row.action,
    says,
    npi: row.npi ?? '',
    subjectName: row.subject_name ?? '',
    subjectId: row.subject_id ?? '',
    reference: row.reference ?? '',
    address: row.address ?? '',
    details: Object.entries(row.details).map(([name, value]) => ({ name, value: shown(ids, name, value) })),
    sealed: row.sealed,
  }
}

function shown(ids: WireIds, name: string, value: unknown): string {
  const kind = IDS[name]
  return kind ? ids.encode(kind, plain(value)) : plain(value)
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${plain(inner)}`)
      .join('; ')
  return String(value ?? '')
}

export async function proveAudit({ db, settings }: Context): Promise<AuditProof> {
  const { firstBroken, anchored: _, ...proof } = await verifyAudit(db, settings)
  return { ...proof, brokenId: firstBroken?.id ?? '', brokenWhy: firstBroken?.why ?? '' }
}
