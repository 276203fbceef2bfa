import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

/**
 * Finds a request with a signed contract: the registration's first, then those of the account, newest first. A
 * reference selects that request, even if this browser has started another registration since.
 */
export async function findContractRequest(
  db: Kysely<Database>,
  of: { requestId: string | undefined; accountId: string | undefined; reference: string | undefined },
): Promise<string | undefined> {
  if (!of.requestId && !of.accountId) return undefined
  let query = db.selectFrom('access_request').select('id').where('path', '=', 'CONTRACT')
  const { requestId = null, accountId = null } = of
  query = query.where((where) =>
    where.or([
      where('id', '=', requestId),
      where.and([where('account_id', '=', accountId), where('state', '=', 'PENDING_CONTRACT')]),
    ]),
  )
  if (of.reference) query = query.where('reference', '=', of.reference)
  const row = await query
    .orderBy(sql`id is not distinct from ${requestId}::bigint`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
