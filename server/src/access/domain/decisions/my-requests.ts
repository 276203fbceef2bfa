import type { MyRequest } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import { countInWords } from '@portico/core/forms/small-numbers'
import type { Context, Db, InTransaction, SignedIn } from '#platform/context.ts'
import { readTogether, transact } from '#platform/database/transaction.ts'
import { canSign } from '#platform/keys/signing-certificate.ts'
import { maskAddress } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findSaasToReplace } from '../../store/decisions/competing-requests.ts'
import {
  findRequest,
  findRequestIdByReference,
  findRequestIdsOfAccount,
  findRequests,
  type RequestFacts,
} from '../../store/decisions/requests.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { findNewestContract, findNewestSigning } from '../../store/people/contract-state.ts'
import { findScopes, type ScopeFacts, toScope } from '../../store/people/scopes.ts'
import { fullName, nameOf } from '../mail/mails.ts'
import { cancelRequest, type Decision, REQUEST_UNKNOWN } from './close-request.ts'
import { findDecidersOf, queueRequestLink } from './requests.ts'

/** Lists the caller's own requests with their status. */
export async function listMyRequests({ db, session, settings }: SignedIn): Promise<Outcome<MyRequest[]>> {
  const ids = await findRequestIdsOfAccount(db, session.accountId)
  const requests = await findRequests(db, ids)
  const listed = ids.flatMap((id) => requests.get(id) ?? [])
  const scopes = await findScopes(
    db,
    listed.flatMap(({ grants, npi }) => [...grants.map(({ entity }) => entity), ...(npi ? [`NPI:${npi}`] : [])]),
  )
  const replacing = new Set((await findSaasToReplace(db, ids)).map(({ requestId }) => requestId))
  const toListed = async (request: RequestFacts): Promise<MyRequest> => ({
    ...(await toMyRequest({ db, settings }, request, scopes)),
    replaceSaa: replacing.has(request.requestId),
  })
  return { entity: await readTogether(listed.map(toListed)) }
}

async function toMyRequest(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  request: RequestFacts,
  scopes: Map<string, ScopeFacts>,
): Promise<Omit<MyRequest, 'replaceSaa'>> {
  const own = request.grants.flatMap((grant) => scopes.get(grant.entity) ?? [])
  const isPending = request.state.startsWith('PENDING')
  return {
    reference: request.reference,
    npi: request.npi ?? '',
    npiName: scopes.get(`NPI:${request.npi ?? ''}`)?.name ?? '',
    role: request.role,
    regType: request.regType,
    path: request.path,
    state: request.state,
    access: accessOf(request),
    scopes: own.map(toScope),
    permissions: request.grants[0]?.permissions ?? [],
    askedOn: request.createdAt.toISOString(),
    decidedBy: await decidedBy(db, request),
    remindedOn: request.remindedAt?.toISOString() ?? '',
    decidedOn: request.decidedAt?.toISOString() ?? '',
    expiresOn: request.expiresAt?.toISOString() ?? '',
    reason: request.reason ?? '',
    canCancel: isPending,
    canSendAgain: request.state === 'PENDING_PROVIDER' && request.path === 'BEHALF' && !request.needsStaff,
    needsContract: request.state === 'PENDING_CONTRACT',
    canSignOnline: canSign(settings) && request.state === 'PENDING_CONTRACT',
    ...(await describeStatus({ db, settings }, request)),
  }
}

/** Status of a request for its requester: the deciders, the signed form and the next step. */
export async function describeStatus(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  request: RequestFacts,
): Promise<Pick<MyRequest, 'askedOf' | 'byStaff' | 'contract' | 'signing' | 'next'>> {
  const contract = await describeContract(db, request)
  const signing = await describeSigning(db, request)
  const deciders = (await findDecidersOf(db, request)).map(fullName)
  const isUndecided = request.path === 'APPROVAL' && request.state === 'PENDING_APPROVAL'
  const byStaff = request.needsStaff || (isUndecided && deciders.length === 0)
  const promise = `within ${countInWords(settings.reviewPromiseDays, 'business day')}`
  const next = byStaff
    ? `Provider Services will decide on your request ${promise} and email you.`
    : whatNext(request, contract, signing, promise)
  return { askedOf: byStaff ? PLAN : askedOf(request, deciders), byStaff, contract, signing, next }
}

async function describeContract(db: Db, request: RequestFacts): Promise<MyRequest['contract']> {
  const newest = request.path === 'CONTRACT' ? await findNewestContract(db, request.requestId) : undefined
  if (!newest || newest.state === 'SUPERSEDED') return { state: 'NONE', on: '', reason: '' }
  const { state, reason } = newest
  // A closed form shows as received. The request itself shows that it ended.
  if (state === 'CLOSED') return { state: 'RECEIVED', on: newest.receivedAt.toISOString(), reason: '' }
  return { state, on: (newest.decidedAt ?? newest.receivedAt).toISOString(), reason: reason ?? '' }
}

const NO_SIGNING: MyRequest['signing'] = {
  state: 'NONE',
  way: '',
  name: '',
  title: '',
  sentTo: '',
  reason: '',
  askedOn: '',
  openedOn: '',
  confirmedOn: '',
  endedOn: '',
  expiresOn: '',
}

async function describeSigning(db: Db, request: RequestFacts): Promise<MyRequest['signing']> {
  const newest = request.path === 'CONTRACT' ? await findNewestSigning(db, request.requestId) : undefined
  // Retention deletes the signer's name.
  if (!newest?.signer_name) return NO_SIGNING
  return {
    state: newest.state,
    way: newest.way,
    name: newest.signer_name,
    title: newest.signer_title,
    sentTo: maskAddress(newest.signer_email),
    reason: newest.reason ?? '',
    askedOn: newest.requested_at.toISOString(),
    openedOn: newest.opened_at?.toISOString() ?? '',
    confirmedOn: newest.confirmed_at?.toISOString() ?? '',
    endedOn: newest.ended_at?.toISOString() ?? '',
    expiresOn: newest.expires_at.toISOString(),
  }
}

const PLAN = 'Provider Services'

/** The current deciders. `decidedBy` names the user who made the decision. */
function askedOf(request: RequestFacts, deciders: string[]): string {
  if (request.path === 'CONTRACT') return PLAN
  return request.path === 'BEHALF' ? maskAddress(request.signatoryEmail ?? '') : deciders.join(', ')
}

/** Empty unless staff or an administrator made the decision. */
async function decidedBy(db: Db, request: RequestFacts): Promise<string> {
  if (request.decidedAs === 'STAFF') return PLAN
  if (request.decidedAs !== 'ADMINISTRATOR' || !request.decidedBy) return ''
  const decider = await findAccount(db, request.decidedBy)
  return decider ? nameOf(decider) : ''
}

const SIGN_AND_RETURN = 'Sign the contract form and return it. Your access begins after we validate the signed form.'
const NEXT_OF_CONTRACT: Record<Exclude<MyRequest['contract']['state'], 'RECEIVED'>, string> = {
  NONE: SIGN_AND_RETURN,
  RETURNED: 'We could not accept the signed form. Please correct it and return it again.',
  VALIDATED: 'Your signed form is validated.',
}

type Contract = MyRequest['contract']
type Signing = MyRequest['signing']

const NEXT_OF_ACCESS: Record<MyRequest['access'], string> = {
  '': '',
  ACTIVE: 'Your access is active.',
  SUSPENDED: 'Your access is suspended. Please ask your administrator or Provider Services.',
  REVOKED: 'Your access has ended. You can make a new request.',
}

/** A request for several groups counts as active while one of its grants is. */
function accessOf({ state, grants }: RequestFacts): MyRequest['access'] {
  if (state !== 'ACTIVE') return ''
  const has = (wanted: string) => grants.some((grant) => grant.state === wanted)
  return has('ACTIVE') ? 'ACTIVE' : has('SUSPENDED') ? 'SUSPENDED' : 'REVOKED'
}

/** The online signing status is more specific than a missing form, so it comes first. */
function nextOfContract(contract: Contract, signing: Signing, promise: string): string {
  if (contract.state !== 'RECEIVED' && signing.state === 'OPEN' && signing.way === 'ASKED')
    return `${signing.name} was asked by email to sign the contract online.`
  if (contract.state === 'NONE' && signing.state === 'DECLINED')
    return `${signing.name} declined to sign. You can ask someone else, sign it yourself if you’re authorized to, or return it on paper.`
  if (contract.state === 'RECEIVED')
    return `${signing.state === 'SIGNED' ? 'The contract is signed' : 'We have your signed form'}. We’ll review it ${promise} of receiving it and email you.`
  return NEXT_OF_CONTRACT[contract.state]
}

function whatNext(request: RequestFacts, contract: Contract, signing: Signing, promise: string): string {
  switch (request.state) {
    case 'PENDING_PROVIDER':
      return 'The provider was asked by email to accept or reject your request.'
    case 'PENDING_CONTRACT':
      return nextOfContract(contract, signing, promise)
    case 'PENDING_APPROVAL':
      return 'An access administrator will decide on your request.'
    case 'ACTIVE':
      return NEXT_OF_ACCESS[accessOf(request)]
    case 'REJECTED':
      return 'Your request was rejected. You can make a new one.'
    case 'EXPIRED':
      return 'No one decided in time. You can make a new request.'
    case 'REVOKED':
      return 'The request was canceled.'
  }
}

type Named = { reference: string }

export const cancelMyRequest = (context: SignedIn, named: Named): Promise<Outcome<Decision>> =>
  withOwn(context, named, cancelRequest)

export const sendMyRequestAgain = (context: SignedIn, named: Named): Promise<Outcome<true>> =>
  withOwn(context, named, queueRequestLink)

async function withOwn<Entity>(
  context: SignedIn,
  { reference }: Named,
  work: (context: InTransaction, requestId: string) => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  return transact(context, async (inside) => {
    const requestId = await findRequestIdByReference(inside.db, reference)
    const request = requestId ? await findRequest(inside.db, requestId) : undefined
    if (request?.accountId !== context.session.accountId) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
    return work(inside, request.requestId)
  })
}
