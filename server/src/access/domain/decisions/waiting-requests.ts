import { completePermissions, PERMISSION_IDS, type PermissionId } from '@portico/core/access/permissions'
import type {
  DecideRequestBody,
  WaitingQuery,
  WaitingRequest,
  WaitingRequests,
  Warnings,
} from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import { addBusinessDays } from '@portico/core/forms/business-days'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import type { Counted } from '@portico/core/shapes'
import type { Db, InTransaction, SignedIn } from '../../../platform/context.ts'
import type { Role } from '../../../platform/database/schema.ts'
import { needProof } from '../../../platform/identity/step-up.ts'
import { plainText } from '../../../platform/mail/mail-body.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { findRivals } from '../../store/decisions/competing-requests.ts'
import { findRequestIdByReference, findRequests, type RequestFacts } from '../../store/decisions/requests.ts'
import { type Deciding, findWaiting } from '../../store/decisions/waiting-requests.ts'
import { findDoubts, NO_DOUBTS } from '../../store/decisions/warnings.ts'
import { coveringAny, findAdministrators, reachingAll } from '../../store/people/administrators.ts'
import { findScopes, type ScopeFacts } from '../../store/people/scopes.ts'
import { type Acting, type ActingInside, findCaller } from '../acting.ts'
import { type Actor, givablePermissions, mayDecide, standingOver } from '../authority.ts'
import { NO_REQUEST, REASON_NEEDED } from '../people/administer-sentences.ts'
import { toScope } from '../people/people.ts'
import { actsAs } from '../people/suspension.ts'
import type { Carriers } from './carry-out-delayed.ts'
import { approveRequest, type Decision, denyRequest } from './decide.ts'
import { decideOrDelay } from './delay-decision.ts'

/** AA and AU requests: shown to, and decided by, whoever has standing over every scope asked for. */

export async function listWaitingRequests(context: Acting, query: WaitingQuery): Promise<Outcome<WaitingRequests>> {
  const { db, caller, settings } = context
  const { rows, ...list } = await findWaiting(db, decidingOf(caller), query)
  const promised = (at: Date) => addBusinessDays(at, settings.reviewPromiseDays).toISOString()
  const ids = rows.map(({ id }) => id)
  const decidable = await findAllDecidable(context, ids)
  const rivals = await findRivals(db, ids)
  const isStaff = caller.kind === 'internal'
  const doubts = isStaff ? await findDoubts(db, ids) : undefined
  const listed = rows.flatMap(({ id, createdAt, assignedTo, held }) => {
    const found = decidable.get(id)
    if (!found) return []
    // What plan staff keep for themselves goes to nobody else.
    const desk = {
      ...(isStaff ? { assignedTo: assignedTo ?? '', dueOn: promised(createdAt) } : { assignedTo: '', dueOn: '' }),
      ...(doubts?.get(id) ?? NO_DOUBTS),
    }
    return [{ ...toWaiting(caller, found), rivals: rivals.get(id) ?? [], held, ...desk }]
  })
  return { entity: { ...list, rows: listed } }
}

/** How many wait for whoever is signed in, and since when the oldest does. */
export const countWaitingRequests = async (context: SignedIn) => countWaitingFor(context.db, await findCaller(context))

export async function countWaitingFor(db: Db, caller: Actor): Promise<{ waiting: Counted; oldest: string }> {
  const { rows, pageSize: _, ...waiting } = await findWaiting(db, decidingOf(caller), {})
  return { waiting, oldest: rows[0]?.createdAt.toISOString() ?? '' }
}

function decidingOf({ kind, accountId, grants }: Actor): Deciding {
  if (kind === 'internal') return { staff: accountId }
  const as = (role: Role) =>
    grants.filter((one) => one.state === 'ACTIVE' && one.role === role).map((one) => one.entity)
  return { accountId, saaOf: as('SAA'), aaOf: as('AA') }
}

function toWaiting(
  actor: Actor,
  { request, scopes }: Decidable,
): Omit<WaitingRequest, 'rivals' | 'held' | 'assignedTo' | 'dueOn' | keyof Warnings> {
  const { firstName, lastName, email, phone } = request.requester
  return {
    reference: request.reference,
    role: request.role,
    requestedOn: request.createdAt.toISOString(),
    expiresOn: request.expiresAt?.toISOString() ?? '',
    firstName,
    lastName,
    email,
    phone: phone ?? '',
    scopes: scopes.map(toScope),
    permissions: request.grants[0]?.permissions ?? [],
    givable: givableOverAll(actor, scopes),
    canTrim: canTrim(request),
    npi: request.npi ?? '',
    path: request.path === 'BEHALF' ? 'BEHALF' : 'APPROVAL',
    contactName: plainText(`${request.contactFirstName ?? ''} ${request.contactLastName ?? ''}`),
    signatoryEmail: request.signatoryEmail ?? '',
    validatedBy: request.validatedBy ?? '',
  }
}

/** decideRequest: at once, or delayed for a few seconds (behaviour 15.14). Refuses a request that was decided before. */
export async function decideRequest(
  context: ActingInside,
  { reference, holdSeconds, ...body }: DecideRequestBody,
): Promise<Outcome<Pick<Decision, 'reference' | 'state'>>> {
  const requestId = await findRequestIdByReference(context.db, reference)
  const found = requestId ? await findDecidable(context, requestId) : undefined
  if (!found || !requestId) return refuse(STATUS.notFound, NO_REQUEST)
  const { role, state } = found.request
  if (role === 'SAA') await needProof(context)
  const decision = { requestId, act: body.decision === 'deny' ? 'DENY' : 'APPROVE', holdSeconds, ...body } as const
  const decided = await decideOrDelay(context, decision, () => approveOrDeny(context, found, body))
  if ('refusal' in decided) return decided
  return { entity: decided.entity === 'delayed' ? { reference, state } : decided.entity }
}

/** The delay is over: the rights of whoever decided are read again. */
const carryOutRequest =
  (decision: Verdict['decision']): Carriers['APPROVE'] =>
  async (context, { request_id, reason, permissions }) => {
    const found = await findDecidable(context, request_id)
    const verdict = { decision, ...(reason ? { reason } : {}), ...(permissions ? { permissions } : {}) }
    return found ? approveOrDeny(context, found, verdict) : refuse(STATUS.notFound, NO_REQUEST)
  }

export const requestCarriers: Pick<Carriers, 'APPROVE' | 'DENY'> = {
  APPROVE: carryOutRequest('approve'),
  DENY: carryOutRequest('deny'),
}

type Verdict = Omit<DecideRequestBody, 'reference' | 'holdSeconds'>
type Decider = { db: Db; caller: Actor }
type Decidable = { request: RequestFacts; scopes: ScopeFacts[]; mayGive: MayGive }

/** Nothing where somebody else decides about it. */
async function findDecidable(by: Decider, requestId: string): Promise<Decidable | undefined> {
  return (await findAllDecidable(by, [requestId])).get(requestId)
}

async function findAllDecidable({ db, caller }: Decider, requestIds: string[]): Promise<Map<string, Decidable>> {
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
  const settled = found.filter(({ request, mayGive }) => mayDecideWhole(caller, request, mayGive))
  return new Map(settled.map((one) => [one.request.requestId, one]))
}

/** Approve, with fewer permissions or as asked, or deny with a reason. */
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
  const givable = givableOverAll(caller, scopes)
  const trimPermissions = body.permissions
    ? completePermissions(body.permissions).filter((id) => givable.includes(id))
    : givable
  return approveRequest(context, { ...decision, trimPermissions })
}

/** What a provider would have accepted is accepted whole. */
const canTrim = (request: RequestFacts): boolean => request.path !== 'BEHALF'

/** Nobody gives more than they hold themselves, also by approving. */
const givableOverAll = (actor: Actor, scopes: ScopeFacts[]): PermissionId[] =>
  PERMISSION_IDS.filter((id) => scopes.every((scope) => givablePermissions(actor, scope, PERMISSION_IDS).includes(id)))

/** Providers decide about requests on their behalf by their link; only what was passed to plan staff comes here. */
const isDecidedHere = (request: RequestFacts): boolean =>
  request.path === 'APPROVAL' || (request.path === 'BEHALF' && request.needsStaff) || isOver(request)

/** Decided already: answered as such, so that deciding twice says so. */
const isOver = (request: RequestFacts): boolean => request.path === 'BEHALF' && request.decidedAt !== null

type MayGive = (grant: { entity: string; role: Role }) => boolean

/** Each grant by its own scope and role. Plan staff step in only where nobody is SAA of all that is asked for. */
function toMayGive(actor: Actor, scopes: ScopeFacts[], saaIsLeft: boolean): MayGive {
  return ({ entity, role }) => {
    const scope = scopes.find((one) => one.entity === entity)
    return scope !== undefined && mayDecide(standingOver(actor, scope), role, saaIsLeft)
  }
}

/**
 * A request is decided whole: who may not give all of it decides about none of it, and nobody about their own. Of what
 * is decided already the role asked for counts: who could have decided is told that somebody has.
 */
function mayDecideWhole(actor: Actor, { accountId, role, grants }: RequestFacts, mayGive: MayGive): boolean {
  const asked = grants.map((grant) => ({ ...grant, role: grant.state.startsWith('PENDING') ? grant.role : role }))
  return accountId !== actor.accountId && grants.length > 0 && asked.every(mayGive)
}
