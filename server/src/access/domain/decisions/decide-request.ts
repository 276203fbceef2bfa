import { completePermissions, PERMISSION_IDS, type PermissionId } from '@portico/core/access/permissions'
import type { DecideRequestBody } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import type { Db, InTransaction } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequestIdByReference, findRequests, type RequestFacts } from '../../store/decisions/requests.ts'
import { coveringAny, findAdministrators, reachingAll } from '../../store/people/administrators.ts'
import { findScopes, type ScopeFacts } from '../../store/people/scopes.ts'
import { type ActingInside, actsAs } from '../acting.ts'
import { type Actor, authorityOver, canDecide, grantablePermissions } from '../authority.ts'
import { NO_REQUEST, REASON_NEEDED } from '../sentences.ts'
import type { DecisionHandlers } from './carry-out-delayed.ts'
import { approveRequest, type Decision, denyRequest } from './close-request.ts'
import { decideOrDelay } from './delay-decision.ts'

/** decideRequest: at once, or delayed for a few seconds (behaviour 15.14). Refuses a request that was decided before. */
export async function decideRequest(
  context: ActingInside,
  { reference, holdSeconds, ...body }: DecideRequestBody,
): Promise<Outcome<Pick<Decision, 'reference' | 'state'>>> {
  const requestId = await findRequestIdByReference(context.db, reference)
  const found = requestId ? await findDecidable(context, requestId) : undefined
  if (!found || !requestId) return refuse(STATUS.notFound, NO_REQUEST)
  const { role, state } = found.request
  if (role === 'SAA') await requireRecentProof(context)
  const decision = { requestId, act: body.decision === 'deny' ? 'DENY' : 'APPROVE', holdSeconds, ...body } as const
  const decided = await decideOrDelay(context, decision, () => approveOrDeny(context, found, body))
  if ('refusal' in decided) return decided
  return { entity: decided.entity === 'delayed' ? { reference, state } : decided.entity }
}

/** Runs after the delay and reads the decider's rights again. */
const carryOutRequest =
  (decision: Verdict['decision']): DecisionHandlers['APPROVE'] =>
  async (context, { request_id, reason, permissions }) => {
    const found = request_id === null ? undefined : await findDecidable(context, request_id)
    const verdict = { decision, ...(reason ? { reason } : {}), ...(permissions ? { permissions } : {}) }
    return found ? approveOrDeny(context, found, verdict) : refuse(STATUS.notFound, NO_REQUEST)
  }

export const requestHandlers: Pick<DecisionHandlers, 'APPROVE' | 'DENY'> = {
  APPROVE: carryOutRequest('approve'),
  DENY: carryOutRequest('deny'),
}

type Verdict = Omit<DecideRequestBody, 'reference' | 'holdSeconds'>
type Decider = { db: Db; caller: Actor }
export type Decidable = { request: RequestFacts; scopes: ScopeFacts[]; mayGive: MayGive }

/** Undefined if the caller may not decide the request. */
async function findDecidable(by: Decider, requestId: string): Promise<Decidable | undefined> {
  return (await findAllDecidable(by, [requestId])).get(requestId)
}

export async function findAllDecidable({ db, caller }: Decider, requestIds: string[]): Promise<Map<string, Decidable>> {
  const requests = [...(await findRequests(db, requestIds)).values()].filter(isDecidedHere)
  const known = await findScopes(
    db,
    requests.flatMap(({ grants }) => grants.map(({ entity }) => entity)),
  )
  const isStaff = caller.kind === 'internal'
  const saas = isStaff ? await findAdministrators(db, coveringAny([...known.values()]), ['SAA']) : []
  const found = requests.map((request): Decidable => {
    const scopes = request.grants.flatMap(({ entity }) => known.get(entity) ?? [])
    const saaIsLeft = reachingAll(saas, scopes).some(({ accountId }) => accountId !== request.accountId)
    return { request, scopes, mayGive: toMayGive(caller, scopes, saaIsLeft) }
  })
  const settled = found.filter(({ request, mayGive }) => canDecideWhole(caller, request, mayGive))
  return new Map(settled.map((one) => [one.request.requestId, one]))
}

/** Approves as requested or with fewer permissions, or denies with a reason. */
async function approveOrDeny(
  context: InTransaction & { caller: Actor },
  { request, scopes, mayGive }: Decidable,
  body: Verdict,
): Promise<Outcome<Decision>> {
  const { caller } = context
  const decision = { requestId: request.requestId, decidedAs: actsAs(context), mayGive }
  if (body.decision === 'deny') {
    const reason = body.reason?.trim()
    return reason ? denyRequest(context, { ...decision, reason }) : refuse(STATUS.pageMessage, REASON_NEEDED)
  }
  if (!canTrim(request)) return approveRequest(context, decision)
  if (body.permissions && !body.permissions.some((id) => PERMISSION_IDS.some((known) => known === id)))
    return refuse(STATUS.pageMessage, SELECT_PERMISSION)
  const givable = grantableOverAll(caller, scopes)
  const trimPermissions = body.permissions
    ? completePermissions(body.permissions).filter((id) => givable.includes(id))
    : givable
  return approveRequest(context, { ...decision, trimPermissions })
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

type MayGive = (grant: { entity: string; role: Role }) => boolean

/** Checks each grant by its scope and role. Staff can decide only if no SAA covers all scopes. */
function toMayGive(actor: Actor, scopes: ScopeFacts[], saaIsLeft: boolean): MayGive {
  return ({ entity, role }) => {
    const scope = scopes.find((one) => one.entity === entity)
    return scope !== undefined && canDecide(authorityOver(actor, scope), role, saaIsLeft)
  }
}

/**
 * The caller must be able to give every grant of the request, and cannot decide their own. A decided request is checked
 * by its requested role, so that all potential deciders get the same refusal.
 */
function canDecideWhole(actor: Actor, { accountId, role, grants }: RequestFacts, mayGive: MayGive): boolean {
  const asked = grants.map((grant) => ({ ...grant, role: grant.state.startsWith('PENDING') ? grant.role : role }))
  return accountId !== actor.accountId && grants.length > 0 && asked.every(mayGive)
}
