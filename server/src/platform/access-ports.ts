import type { PermissionItem } from '@portico/core/access/shapes'
import type { Kysely, Transaction } from 'kysely'
import type { Outcome } from './outcome.ts'
import type { AccessRequestTable, AccountKind, AccountState, Database, GrantState, Role, ScopeKind } from './schema.ts'

/**
 * What the access area does for the other areas. Areas never import areas: app.ts builds these functions once
 * (createAccessPorts in server/src/access/ports.ts) and hands them over.
 */

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

export type CredentialsInput = {
  userName: string
  password: string
  questions: { question: string; answer: string }[]
  /** The activation screen lets inner spaces stand in a user name (behaviour 5.9). */
  allowSpaces?: boolean
}

/** Everything slow about a password is done before a transaction opens; only hashes travel on. */
export type Credentials = {
  userName: string
  userNameKey: string
  passwordHash: string
  answers: { question: string; answerHash: string }[]
}

export type ContactDetails = {
  firstName: string
  lastName: string
  email: string
  phone?: string | undefined
  phoneExt?: string | undefined
}

export type NewAccount = {
  kind: AccountKind
  brand: string
  contact: ContactDetails
  /** None for an invited person: the activation link brings them. */
  credentials?: Credentials | undefined
  state: AccountState
  memberId?: string | undefined
  now: Date
}

/** One entity asked for. A PO with its chosen groups is one scope per group: kind 'PO', id the PO's, groupId set. */
export type RequestedScope = { kind: ScopeKind; id: string; groupId?: string | undefined }

export type RequestPath = AccessRequestTable['path']
export type RequestState = AccessRequestTable['state']
export type DecidedAs = NonNullable<AccessRequestTable['decided_as']>

export type NewRequest = {
  accountId: string
  role: Role
  regType: 'NPI' | 'PG' | 'PO'
  /** The NPI the registration began with; an invitation to a group has none. */
  npi?: string | undefined
  orgId?: string | undefined
  path: RequestPath
  validatedBy?: 'ssn' | 'tin' | 'claim' | undefined
  replaceSaa: boolean
  brand: string
  scopes: RequestedScope[]
  permissions: string[]
  /** The provider's own name where somebody asks in the provider's name. */
  contactFirstName?: string | undefined
  contactLastName?: string | undefined
  /** Where the provider is asked: required for path BEHALF. */
  signatoryEmail?: string | undefined
  /** Asked by somebody signed in (additional access): their own address is known, the stranger's limit is not theirs. */
  signedIn?: boolean | undefined
  now: Date
  address?: string | undefined
}

export type DecideRequest = {
  requestId: string
  decidedAs: DecidedAs
  decidedBy?: string | undefined
  /** The mailed link this decision spends, in the same transaction. */
  linkId?: string | undefined
  reason?: string | undefined
  now: Date
  address?: string | undefined
}

export type Decision = {
  requestId: string
  reference: string
  state: RequestState
  accountId: string
  /** The same person decided the same before: this is the stored result, and nothing was done now. */
  repeated?: true
}

/** messageCode of the refusal when a request was decided otherwise, cancelled or expired before: nothing was done. */
export const ALREADY_DECIDED = 'already-decided'

export type AccessPorts = {
  /** Re-checks the rules, refuses a common password (407) and hashes. Never inside a transaction. */
  prepareCredentials(input: CredentialsInput): Promise<Outcome<Credentials>>
  /** 405 when the user name is taken, race-safe. */
  createAccount(trx: Trx, account: NewAccount): Promise<Outcome<{ accountId: string; publicId: string }>>
  /** The 403 'Account Found' question: an open account of the same kind with this name and email address. */
  accountFound(db: Db, person: { firstName: string; lastName: string; email: string }): Promise<boolean>
  /**
   * Inserts the pending request with its grants, tells everybody concerned and asks whoever decides (path BEHALF: the
   * provider by link, 407 when the stranger's mail limit is reached). Paths SELF and INVITATION send nothing here.
   */
  insertRequest(trx: Trx, request: NewRequest): Promise<Outcome<{ requestId: string; reference: string }>>
  /** Makes a request's grants active: replacement, losing requests, mails and audit in this one transaction. */
  activateRequest(
    trx: Trx,
    decision: DecideRequest & { trimPermissions?: string[] | undefined },
  ): Promise<Outcome<Decision>>
  /** Provider, administrator or plan staff say no. */
  rejectRequest(trx: Trx, decision: DecideRequest): Promise<Outcome<Decision>>
  /** A provider who cannot be quizzed: plan staff decide instead. */
  passRequestToStaff(trx: Trx, request: { requestId: string; now: Date }): Promise<void>
  /** Mails a new activation link to an invited account; the older one ends. Returns the address of the link. */
  sendActivationLink(
    trx: Trx,
    invitation: { accountId: string; now: Date; invitedBy?: string },
  ): Promise<Outcome<{ url: string }>>
  /** The activation link is spent: the invited account gets its credentials, its invitation becomes active. */
  activateAccount(
    trx: Trx,
    activation: { linkId: string; accountId: string; credentials: Credentials; now: Date; address?: string },
  ): Promise<Outcome<{ accountId: string; publicId: string }>>
  /** What an SAA of that type receives. */
  getDefaultPerms(providerType: 'NPI' | 'PG' | 'PO'): PermissionItem[]
  /** What the SAA of an entity (an NPI, a group id or an organization id) holds; empty when there is none. */
  getSaaActivePerms(db: Db, entityId: string): Promise<PermissionItem[]>
  /** Mails about the signed contract; its validation is activateRequest. */
  tellContractReceived(trx: Trx, contract: { requestId: string; now: Date }): Promise<void>
  tellContractReturned(trx: Trx, contract: { requestId: string; reason: string; now: Date }): Promise<void>
  /** True while an SAA request for this NPI waits that is not this account's own. */
  hasPendingSaaRequest(db: Db, npi: string, exceptAccountId?: string): Promise<boolean>
  /** The facts of a request, for review, status and contract. */
  findRequest(db: Db, requestId: string): Promise<RequestFacts | undefined>
}

export type RequestFacts = {
  requestId: string
  reference: string
  accountId: string
  role: Role
  regType: 'NPI' | 'PG' | 'PO'
  npi: string | null
  orgId: string | null
  path: RequestPath
  validatedBy: string | null
  replaceSaa: boolean
  brand: string
  state: RequestState
  needsStaff: boolean
  contactFirstName: string | null
  contactLastName: string | null
  signatoryEmail: string | null
  createdAt: Date
  remindAt: Date | null
  remindedAt: Date | null
  expiresAt: Date | null
  decidedAt: Date | null
  reason: string | null
  requester: ContactDetails & { state: AccountState }
  grants: {
    grantId: string
    scope: RequestedScope
    entity: string
    state: GrantState
    permissions: string[]
    name: string
  }[]
}
