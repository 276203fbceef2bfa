import type { Warnings } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { PENDING } from '../people/grants.ts'

export const NO_WARNINGS: Warnings = { onHoldSince: '', objections: [] }

/** Warnings for pending requests: a hold on the NPI, and SAA objections to that request. */
export async function findWarnings(db: Db, requestIds: string[]): Promise<Map<string, Warnings>> {
  const { rows } = await sql<{ of: string; kind: string; since: Date; name: string }>`
    select r.id as "of", h.kind, h.held_at as since, coalesce(a.first_name || ' ' || a.last_name, '') as name
    from access_request r
    join registration_hold h on h.npi = r.npi and h.held_at is not null and h.lifted_at is null
      and (h.kind = 'HOLD' or h.request_id = r.id)
    left join account a on a.id = h.account_id
    where r.id = any(${requestIds}::bigint[]) and r.state in (${sql.join(PENDING)})
    order by h.held_at, h.id`.execute(db)
  const warnings = new Map<string, Warnings>()
  for (const { of, kind, since: at, name } of rows) {
    const { onHoldSince, objections } = warnings.get(of) ?? NO_WARNINGS
    const since = at.toISOString()
    warnings.set(
      of,
      kind === 'HOLD'
        ? { onHoldSince: onHoldSince || since, objections }
        : { onHoldSince, objections: [...objections, { name, since }] },
    )
  }
  return warnings
}
