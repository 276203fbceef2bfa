// biome-ignore-all lint/performance/noBarrelFile: a face lists what the areas above may use, and nothing else.
import type * as legacy from '../platform/access-ports.ts'
import type { InTransaction } from '../platform/context.ts'
import type { Outcome } from '../platform/outcome.ts'
import * as accounts from './domain/accounts.ts'
import * as contractMails from './domain/contract-mails.ts'
import * as decide from './domain/decide.ts'
import * as requests from './domain/requests.ts'
import { findRequest } from './store/requests.ts'

/** What the access area gives to the areas above it. Refusals inside a transaction mean: roll back (transact). */

// Accounts

export type { ContactDetails, Credentials, CredentialsInput } from '../platform/access-ports.ts'
export { isCommonPassword } from './domain/common-passwords.ts'
/** Re-checks the rules, refuses a common password (407) and hashes. Never inside a transaction. */
export { prepareCredentials } from './domain/credentials.ts'
/** The 403 'Account Found' question: an open account of the same kind with this name and email address. */
export { hasAccountOf as accountFound } from './store/accounts.ts'
export type NewAccount = Omit<legacy.NewAccount, 'now'>

/** 405 when the user name is taken, race-safe. */
export const createAccount = (context: InTransaction, account: NewAccount) =>
  accounts.createAccount(context.db, { ...account, now: context.now })

/** Mails a new activation link to an invited account; the older one ends. Gives the address of the link. */
export const sendActivationLink = (context: InTransaction, invitation: { accountId: string; invitedBy?: string }) =>
  accounts.sendActivationLink(context.settings, context.db, { ...invitation, now: context.now })

/** The activation link is spent: the invited account gets its credentials, its invitation becomes active. */
export const activateAccount = (
  context: InTransaction,
  activation: { linkId: string; accountId: string; credentials: legacy.Credentials },
) =>
  accounts.activateAccount(context.settings, context.db, {
    ...activation,
    now: context.now,
    ...(context.address ? { address: context.address } : {}),
  })

// Requests

export type { Decision, RequestedScope, RequestFacts, RequestPath } from '../platform/access-ports.ts'
export { ALREADY_DECIDED } from '../platform/access-ports.ts'
/** The facts of a request, for review, status and contract; whether an SAA request of somebody else waits for an NPI. */
export { findRequest, hasPendingSaaRequest } from './store/requests.ts'
export type NewRequest = Omit<legacy.NewRequest, 'now' | 'address' | 'signedIn'>
/** Who decided follows from how it was decided: the context's actor, the requester, or nobody with an account. */
export type DecideRequest = Omit<legacy.DecideRequest, 'now' | 'address' | 'decidedBy'>

/**
 * Inserts the pending request with its grants, tells everybody concerned and asks whoever decides (path BEHALF: the
 * provider by link, 407 when the stranger's mail limit is reached). Paths SELF and INVITATION send nothing here. Who
 * asks for themself signed in is known by the context.
 */
export const insertRequest = (context: InTransaction, request: NewRequest) =>
  requests.insertRequest(context.settings, context.db, {
    ...request,
    now: context.now,
    address: context.address ?? undefined,
    signedIn: context.actor.accountId === request.accountId,
  })

/** Makes a request's grants active: replacement, losing requests, mails and audit in this one transaction. */
export const activateRequest = async (
  context: InTransaction,
  decision: DecideRequest & { trimPermissions?: string[] | undefined },
): Promise<Outcome<legacy.Decision>> =>
  decide.activateRequest(context.settings, context.db, { ...decision, ...(await circumstances(context, decision)) })

/** Provider, administrator or plan staff say no. */
export const rejectRequest = async (
  context: InTransaction,
  decision: DecideRequest,
): Promise<Outcome<legacy.Decision>> =>
  decide.rejectRequest(context.settings, context.db, { ...decision, ...(await circumstances(context, decision)) })

async function circumstances(context: InTransaction, { requestId, decidedAs }: DecideRequest) {
  const { now, address, actor } = context
  const request = await findRequest(context.db, requestId)
  const byRequester = decidedAs === 'REQUESTER' || (decidedAs === 'PROVIDER' && request?.path === 'SELF')
  const byActor = decidedAs === 'STAFF' || decidedAs === 'ADMINISTRATOR'
  const decidedBy = byRequester ? request?.accountId : byActor ? (actor.accountId ?? undefined) : undefined
  return { now, address: address ?? undefined, decidedBy }
}

/** A provider who cannot be quizzed: plan staff decide instead. */
export const passRequestToStaff = ({ db, now }: InTransaction, requestId: string) =>
  requests.passRequestToStaff(db, { requestId, now })

/** Mails about the signed contract; its validation is activateRequest. */
export const tellContractReceived = (context: InTransaction, requestId: string) =>
  contractMails.tellContractReceived(context.settings, context.db, { requestId, now: context.now })
export const tellContractReturned = (context: InTransaction, contract: { requestId: string; reason: string }) =>
  contractMails.tellContractReturned(context.settings, context.db, { ...contract, now: context.now })

// Permissions

/** What an SAA of a type receives, and what the SAA of an entity (an NPI, a group or an organization) holds. */
export { getDefaultPerms, getSaaActivePerms } from './domain/permissions.ts'
