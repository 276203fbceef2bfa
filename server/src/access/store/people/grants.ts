import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '../../../platform/context.ts'
import { runWritten, writeForOne, writeOnce } from '../../../platform/database/prepared.ts'
import type { Role } from '../../../platform/database/schema.ts'
import { writeUnread } from '../../../platform/database/transaction.ts'

/** Each by its name: what asks for all columns is not prepared by name. */
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

/** What an account holds or held; the newest first. */
export async function findGrantsOfAccount(db: Db, accountId: string): Promise<Grant[]> {
  return db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

/** The SAA of each entity, suspended ones too: whoever comes next takes the place from either. */
export const lockCurrentSaas = (trx: Trx, entities: string[]): Promise<Grant[]> => lockSaas(trx, entities, {})

const lockSaas = writeForOne('lock-saas', (db, entities) =>
  db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('entity', 'in', entities)
    .where('role', '=', 'SAA')
    .where('state', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('id')
    .forNoKeyUpdate(),
)

export async function updateGrantRole(
  { db, now }: InTransaction,
  grantId: string,
  role: Role,
  confirmDueAt: Date | null,
): Promise<void> {
  await db
    .updateTable('access_grant')
    .set({ role, role_since: now, confirm_due_at: confirmDueAt, confirm_reminded_at: null })
    .where('id', '=', grantId)
    .execute()
}

export async function updateGrantActive(
  { db, now }: InTransaction,
  grantId: string,
  active: { permissions: string[]; confirmDueAt: Date | null },
): Promise<void> {
  const values = [grantId, active.permissions, now, active.confirmDueAt]
  await writeUnread(db, runWritten(db, { name: 'activate-grant', text: activateSql, values }))
}

const activateSql = `
update access_grant set state = 'ACTIVE', permissions = $2, activated_at = $3, confirm_due_at = $4, suspended_reason = null
where id = $1`

export async function updateGrantEnded({ db, now }: InTransaction, grantId: string): Promise<void> {
  await db.updateTable('access_grant').set({ state: 'REVOKED', ended_at: now }).where('id', '=', grantId).execute()
}

/** What the requester already holds for these entities, beside the request itself. */
export const lockHeldGrants = (
  trx: Trx,
  { id, account_id: accountId }: { id: string; account_id: string },
  entities: string[],
): Promise<Grant[]> => lockHeld(trx, entities, { id, accountId })

const lockHeld = writeForOne('lock-held', (db, entities, { id, accountId }: { id: string; accountId: string }) =>
  db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('entity', 'in', entities)
    .where('request_id', '<>', id)
    .where('state', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('id')
    .forNoKeyUpdate(),
)

/** Plan staff have taken something of the account away there, whatever its role. */
export async function isSuspendedByStaff(db: Db, accountId: string, entities: string[]): Promise<boolean> {
  return (await findTakenAway(db, entities, { accountId })).length > 0
}

const findTakenAway = writeForOne('taken-away', (db, entities, { accountId }: { accountId: string }) =>
  db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', accountId)
    .where('entity', 'in', entities)
    .where('state', '=', 'SUSPENDED')
    .where('suspended_as', '=', 'STAFF')
    .limit(1),
)

/** What a request would give: of its grants those that still wait. */
export const findWaitingGrants = (db: Db, requestId: string): Promise<Grant[]> => findWaiting(db, { requestId })

const findWaiting = writeOnce('waiting-grants', (db, { requestId }: { requestId: string }) =>
  db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('request_id', '=', requestId)
    .where('state', 'in', ['PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL'])
    .orderBy('id'),
)

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

/** The same role as before is held since as long. */
const sinceWhen = (role: Role, now: Date) => sql<Date | null>`case when role = ${role} then role_since else ${now} end`

/** Role and permissions of this one grant; its request keeps what was asked. */
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

/** Waits for the person who was invited to it, and for nobody's decision. */
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
    .set({ state: 'SUSPENDED', suspended_reason: suspended.reason, suspended_as: suspended.as })
    .where('id', '=', grantId)
    .execute()
}
