import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { GRANT_COLUMNS, type Grant } from './grants.ts'

/** True if an import suspended `access_grant g` because its NPI is deactivated, and nobody has changed it since. */
const ENDED = sql`g.scope_kind = 'NPI' and g.state = 'SUSPENDED' and g.npi_deactivated_at is not null`

/** Of these NPIs, those with active or pending grants of their own. */
export async function findGranted(db: Db, npis: string[]): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select distinct scope_id as npi from access_grant
    where scope_kind = 'NPI' and scope_id = any(${npis}::text[])
      and state in ('ACTIVE', 'PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL')`.execute(db)
  return rows.map(({ npi }) => npi)
}

export async function countActiveNpiGrants(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_grant where scope_kind = 'NPI' and state = 'ACTIVE'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the active grants for deactivated NPIs. */
export async function lockActiveOfDeactivated(trx: Trx): Promise<Grant[]> {
  return trx
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('scope_kind', '=', 'NPI')
    .where('state', '=', 'ACTIVE')
    .where('scope_id', 'in', trx.selectFrom('network_provider').select('npi').where('deactivated', '=', true))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function updateDeactivated({ db, now }: InTransaction, grantIds: string[], reason: string): Promise<void> {
  await sql`
    update access_grant
    set state = 'SUSPENDED', suspended_reason = ${reason}, suspended_as = 'SYSTEM', npi_deactivated_at = ${now},
      npi_reactivated_at = null
    where id = any(${grantIds}::bigint[])`.execute(db)
}

/**
 * Marks suspended grants whose NPI is active again, and unmarks those whose NPI is not. Returns the NPIs that became
 * active.
 */
export async function updateReactivated({ db, now }: InTransaction): Promise<string[]> {
  const { rows } = await sql<{ npi: string; again: boolean }>`
    update access_grant g set npi_reactivated_at = case when n.deactivated then null else ${now}::timestamptz end
    from network_provider n
    where ${ENDED} and n.npi = g.scope_id and n.deactivated = (g.npi_reactivated_at is not null)
    returning n.npi, not n.deactivated as again`.execute(db)
  return [...new Set(rows.filter(({ again }) => again).map(({ npi }) => npi))].sort()
}

/** The SAAs whose own grants for these NPIs are suspended: they cannot see it in the portal. */
export async function findEndedSaas(db: Db, npis: string[]): Promise<{ accountId: string; npi: string }[]> {
  const { rows } = await sql<{ accountId: string; npi: string }>`
    select g.account_id as "accountId", g.scope_id as npi from access_grant g join account a on a.id = g.account_id
    where ${ENDED} and g.scope_id = any(${npis}::text[]) and g.role = 'SAA' and a.state = 'ACTIVE'
    order by g.id`.execute(db)
  return rows
}

export async function findDeactivatedAmong(db: Db, npis: string[]): Promise<string[]> {
  const { rows } = await sql<{ npi: string }>`
    select npi from network_provider where npi = any(${npis}::text[]) and deactivated order by npi`.execute(db)
  return rows.map(({ npi }) => npi)
}

/** True for an NPI that the national file lists as deactivated. */
export async function isDeactivated(db: Db, entity: string): Promise<boolean> {
  if (!entity.startsWith('NPI:')) return false
  return (await findDeactivatedAmong(db, [entity.slice(4)])).length > 0
}
