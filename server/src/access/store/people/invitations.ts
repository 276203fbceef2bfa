import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { PENDING } from './grants.ts'

/** A pending request that becomes active when the invited user activates the account. */
export type Invitation = {
  requestId: string
  role: Role
  entities: string[]
  permissions: string[]
  invitedBy: string | null
}

export async function findInvitations(db: Db, accountId: string): Promise<Invitation[]> {
  return db
    .selectFrom('access_request as r')
    .innerJoin('access_grant as g', 'g.request_id', 'r.id')
    .select(['r.id as requestId', 'g.role', sql<string[]>`array_agg(g.entity order by g.id)`.as('entities')])
    .select(sql<string[]>`(array_agg(to_json(g.permissions) order by g.id))[1]`.as('permissions'))
    .select('r.invited_by as invitedBy')
    .where('r.account_id', '=', accountId)
    .where('r.path', '=', 'INVITATION')
    .where('r.state', 'in', PENDING)
    .groupBy(['r.id', 'g.role'])
    .orderBy('r.id')
    .execute()
}

/** True if the account has ever had an invitation to a scope. Staff accounts have none. */
export async function hasInvitation(db: Db, accountId: string): Promise<boolean> {
  const query = db.selectFrom('access_request').select('id').where('account_id', '=', accountId)
  return (await query.where('path', '=', 'INVITATION').limit(1).executeTakeFirst()) !== undefined
}

/** Makes another account the inviter. */
export async function updateInvitedBy(trx: Trx, requestId: string, accountId: string): Promise<void> {
  await trx.updateTable('access_request').set({ invited_by: accountId }).where('id', '=', requestId).execute()
}
