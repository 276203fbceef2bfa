import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** A request that rests on a signed contract: the one of a registration, or one of an account, newest first. */
export async function findContractRequest(
  db: Kysely<Database>,
  of: { requestId: string | undefined; accountId: string | undefined; reference: string | undefined },
): Promise<string | undefined> {
  if (!of.requestId && !of.accountId) return undefined
  let query = db.selectFrom('access_request').select('id').where('path', '=', 'CONTRACT')
  query = of.requestId
    ? query.where('id', '=', of.requestId)
    : query.where('account_id', '=', of.accountId as string).where('state', '=', 'PENDING_CONTRACT')
  if (of.reference) query = query.where('reference', '=', of.reference)
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}
