import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Role } from '#platform/database/schema.ts'

export const GRANT_COLUMNS = [
  'id',
  'account_id',
  'request_id',
  'scope_kind',
  'scope_id',
  'group_id',
  'entity',
  'role',
  'permissions',
  'state',
  'suspended_as',
  'confirm_due_at',
  'confirm_reminded_at',
] as const

export const PENDING = ['PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL'] as const

export async function findGrant(db: Db, grantId: string) {
  return db.selectFrom('access_grant').select(GRANT_COLUMNS).where('id', '=', grantId).executeTakeFirst()
}

export async function lockGrant(trx: Trx, grantId: string) {
  return trx
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('id', '=', grantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type Grant = NonNullable<Awaited<ReturnType<typeof findGrant>>>

/** All current and former grants of an account, newest first. */
export async function findGrantsOfAccount(db: Db, accountId: string): Promise<Grant[]> {
  return db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

export const isAnyOf = (entities: string[]) => sql<string>`any(${entities}::text[])`

/** Locks the SAA grant of each entity, suspended ones too: the next SAA replaces either. */
export const lockCurrentSaas = (trx: Trx, entities: string[]): Promise<Grant[]> =>
  trx
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('entity', '=', isAnyOf(entities))
    .where('role', '=', 'SAA')
    .where('state', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const setGrantRole = async (
  { db, now }: InTransaction,
  grantId: string,
  terms: { role: Role; confirm_due_at: Date | null },
): Promise<void> => {
  const set = { ...terms, role_since: now, confirm_reminded_at: null }
  await db.updateTable('access_grant').set(set).where('id', '=', grantId).execute()
}

export const updateGrantToAa = (context: InTransaction, grantId: string, confirmDueAt: Date | null): Promise<void> =>
  setGrantRole(context, grantId, { role: 'AA', confirm_due_at: confirmDueAt })

export const updateGrantToSaa = (context: InTransaction, grantId: string): Promise<void> =>
  setGrantRole(context, grantId, { role: 'SAA', confirm_due_at: null })

export async function updateGrantActive(
  { db, now }: InTransaction,
  grantId: string,
  active: { permissions: string[]; confirmDueAt: Date | null },
): Promise<void> {
  const values = [grantId, active.permissions, now, active.confirmDueAt]
  await runPrepared(db, activateSql, values)
}

const activateSql = `
update access_grant set state = 'ACTIVE', permissions = $2, activated_at = $3, confirm_due_at = $4, suspended_reason = null
where id = $1`

export async function updateGrantEnded({ db, now }: InTransaction, grantId: string): Promise<void> {
  await db.updateTable('access_grant').set({ state: 'REVOKED', ended_at: now }).where('id', '=', grantId).execute()
}

/** Ends a grant whose permissions go to a new grant of the same person. */
export const updateGrantMerged = (context: InTransaction, grantId: string): Promise<void> =>
  updateGrantEnded(context, grantId)

/** Locks the current grants of the requester for these entities. Grants of the request itself are pending. */
export const lockCurrentGrants = (trx: Trx, accountId: string, entities: string[]): Promise<Grant[]> =>
  trx
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('entity', '=', isAnyOf(entities))
    .where('state', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** True if staff suspended any grant of the account for these entities, whatever its role. */
export async function isSuspendedByStaff(db: Db, accountId: string, entities: string[]): Promise<boolean> {
  const found = await db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('entity', '=', isAnyOf(entities))
    .where('state', '=', 'SUSPENDED')
    .where('suspended_as', '=', 'STAFF')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasActiveSaa(db: Db, entity: string): Promise<boolean> {
  const found = await db
    .selectFrom('access_grant')
    .select('id')
    .where('entity', '=', entity)
    .where('role', '=', 'SAA')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  return found !== undefined
}

/** An unchanged role keeps its start date. */
const sinceWhen = (role: Role, now: Date) => sql<Date | null>`case when role = ${role} then role_since else ${now} end`

/** Updates the role and permissions of one grant. Its request keeps the requested values. */
export async function updateGrantTerms(
  { db, now }: InTransaction,
  grantId: string,
  terms: { role: Role; permissions: string[]; confirmDueAt: Date | null },
): Promise<void> {
  const { role, permissions, confirmDueAt } = terms
  await db
    .updateTable('access_grant')
    .set({ role, permissions, role_since: sinceWhen(role, now), confirm_due_at: confirmDueAt })
    .where('id', '=', grantId)
    .execute()
}

/** True if the grant waits for the invited user and not for a decision. */
export async function isInvitation(db: Db, grant: Grant): Promise<boolean> {
  if (grant.state !== 'PENDING_APPROVAL') return false
  const request = await db
    .selectFrom('access_request')
    .select('path')
    .where('id', '=', grant.request_id)
    .executeTakeFirst()
  return request?.path === 'INVITATION'
}

export async function updateGrantReactivated(
  { db, now }: InTransaction,
  grantId: string,
  role: Role,
  confirmDueAt: Date | null,
): Promise<void> {
  await db
    .updateTable('access_grant')
    .set({
      state: 'ACTIVE',
      role,
      role_since: sinceWhen(role, now),
      suspended_reason: null,
      suspended_as: null,
      missing_since: null,
      npi_deactivated_at: null,
      npi_reactivated_at: null,
      confirm_due_at: confirmDueAt,
      confirm_reminded_at: null,
    })
    .where('id', '=', grantId)
    .execute()
}

export async function updateGrantConfirmed(trx: Trx, grantId: string, confirmDueAt: Date | null): Promise<void> {
  await trx
    .updateTable('access_grant')
    .set({ confirm_due_at: confirmDueAt, confirm_reminded_at: null })
    .where('id', '=', grantId)
    .execute()
}

export async function updateGrantsReminded({ db, now }: InTransaction, grantIds: string[]): Promise<void> {
  await db.updateTable('access_grant').set({ confirm_reminded_at: now }).where('id', 'in', grantIds).execute()
}

type Suspended = { reason: string; as: 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM' }

export async function updateGrantSuspended(trx: Trx, grantId: string, suspended: Suspended): Promise<void> {
  await trx
    .updateTable('access_grant')
    .set({ state: 'SUSPENDED', suspended_reason: suspended.reason, suspended_as: suspended.as, missing_since: null })
    .where('id', '=', grantId)
    .execute()
}
