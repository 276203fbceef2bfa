import type { ContractState } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

/** The newest signed form of a request. Superseded copies do not count. */
export async function findNewestContract(db: Db, requestId: string) {
  return db
    .selectFrom('signed_contract')
    .select(['state', 'received_at as receivedAt', 'decided_at as decidedAt', 'reason'])
    .where('request_id', '=', requestId)
    .where('state', '<>', 'SUPERSEDED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Status of the newest signed form of request `r`. A closed form counts as received. */
export const CONTRACT_STATE = sql<ContractState>`coalesce((
  select case c.state when 'CLOSED' then 'RECEIVED' else c.state end from signed_contract c
  where c.request_id = r.id and c.state <> 'SUPERSEDED' order by c.id desc limit 1), 'NONE')`

/** The newest online signing of a request. */
export async function findNewestSigning(db: Db, requestId: string) {
  return db
    .selectFrom('contract_signing')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
