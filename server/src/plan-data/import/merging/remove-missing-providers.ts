import { sql } from 'kysely'
import type { ImportContext, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'
import { checkRemovals } from './removals.ts'

const SUSPENDED_REASON = "The provider is no longer in the plan's network."

/** Who left, and how many grants were suspended. */
type Removed = { left: string[]; suspended: number }

/**
 * A snapshot is the whole network (behaviour 18.2): missing providers leave it, empty groups and organizations lose
 * their access, and every grant based on any of these is suspended. Throws if that is too much (18.6). `before` is the
 * number of providers before the import.
 */
export async function removeMissingProviders(trx: Trx, context: ImportContext, before: number): Promise<Removed> {
  await sql`
    create temporary table lost_group on commit drop as
    select distinct group_id from group_member`.execute(trx)
  const groups = await countLostGroups(trx)
  const gone = await sql<{ npi: string }>`
    update network_provider n set left_at = ${context.now}
    where left_at is null and not exists (select from ${sql.table(STAGING)} s where s.npi = n.npi)
    returning npi`.execute(trx)
  await deleteMissingMemberships(trx, context)
  await sql`delete from lost_group l where exists (select from group_member m where m.group_id = l.group_id)`.execute(
    trx,
  )
  const left = gone.rows.map((row) => row.npi)
  const suspended = await suspendGrants(trx, left)
  checkRemovals(context, {
    what: 'providers',
    missing: left.length,
    of: before,
    emptied: { groups: await countLostGroups(trx), of: groups },
    suspended: suspended.length,
    saas: suspended.filter(({ role }) => role === 'SAA').map(({ entity }) => entity),
  })
  const grantIds = suspended.map(({ id }) => id)
  if (grantIds.length)
    await context.onSuspended(trx, { grantIds, accountIds: [], reason: SUSPENDED_REASON, now: context.now })
  return { left, suspended: grantIds.length }
}

async function countLostGroups(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from lost_group`.execute(trx)
  return rows[0]?.count ?? 0
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

type SuspendedGrant = { id: string; entity: string; role: string }

async function suspendGrants(trx: Trx, npis: string[]): Promise<SuspendedGrant[]> {
  const suspended = await sql<SuspendedGrant>`
    update access_grant g set state = 'SUSPENDED', suspended_reason = ${SUSPENDED_REASON}, suspended_as = 'SYSTEM'
    where g.state = 'ACTIVE' and (
      (g.scope_kind = 'NPI' and g.scope_id = any(${npis}::text[]))
      or (g.scope_kind in ('PG', 'IPA', 'SG') and g.scope_id in (select group_id from lost_group))
      or (g.scope_kind = 'PO' and g.group_id in (select group_id from lost_group))
      or (g.scope_kind = 'PO' and g.group_id is null
        and exists (select from lost_group l join provider_group p using (group_id) where p.org_id = g.scope_id)
        and not exists (select from group_member m join provider_group p using (group_id) where p.org_id = g.scope_id))
    )
    returning g.id, g.entity, g.role`.execute(trx)
  return suspended.rows.sort((a, b) => Number(a.id) - Number(b.id))
}
