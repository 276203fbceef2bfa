import type { CompetingRequest } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { isAnyOf, PENDING } from '../people/grants.ts'
import { findRequests, type RequestFacts } from './requests.ts'

/** Locks other requests for the SAA of any of these entities. The first request to complete wins over them. */
export async function lockLosingRequests(trx: Trx, requestId: string, entities: string[]): Promise<RequestFacts[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from access_request r
    where r.id <> ${requestId} and ${waits('r.state')} and r.id in (
      select g.request_id from access_grant g
      where g.entity = ${isAnyOf(entities)} and g.role = 'SAA' and ${waits('g.state')})
    order by r.id for no key update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  const found = ids.length > 0 ? await findRequests(trx, ids) : new Map<string, RequestFacts>()
  return ids.flatMap((id) => found.get(id) ?? [])
}

const waits = (state: string) => sql`${sql.ref(state)} in (${sql.join(PENDING)})`

export type FormerSaa = { requestId: string; entity: string; name: string }

/** The SAAs that each request would replace if granted now. They can differ from those at request time. */
export async function findSaasToReplace(db: Db, requestIds: string[]): Promise<FormerSaa[]> {
  const { rows } = await sql<FormerSaa>`
    select mine.request_id as "requestId", mine.entity, a.first_name || ' ' || a.last_name as name
    from access_grant mine
    join access_grant saa on saa.entity = mine.entity and saa.role = 'SAA' and saa.state = 'ACTIVE'
      and saa.account_id <> mine.account_id
    join account a on a.id = saa.account_id
    where mine.request_id = any(${requestIds}::bigint[]) and mine.role = 'SAA' and ${waits('mine.state')}`.execute(db)
  return rows
}

/** Competing requests by request, oldest first, for the decider. */
export async function findCompetingRequests(db: Db, requestIds: string[]): Promise<Map<string, CompetingRequest[]>> {
  const { rows } = await sql<CompetingRequest & { of: string }>`
    select distinct mine.request_id as "of", r.id, r.reference, a.first_name || ' ' || a.last_name as name,
      r.path = 'CONTRACT' as "byContract"
    from access_grant mine
    join access_grant other on other.entity = mine.entity and other.request_id <> mine.request_id
      and other.role = 'SAA' and ${waits('other.state')}
    join access_request r on r.id = other.request_id and ${waits('r.state')}
    join account a on a.id = r.account_id
    where mine.request_id = any(${requestIds}::bigint[]) and mine.role = 'SAA' and ${waits('mine.state')}
    order by r.id`.execute(db)
  const competing = new Map<string, CompetingRequest[]>()
  for (const { of, reference, name, byContract } of rows)
    competing.set(of, [...(competing.get(of) ?? []), { reference, name, byContract }])
  return competing
}

/** Closes received contracts of a request that ends without access. */
export async function updateReceivedContractsClosed(
  { db, now }: InTransaction,
  requestId: string,
  { reason, decidedBy }: { reason: string | null; decidedBy: string | null },
): Promise<void> {
  await db
    .updateTable('signed_contract')
    .set({ state: 'CLOSED', decided_at: now, decided_by: decidedBy, reason })
    .where('request_id', '=', requestId)
    .where('state', '=', 'RECEIVED')
    .execute()
}
