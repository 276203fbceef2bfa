import Type, { type Static } from 'typebox'
import { SigningState } from '../contracts/signing-shapes.ts'
import { listOf, paging, personReply, strings, text } from '../shapes.ts'
import { DECISION_DELAY_MAX_SECONDS, NOTE_MAX } from './limits.ts'
import { id, permissions, Role, reason, Scope, time } from './parts.ts'

/** Access requests: pending ones, decisions, and a user's own requests. */

export const RequestState = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])
/** State of the signed form of a request by contract. */
export const ContractState = Type.Enum(['NONE', 'RECEIVED', 'RETURNED', 'VALIDATED'])
export type ContractState = Static<typeof ContractState>

/** Another pending request for SAA of the same entity. Accepting one rejects the others. */
export const CompetingRequest = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  /** The request is on the contract path. */
  byContract: Type.Boolean(),
})
export type CompetingRequest = Static<typeof CompetingRequest>

/** Warnings about a request, shown to plan staff only (behaviour 7.19). */
export const warnings = {
  /** Start of the registration hold on its NPI; empty if there is none. */
  onHoldSince: time,
  /** SAAs who object to the request. */
  objections: Type.Array(Type.Object({ name: Type.String(), since: time })),
}
const Warnings = Type.Object(warnings)
export type Warnings = Static<typeof Warnings>

const WaitingRequest = Type.Object({
  reference: Type.String(),
  role: Role,
  requestedOn: time,
  expiresOn: time,
  ...personReply,
  scopes: Type.Array(Scope),
  permissions,
  /** Permissions the caller can give. Approval drops all others. */
  givable: permissions,
  /** The caller can grant fewer permissions than requested. */
  canTrim: Type.Boolean(),
  /** The NPI that the request started from, or empty. */
  npi: Type.String(),
  /** Only plan staff see 'BEHALF': the provider was asked, but no quiz was possible. */
  path: Type.Enum(['BEHALF', 'APPROVAL']),
  /** On behalf: the provider's name from the requester, the address that was asked, and the requester's proof. */
  contactName: Type.String(),
  signatoryEmail: Type.String(),
  validatedBy: Type.String(),
  /** The requester used the link in the receipt, and has kept the address since. */
  emailConfirmed: Type.Boolean(),
  /** The address belongs to a person with active access here. */
  emailKnown: Type.Boolean(),
  /** Competing requests that accepting this one rejects. */
  competing: Type.Array(CompetingRequest),
  /** A delayed decision is open and can still be undone. */
  delayed: Type.Boolean(),
  /** Assignee and promised response time, for plan staff only. */
  assignedTo: Type.String(),
  dueOn: time,
  ...warnings,
})
export type WaitingRequest = Static<typeof WaitingRequest>
/** Oldest first by default. With a reference: only that request, if it waits for the caller. */
export const WaitingQuery = Type.Object({
  reference: Type.Optional(id),
  /** Searches reference, NPI, requester and scope names. */
  search: Type.Optional(text(100)),
  path: Type.Optional(Type.Enum(['BEHALF', 'APPROVAL'])),
  role: Type.Optional(Role),
  /** For plan staff: assigned to the caller, or unassigned. */
  assigned: Type.Optional(Type.Enum(['ME', 'NOBODY'])),
  sort: Type.Optional(Type.Enum(['asked', 'who', 'role'])),
  ...paging,
})
export type WaitingQuery = Static<typeof WaitingQuery>
export const WaitingRequests = listOf(WaitingRequest)
export type WaitingRequests = Static<typeof WaitingRequests>

/** Finds the next or previous pending item relative to the open one, oldest first. */
export const NextQuery = Type.Object({
  reference: id,
  /** 'FREE': the next item without another assignee or a delayed decision. It wraps around at the end. */
  way: Type.Enum(['NEXT', 'PREVIOUS', 'FREE']),
})
export type NextQuery = Static<typeof NextQuery>
/** `reference` is empty if there is none. */
export const NextReference = Type.Object({ reference: Type.String() })
export type NextReference = Static<typeof NextReference>

/** Delays the decision by this many seconds. Until then it can be undone. */
export const holdSeconds = Type.Optional(Type.Integer({ minimum: 1, maximum: DECISION_DELAY_MAX_SECONDS }))

export const DecideRequestBody = Type.Object({
  reference: id,
  decision: Type.Enum(['approve', 'deny']),
  /** A subset of the requested permissions; if absent, all of them. Read-only permissions always stay. */
  permissions: Type.Optional(permissions),
  reason: Type.Optional(reason),
  holdSeconds,
})
export type DecideRequestBody = Static<typeof DecideRequestBody>
/** During the delay, `state` is the state before the decision. */
export const Decided = Type.Object({ reference: Type.String(), state: RequestState })

const DelayedDecision = Type.Object({
  reference: Type.String(),
  act: Type.Enum(['VALIDATE', 'RETURN', 'APPROVE', 'DENY', 'ACCEPT_CHANGE', 'RETURN_CHANGE']),
  /** The requester's name; for changes of the directory, their provider and fields. */
  name: Type.String(),
  /** REFUSED: it could not be carried out when due; `message` gives the reason. */
  state: Type.Enum(['HELD', 'DONE', 'REFUSED']),
  secondsLeft: Type.Integer(),
  message: Type.String(),
})
export type DelayedDecision = Static<typeof DelayedDecision>
export const DelayedDecisions = Type.Array(DelayedDecision)

// Staff notes

export const StaffNotesQuery = Type.Object({ reference: id })
/** Newest first. */
export const StaffNoteList = Type.Array(Type.Object({ at: time, by: Type.String(), note: Type.String() }))
export type StaffNoteList = Static<typeof StaffNoteList>
export const StaffNotes = Type.Object({
  /** The caller's account id. */
  me: Type.String(),
  /** The assignee's account id; empty if unassigned. */
  assignedTo: Type.String(),
  assignedName: Type.String(),
  reviewers: Type.Array(Type.Object({ accountId: Type.String(), name: Type.String() })),
  notes: StaffNoteList,
})
export type StaffNotes = Static<typeof StaffNotes>

/** `from` is the assignee that the page showed. A competing assignment since then makes the call fail. */
export const AssignBody = Type.Object({ reference: id, from: text(64), to: text(64) })
export type AssignBody = Static<typeof AssignBody>
export const NoteBody = Type.Object({ reference: id, note: text(NOTE_MAX) })
export type NoteBody = Static<typeof NoteBody>

const MyRequest = Type.Object({
  ...strings('reference', 'npi', 'npiName'),
  role: Role,
  regType: Type.Enum(['NPI', 'PG', 'PO']),
  path: Type.Enum(['SELF', 'BEHALF', 'CONTRACT', 'APPROVAL', 'INVITATION']),
  state: RequestState,
  /** State of the access that the accepted request gave. Empty if it was not accepted. */
  access: Type.Enum(['', 'ACTIVE', 'SUSPENDED', 'REVOKED']),
  scopes: Type.Array(Scope),
  permissions,
  /** Approval would make the current SAA an Access Administrator. False once the request is decided. */
  replaceSaa: Type.Boolean(),
  askedOn: time,
  /** Who decides: the provider's masked address, 'Provider Services', or the current administrators' names. */
  askedOf: Type.String(),
  /** Only plan staff can decide this request. */
  byStaff: Type.Boolean(),
  /** The administrator's name or 'Provider Services'; empty if neither of them decided. */
  decidedBy: Type.String(),
  remindedOn: time,
  decidedOn: time,
  expiresOn: time,
  reason: Type.String(),
  /** One sentence about the next step. */
  next: Type.String(),
  canCancel: Type.Boolean(),
  canSendAgain: Type.Boolean(),
  needsContract: Type.Boolean(),
  /** The newest signed form, and the reason if it was returned. */
  contract: Type.Object({ state: ContractState, on: time, reason: Type.String() }),
  /** Whether the contract can be signed online, and the state of that signing. */
  canSignOnline: Type.Boolean(),
  signing: SigningState,
})
export type MyRequest = Static<typeof MyRequest>
export const MyRequests = Type.Array(MyRequest)
export const ReferenceBody = Type.Object({ reference: id })

export const EmailLinkQuery = Type.Object({ confirmId: text(200) })
export const EmailLink = Type.Object({ reference: Type.String() })
export type EmailLink = Static<typeof EmailLink>
