import type { Doubts, NextOne, NextQuery } from '@portico/core/access/shapes'
import type { ContractCounts, ContractList, ContractListQuery, ContractRow } from '@portico/core/contracts/shapes'
import { shownName } from '@portico/core/directory/shown-name'
import { addBusinessDays } from '@portico/core/forms/business-days'
import { type RawBuilder, sql } from 'kysely'
import { findDoubts, findNextInQueue, findRivals, findSaasToReplace, NO_DOUBTS } from '../../access/access.ts'
import type { Context, Db, SignedIn } from '../../platform/context.ts'
import { direction, escapeLike } from '../../platform/paged-list.ts'
import { scopeName } from './scope-name.ts'

const PAGE_SIZE = 25

/** Each request `r` of the contract path with its newest contract `c`, where one came. */
const EVERY = sql`access_request r left join lateral (
  select s.* from signed_contract s where s.request_id = r.id order by s.id desc limit 1) c on true`

/**
 * What waits for a look. No request waits with two contracts, for a newer one takes the place of the older. Each request
 * is looked up by its contract: few wait among all whose form may never come, and the planner does not know how few.
 */
const RECEIVED = sql`signed_contract c
  cross join lateral (select * from access_request x where x.id = c.request_id limit 1) r`
const isReceived = sql`c.state = 'RECEIVED' and r.path = 'CONTRACT' and r.state = 'PENDING_CONTRACT'`

/** What waits is few among all there ever was, and is found by its state. */
const STATES: Record<ContractRow['stage'], RawBuilder<unknown>> = {
  AWAITED: sql`r.state = 'PENDING_CONTRACT'`,
  RECEIVED: isReceived,
  RETURNED: sql`r.state = 'PENDING_CONTRACT'`,
  VALIDATED: sql`r.state = 'ACTIVE'`,
  CLOSED: sql`r.state in ('REJECTED', 'EXPIRED', 'REVOKED')`,
}

/** One row per request of the contract path: its newest contract tells the stage. */
const queueOf = (stage: ContractRow['stage'] | undefined) => sql`
  select r.id, r.reference, r.reg_type, r.npi, a.first_name || ' ' || a.last_name as registrant,
    coalesce(c.came_by, '') as came_by, coalesce(c.received_at, r.created_at) as since,
    case when r.state = 'ACTIVE' then 'VALIDATED' when r.state <> 'PENDING_CONTRACT' then 'CLOSED'
         when c.state = 'RECEIVED' then 'RECEIVED'
         when c.state = 'RETURNED' then 'RETURNED' else 'AWAITED' end as stage,
    ${scopeName} as scope_name,
    (select s.first_name || ' ' || s.last_name from account s where s.id = r.assigned_to) as assigned_to,
    r.assigned_to as assigned_id,
    exists (select from held_decision h where h.request_id = r.id and h.state = 'HELD') as held
  from ${stage === 'RECEIVED' ? RECEIVED : EVERY} join account a on a.id = r.account_id
  where r.path = 'CONTRACT' and ${stage ? STATES[stage] : sql`true`}`

type QueueRow = {
  id: string
  reference: string
  reg_type: 'NPI' | 'PG' | 'PO'
  npi: string | null
  held: boolean
  assigned_to: string | null
  assigned_id: string | null
  registrant: string
  came_by: ContractRow['cameBy']
  since: Date
  stage: ContractRow['stage']
  scope_name: string | null
  total: string
}

const ORDER = { received: sql.ref('since'), scope: sql`lower(scope_name)`, registrant: sql`lower(registrant)` } as const

/** One box for all of it: reference, NPI, person, and every name and number of what is asked for. */
const found = (search: string) => sql`(q.scope_name ilike ${search} or q.registrant ilike ${search}
  or q.reference ilike ${search} or q.npi like ${search} or exists (
    select from access_grant x
    left join provider_group g on g.group_id = coalesce(x.group_id, x.scope_id)
    left join provider p on x.scope_kind = 'NPI' and p.npi = x.scope_id
    where x.request_id = q.id and (g.name ilike ${search} or g.group_id ilike ${search} or p.name ilike ${search})))`

export async function findContractQueue(context: SignedIn, query: ContractListQuery): Promise<ContractList> {
  const { db, session } = context
  const words = query.search?.trim() ?? ''
  const stage = query.stage ?? (words ? undefined : 'RECEIVED')
  const conditions = [
    stage ? sql`q.stage = ${stage}` : sql`true`,
    query.cameBy ? sql`q.came_by = ${query.cameBy}` : sql`true`,
    words ? found(`%${escapeLike(words)}%`) : sql`true`,
    query.assigned === 'ME' ? sql`q.assigned_id = ${session.accountId}` : sql`true`,
    query.assigned === 'NOBODY' ? sql`q.assigned_id is null` : sql`true`,
  ]
  const { rows } = await sql<QueueRow>`
    select q.*, count(*) over () as total from (${queueOf(stage)}) q
    where ${sql.join(conditions, sql` and `)}
    order by ${ORDER[query.sort ?? 'received']} ${direction(query)}, q.reference
    limit ${PAGE_SIZE} offset ${(query.page ?? 0) * PAGE_SIZE}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const formers = await findSaasToReplace(db, ids)
  const rivals = await findRivals(db, ids)
  const doubts = await findDoubts(db, ids)
  const listed = rows.map((row) => ({
    ...readRow(context, row),
    replacesSaa: formers.some(({ requestId }) => requestId === row.id),
    rivals: rivals.get(row.id) ?? [],
    ...(doubts.get(row.id) ?? NO_DOUBTS),
  }))
  return { rows: listed, total: Number(rows[0]?.total ?? 0), pageSize: PAGE_SIZE }
}

/** Among what waits for a look, in the order the queue has unless asked otherwise. */
export async function findNextContract(context: SignedIn, query: NextQuery): Promise<NextOne> {
  return findNextInQueue(context, query, {
    waiting: sql`from ${RECEIVED} where ${isReceived}`,
    place: [sql`c.received_at`, sql`r.reference`],
    here: sql`select coalesce(c.received_at, r.created_at), r.reference
      from access_request r left join signed_contract c on c.request_id = r.id
      where r.reference = ${query.reference} order by c.id desc limit 1`,
  })
}

type RowAlone = Omit<ContractRow, 'replacesSaa' | 'rivals' | keyof Doubts>

function readRow({ settings, session }: SignedIn, row: QueueRow): RowAlone {
  return {
    reference: row.reference,
    stage: row.stage,
    since: row.since.toISOString(),
    cameBy: row.came_by,
    level: row.reg_type,
    scopeName: shownName(row.scope_name ?? ''),
    npi: row.npi ?? '',
    registrant: row.registrant,
    held: row.held,
    assignedTo: row.assigned_to ?? '',
    mine: row.assigned_id === session.accountId,
    dueOn: row.stage === 'RECEIVED' ? addBusinessDays(row.since, settings.reviewPromiseDays).toISOString() : '',
  }
}

const WEEK_MS = 7 * 24 * 3600 * 1000

export async function countContracts({ db, now }: Context): Promise<ContractCounts> {
  const weekStart = new Date(now.getTime() - WEEK_MS)
  const { rows } = await sql<{ waiting: string; oldest: Date | null; validated: string; returned: string }>`
    select count(*) filter (where state = 'RECEIVED') as waiting,
      min(received_at) filter (where state = 'RECEIVED') as oldest,
      count(*) filter (where state = 'VALIDATED' and decided_at >= ${weekStart}) as validated,
      count(*) filter (where state = 'RETURNED' and decided_at >= ${weekStart}) as returned
    from signed_contract where state = 'RECEIVED' or decided_at >= ${weekStart}`.execute(db)
  const row = rows[0]
  return {
    waiting: Number(row?.waiting ?? 0),
    oldest: row?.oldest?.toISOString() ?? '',
    validatedThisWeek: Number(row?.validated ?? 0),
    returnedThisWeek: Number(row?.returned ?? 0),
  }
}

/** What a reviewer wants to know beside the request itself: names, and who is the SAA of each entity now. */
export async function findReviewNames(
  db: Db,
  request: { requestId: string; npi: string | null; orgId: string | null },
) {
  const { rows } = await sql<{ provider: string | null; organization: string | null }>`
    select (select name from provider where npi = ${request.npi}) as provider,
      (select name from organization where org_id = ${request.orgId}) as organization`.execute(db)
  const formers = await findSaasToReplace(db, [request.requestId])
  return {
    providerName: shownName(rows[0]?.provider ?? ''),
    organizationName: shownName(rows[0]?.organization ?? ''),
    saaOf: new Map(formers.map(({ entity, name }) => [entity, name])),
  }
}
