import { completePermissions, PERMISSION_IDS, type PermissionId } from '@portico/core/access/permissions'
import type { DecideRequestBody } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import type { Db, InTransaction } from '#platform/context.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  findRequestIdByReference,
  findRequests,
  lockRequest,
  type RequestFacts,
} from '../../store/decisions/requests.ts'
import { coveringAny, findAdministrators, reachingAll } from '../../store/people/administrators.ts'
import { findScopes, type ScopeFacts } from '../../store/people/scopes.ts'
import { type ActingInside, actsAs } from '../acting.ts'
import { type Actor, authorityOver, canDecide, grantablePermissions } from '../authority.ts'
import { NO_REQUEST, REASON_NEEDED } from '../sentences.ts'
import type { DecisionHandlers } from './carry-out-delayed.ts'
import { approve, type Decision, deny } from './close-request.ts'

type Verdict = Omit<DecideRequestBody, 'reference' | 'holdSeconds'>
type Decider = { db: Db; caller: Actor }
export type Decidable = { request: RequestFacts; scopes: ScopeFacts[] }

/** decideRequest: the caller can undo it for a few seconds (behaviour 15.14). */
export const decideRequest = {
  async open(context: ActingInside, { reference }: DecideRequestBody): Promise<Outcome<Decidable>> {
    const requestId = await findRequestIdByReference(context.db, reference)
    const opened = await openRequest(context, requestId)
    if ('entity' in opened && opened.entity.request.role === 'SAA') await requireRecentProof(context)
    return opened
  },
  describe({ request: { requestId, reference, state } }: Decidable, { decision, reason, permissions }: Verdict) {
    const act = decision === 'deny' ? ('DENY' as const) : ('APPROVE' as const)
    return { requestId, act, reason, permissions, pending: { reference, state } }
  },
  decide: approveOrDeny,
}

/** Runs after the delay and reads the decider's rights again. */
const carryOutRequest =
  (decision: Verdict['decision']): DecisionHandlers['APPROVE'] =>
  async (context, { request_id, reason, permissions }) => {
    const opened = await openRequest(context, request_id ?? undefined)
    const verdict = { decision, ...(reason ? { reason } : {}), ...(permissions ? { permissions } : {}) }
    return 'refusal' in opened ? opened : approveOrDeny(context, opened.entity, verdict)
  }

export const requestHandlers: Pick<DecisionHandlers, 'APPROVE' | 'DENY'> = {
  APPROVE: carryOutRequest('approve'),
  DENY: carryOutRequest('deny'),
}

/** Locks the request. Refuses if the caller may not decide all of it. */
async function openRequest(
  { db, caller }: InTransaction & { caller: Actor },
  requestId: string | undefined,
): Promise<Outcome<Decidable>> {
  const request = requestId === undefined ? undefined : await lockRequest(db, requestId)
  const [found] = request ? await selectDecidable({ db, caller }, [request]) : []
  return found ? { entity: found } : refuse(STATUS.notFound, NO_REQUEST)
}

export async function findAllDecidable(by: Decider, requestIds: string[]): Promise<Map<string, Decidable>> {
  const found = await selectDecidable(by, [...(await findRequests(by.db, requestIds)).values()])
  return new Map(found.map((one) => [one.request.requestId, one]))
}

/** Those of the requests that the caller may decide. */
async function selectDecidable({ db, caller }: Decider, requests: RequestFacts[]): Promise<Decidable[]> {
  const here = requests.filter(isDecidedHere)
  const known = await findScopes(
    db,
    here.flatMap(({ grants }) => grants.map(({ entity }) => entity)),
  )
  const isStaff = caller.kind === 'internal'
  const saas = isStaff ? await findAdministrators(db, coveringAny([...known.values()]), ['SAA']) : []
  return here.flatMap((request) => {
    const scopes = request.grants.flatMap(({ entity }) => known.get(entity) ?? [])
    const saaIsLeft = reachingAll(saas, scopes).some(({ accountId }) => accountId !== request.accountId)
    return canDecideWhole(caller, { request, scopes }, saaIsLeft) ? [{ request, scopes }] : []
  })
}

/** Approves as requested or with fewer permissions, or denies with a reason. */
async function approveOrDeny(
  context: InTransaction & { caller: Actor },
  { request, scopes }: Decidable,
  body: Verdict,
): Promise<Outcome<Decision>> {
  const decision = { requestId: request.requestId, decidedAs: actsAs(context) }
  if (body.decision === 'deny') {
    const reason = body.reason?.trim()
    return reason ? deny(context, request, { ...decision, reason }) : refuse(STATUS.pageMessage, REASON_NEEDED)
  }
  if (!canTrim(request)) return approve(context, request, decision)
  if (body.permissions && !body.permissions.some((id) => PERMISSION_IDS.some((known) => known === id)))
    return refuse(STATUS.pageMessage, SELECT_PERMISSION)
  const givable = grantableOverAll(context.caller, scopes)
  const trimPermissions = body.permissions
    ? completePermissions(body.permissions).filter((id) => givable.includes(id))
    : givable
  return approve(context, request, { ...decision, trimPermissions })
}

/** Staff decide in place of the provider here, who could only accept or reject the whole request. */
export const canTrim = (request: RequestFacts): boolean => request.path !== 'BEHALF'

/** Users cannot approve permissions that they do not have. */
export const grantableOverAll = (actor: Actor, scopes: ScopeFacts[]): PermissionId[] =>
  PERMISSION_IDS.filter((id) =>
    scopes.every((scope) => grantablePermissions(actor, scope, PERMISSION_IDS).includes(id)),
  )

/** A provider decides a request on their behalf through the mailed link, unless it was passed to staff. */
const isDecidedHere = (request: RequestFacts): boolean =>
  request.path === 'APPROVAL' || (request.path === 'BEHALF' && request.needsStaff) || isOver(request)

/** Still found after the decision, so that a second decision is refused as such. */
const isOver = (request: RequestFacts): boolean => request.path === 'BEHALF' && request.decidedAt !== null

/**
 * True if the caller can give every grant of the request by its scope and role. No one decides their own request. Staff
 * decide only if no SAA covers all scopes. A decided request is checked by its requested role, so that all potential
 * deciders get the same refusal.
 */
function canDecideWhole(actor: Actor, { request, scopes }: Decidable, saaIsLeft: boolean): boolean {
  if (request.accountId === actor.accountId || request.grants.length === 0) return false
  return request.grants.every(({ entity, role: given, state }) => {
    const scope = scopes.find((one) => one.entity === entity)
    const role = state.startsWith('PENDING') ? given : request.role
    return scope !== undefined && canDecide(authorityOver(actor, scope), role, saaIsLeft)
  })
}
