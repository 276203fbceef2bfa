import { sql } from 'kysely'
import type { ImportContext, Trx } from '../import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'

const SUSPENDED_REASON = "The provider is no longer in the plan's network."

/**
 * A snapshot is the whole network (behaviour 18.2): missing providers leave it, empty groups and organizations lose
 * their access, and every grant based on any of these is suspended with notice. Returns who left.
 */
export async function removeMissingProviders(trx: Trx, context: ImportContext): Promise<string[]> {
  await sql`
    create temporary table lost_group on commit drop as
    select distinct group_id from group_member`.execute(trx)
  const gone = await sql<{ npi: string }>`
    update network_provider n set left_at = ${context.now}
    where left_at is null and not exists (select from ${sql.table(STAGING)} s where s.npi = n.npi)
    returning npi`.execute(trx)
  await deleteMissingMemberships(trx, context)
  await sql`delete from lost_group l where exists (select from group_member m where m.group_id = l.group_id)`.execute(
    trx,
  )
  const left = gone.rows.map((row) => row.npi)
  const grantIds = await suspendGrants(trx, left)
  if (grantIds.length)
    await context.notifySuspended(trx, { grantIds, accountIds: [], reason: SUSPENDED_REASON, now: context.now })
  return left
}

/** Deletes memberships of providers who left; of the others, only if the file has group columns. */
async function deleteMissingMemberships(trx: Trx, { present }: ImportContext): Promise<void> {
  await sql`
    delete from group_member m using network_provider n
    where n.npi = m.npi and n.left_at is not null`.execute(trx)
  if (!present.has('group_id')) return
  await sql`
    delete from group_member m
    where not exists (
      select from ${sql.table(STAGING)} s
      where s.npi = m.npi and (s.rejected or s.group_id = m.group_id)
    )`.execute(trx)
}

async function suspendGrants(trx: Trx, npis: string[]): Promise<string[]> {
  const suspended = await sql<{ id: string }>`
    update access_grant g set state = 'SUSPENDED', suspended_reason = ${SUSPENDED_REASON}, suspended_as = 'SYSTEM'
    where g.state = 'ACTIVE' and (
      (g.scope_kind = 'NPI' and g.scope_id = any(${npis}::text[]))
      or (g.scope_kind in ('PG', 'IPA', 'SG') and g.scope_id in (select group_id from lost_group))
      or (g.scope_kind = 'PO' and g.group_id in (select group_id from lost_group))
      or (g.scope_kind = 'PO' and g.group_id is null
        and exists (select from lost_group l join provider_group p using (group_id) where p.org_id = g.scope_id)
        and not exists (select from group_member m join provider_group p using (group_id) where p.org_id = g.scope_id))
    )
    returning g.id`.execute(trx)
  return suspended.rows.map((row) => row.id)
}
