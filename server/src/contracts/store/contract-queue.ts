import type { NextQuery, NextReference, Warnings } from '@portico/core/access/request-shapes'
import type { ContractCounts, ContractList, ContractListQuery, ContractRow } from '@portico/core/contracts/shapes'
import { addBusinessDays } from '@portico/core/forms/business-days'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Db, SignedIn } from '#platform/context.ts'
import { countFound, direction, type Found, findPage } from '#platform/database/paged-list.ts'
import {
  findCompetingRequests,
  findNextInQueue,
  findSaasToReplace,
  findWarnings,
  NO_WARNINGS,
} from '../../access/access.ts'
import {
  findSearchMatches,
  isGroupRequested,
  isOfRequest,
  isScopeNamed,
  type SearchParts,
  scopeName,
} from './searched.ts'

/** Joins the newest contract `c` of a request `r`, if any. */
const NEWEST = sql`left join lateral (
  select s.came_by, s.state from signed_contract s where s.request_id = r.id order by s.id desc limit 1) c on true`

/**
 * Contracts that await review, at most one per request: a newer copy supersedes the older one. The lateral join starts
 * from the contracts, because the planner cannot estimate how few of the open requests have one.
 */
const RECEIVED = sql`signed_contract c
  cross join lateral (select * from access_request x where x.id = c.request_id limit 1) r`
const isReceived = sql`c.state = 'RECEIVED' and r.path = 'CONTRACT' and r.state = 'PENDING_CONTRACT'`

/** Any contract that awaits review. */
export const contractsWaiting = () => sql`select from ${RECEIVED} where ${isReceived}`

const ofNewest = (column: 'state' | 'came_by') => sql`(
  select s.${sql.ref(column)} from signed_contract s where s.request_id = r.id order by s.id desc limit 1)`

/** The newest contract, if any, determines the stage of an open request. */
const STAGES: Record<ContractRow['stage'], RawBuilder<unknown>> = {
  AWAITED: sql`r.state = 'PENDING_CONTRACT'
    and (r.contract_received_at is null or ${ofNewest('state')} not in ('RECEIVED', 'RETURNED'))`,
  RECEIVED: isReceived,
  RETURNED: sql`r.state = 'PENDING_CONTRACT' and r.contract_received_at is not null and ${ofNewest('state')} = 'RETURNED'`,
  VALIDATED: sql`r.state = 'ACTIVE'`,
  CLOSED: sql`r.state in ('REJECTED', 'EXPIRED', 'REVOKED')`,
}

/** Must match the expression of the index access_request_contracts. */
const SINCE = sql`coalesce(r.contract_received_at, r.created_at)`
const REGISTRANT = sql`select s.first_name || ' ' || s.last_name from account s where s.id = r.account_id`

const ORDER = { received: SINCE, scope: sql`lower(${scopeName})`, registrant: sql`lower((${REGISTRANT}))` } as const

type QueueRow = {
  id: string
  reference: string
  reg_type: 'NPI' | 'PG' | 'PO'
  npi: string | null
  is_delayed: boolean
  assigned_to: string | null
  assigned_id: string | null
  registrant: string
  came_by: ContractRow['cameBy']
  since: Date
  stage: ContractRow['stage']
  scope_name: string | null
}

/** The FROM and WHERE clauses for the matching requests, without display columns. */
function requestsOf({ session }: SignedIn, query: ContractListQuery, sought: SearchParts | undefined) {
  const stage = query.stage ?? (sought ? undefined : 'RECEIVED')
  const conditions = [sql`r.path = 'CONTRACT'`]
  if (stage) conditions.push(STAGES[stage])
  if (query.cameBy) conditions.push(sql`${ofNewest('came_by')} = ${query.cameBy}`)
  if (query.assigned === 'ME') conditions.push(sql`r.assigned_to = ${session.accountId}`)
  if (query.assigned === 'NOBODY') conditions.push(sql`r.assigned_to is null`)
  if (sought) conditions.push(sql`(${isOfRequest(sought)} or ${isScopeNamed(sought)} or ${isGroupRequested(sought)})`)
  return sql`from ${stage === 'RECEIVED' ? RECEIVED : sql`access_request r`} where ${sql.join(conditions, sql` and `)}`
}

/** Adds the display columns to the requests of one page. */
const listedOf = (cut: RawBuilder<unknown>) => sql<QueueRow & Found>`
  select r.id, r.reference, r.reg_type, r.npi, (${REGISTRANT}) as registrant, coalesce(c.came_by, '') as came_by,
    ${SINCE} as since,
    case when r.state = 'ACTIVE' then 'VALIDATED' when r.state <> 'PENDING_CONTRACT' then 'CLOSED'
         when c.state = 'RECEIVED' then 'RECEIVED'
         when c.state = 'RETURNED' then 'RETURNED' else 'AWAITED' end as stage,
    ${scopeName} as scope_name,
    (select s.first_name || ' ' || s.last_name from account s where s.id = r.assigned_to) as assigned_to,
    r.assigned_to as assigned_id,
    exists (select from delayed_decision h where h.request_id = r.id and h.state = 'HELD') as is_delayed, r.found
  from (${cut}) r ${NEWEST}`

export async function findContractQueue(context: SignedIn, query: ContractListQuery): Promise<ContractList> {
  const { db } = context
  const sought = await findSearchMatches(db, query.search)
  const matching = requestsOf(context, query, sought)
  const way = direction(query)
  // A search reads all matches to sort them, so it counts them in the same statement.
  const total = sought ? sql`count(*) over ()::int` : sql`null`
  const { rows, ...list } = await findPage<QueueRow & Found>(db, query, {
    matching,
    found: countFound,
    page: (limits) => sql`${listedOf(sql`
      select r.*, ${ORDER[query.sort ?? 'received']} as place, ${total} as found ${matching}
      order by place ${way}, r.reference ${limits}`)}
      order by r.place ${way}, r.reference`,
  })
  const ids = rows.map(({ id }) => id)
  const formers = await findSaasToReplace(db, ids)
  const competing = await findCompetingRequests(db, ids)
  const warnings = await findWarnings(db, ids)
  const listed = rows.map((row) => ({
    ...readRow(context, row),
    replacesSaa: formers.some(({ requestId }) => requestId === row.id),
    competing: competing.get(row.id) ?? [],
    ...(warnings.get(row.id) ?? NO_WARNINGS),
  }))
  return { ...list, rows: listed }
}

/** Finds the next contract that awaits review, in the queue's default order. */
export async function findNextContract(context: SignedIn, query: NextQuery): Promise<NextReference> {
  return findNextInQueue(context, query, {
    waiting: sql`from ${RECEIVED} where ${isReceived}`,
    place: [sql`c.received_at`, sql`r.reference`],
    here: sql`select coalesce(c.received_at, r.created_at), r.reference
      from access_request r left join signed_contract c on c.request_id = r.id
      where r.reference = ${query.reference} order by c.id desc limit 1`,
  })
}

type RowAlone = Omit<ContractRow, 'replacesSaa' | 'competing' | keyof Warnings>

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
    delayed: row.is_delayed,
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

/** Facts for the reviewer beyond the request: names, and the current SAA of each entity. */
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
