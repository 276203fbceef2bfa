import Type, { type Static } from 'typebox'
import { SigningState } from '../contracts/signing-shapes.ts'
import { listOf, paging, strings, text } from '../shapes.ts'
import { DECISION_DELAY_MAX_SECONDS, NOTE_MAX } from './limits.ts'
import { id, permissions, Role, reason, Scope, time } from './parts.ts'

/** Requests for access: what waits for a decision, how it is decided, and where a person's own stand. */

export const RequestState = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])
/** Of a request by contract: whether its signed form came, and what became of it. */
export const ContractState = Type.Enum(['NONE', 'RECEIVED', 'RETURNED', 'VALIDATED'])
export type ContractState = Static<typeof ContractState>

/** Another request for the SAA's place of the same entity, which the first to be accepted rejects. */
export const CompetingRequest = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  /** It waits for a signed contract, or for a look at it. */
  byContract: Type.Boolean(),
})
export type CompetingRequest = Static<typeof CompetingRequest>

/** What speaks against a request, for plan staff alone (behaviour 7.19). */
export const warnings = {
  /** Since when registration for its NPI is on hold; empty: it is not. */
  onHoldSince: time,
  /** SAAs who object to it, and since when. */
  objections: Type.Array(Type.Object({ name: Type.String(), since: time })),
}
const Warnings = Type.Object(warnings)
export type Warnings = Static<typeof Warnings>

const WaitingRequest = Type.Object({
  reference: Type.String(),
  role: Role,
  requestedOn: time,
  expiresOn: time,
  ...strings('firstName', 'lastName', 'email', 'phone'),
  scopes: Type.Array(Scope),
  permissions,
  /** What the person asking may give: anything else falls away on approval. */
  givable: permissions,
  /** Whether less than was asked for may be given. */
  canTrim: Type.Boolean(),
  /** The NPI the request began with, empty for none. */
  npi: Type.String(),
  /** 'BEHALF' reaches plan staff alone: the provider was asked and could not be quizzed. */
  path: Type.Enum(['BEHALF', 'APPROVAL']),
  /** On behalf: the provider as the requester named them, the address asked, how the requester proved the tie. */
  contactName: Type.String(),
  signatoryEmail: Type.String(),
  validatedBy: Type.String(),
  /** Requests that accepting this one rejects. */
  rivals: Type.Array(CompetingRequest),
  /** Decided a moment ago; it can still be undone. */
  held: Type.Boolean(),
  /** Plan staff alone are told who looks after it, and by when the plan has promised an answer. */
  assignedTo: Type.String(),
  dueOn: time,
  ...warnings,
})
export type WaitingRequest = Static<typeof WaitingRequest>
/** The oldest first unless asked otherwise; with a reference the one, where it waits for the caller. */
export const WaitingQuery = Type.Object({
  reference: Type.Optional(id),
  /** In the reference, the NPI, the names of who asks, and of what is asked for. */
  search: Type.Optional(text(100)),
  path: Type.Optional(Type.Enum(['BEHALF', 'APPROVAL'])),
  role: Type.Optional(Role),
  /** For plan staff: what the caller looks after, or nobody does. */
  assigned: Type.Optional(Type.Enum(['ME', 'NOBODY'])),
  sort: Type.Optional(Type.Enum(['asked', 'who', 'role'])),
  ...paging,
})
export type WaitingQuery = Static<typeof WaitingQuery>
export const WaitingRequests = listOf(WaitingRequest)
export type WaitingRequests = Static<typeof WaitingRequests>

/** From what a reviewer has opened, to the next or the previous that waits, the oldest first. */
export const NextQuery = Type.Object({
  reference: id,
  /** 'FREE': the next that no colleague looks after and nobody decided a moment ago, after the last from the start. */
  way: Type.Enum(['NEXT', 'PREVIOUS', 'FREE']),
})
export type NextQuery = Static<typeof NextQuery>
/** Empty where there is none. */
export const NextReference = Type.Object({ reference: Type.String() })
export type NextReference = Static<typeof NextReference>

/** Present: nothing changes until so many seconds have passed, and until then the decision can be undone. */
export const holdSeconds = Type.Optional(Type.Integer({ minimum: 1, maximum: DECISION_DELAY_MAX_SECONDS }))

export const DecideRequestBody = Type.Object({
  reference: id,
  decision: Type.Enum(['approve', 'deny']),
  /** Fewer than were asked for; left out: as asked. Read-only permissions always stay. */
  permissions: Type.Optional(permissions),
  reason: Type.Optional(reason),
  holdSeconds,
})
export type DecideRequestBody = Static<typeof DecideRequestBody>
/** While the decision is held the state is the one before. */
export const Decided = Type.Object({ reference: Type.String(), state: RequestState })

const DelayedDecision = Type.Object({
  reference: Type.String(),
  act: Type.Enum(['VALIDATE', 'RETURN', 'APPROVE', 'DENY']),
  /** Who asks for access. */
  name: Type.String(),
  /** REFUSED: it could not be carried out when it was due; `message` says why. */
  state: Type.Enum(['HELD', 'DONE', 'REFUSED']),
  secondsLeft: Type.Integer(),
  message: Type.String(),
})
export type DelayedDecision = Static<typeof DelayedDecision>
export const DelayedDecisions = Type.Array(DelayedDecision)

// What plan staff keep for themselves about a request

export const StaffNotesQuery = Type.Object({ reference: id })
export const StaffNotes = Type.Object({
  /** The caller, as `assignedTo` would name them. */
  me: Type.String(),
  /** Who looks after it; empty: nobody. */
  assignedTo: Type.String(),
  assignedName: Type.String(),
  reviewers: Type.Array(Type.Object({ accountId: Type.String(), name: Type.String() })),
  /** The newest first. */
  notes: Type.Array(Type.Object({ at: time, by: Type.String(), note: Type.String() })),
})
export type StaffNotes = Static<typeof StaffNotes>

/** `from`: who looked after it when the page was read; somebody quicker is not overruled unseen. */
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
  scopes: Type.Array(Scope),
  permissions,
  /** Granted, it makes an Access Administrator of who is the SAA now; a decided one does so no more. */
  replaceSaa: Type.Boolean(),
  askedOn: time,
  /** Of whom: the provider's masked address, 'Provider Services', or the names of who can decide about it now. */
  askedOf: Type.String(),
  /** Plan staff decide about it, and no provider or administrator. */
  byStaff: Type.Boolean(),
  /** The administrator's name, or 'Provider Services'; empty while it waits, and where nobody of these decided. */
  decidedBy: Type.String(),
  remindedOn: time,
  decidedOn: time,
  expiresOn: time,
  reason: Type.String(),
  /** One sentence: what happens next. */
  next: Type.String(),
  canCancel: Type.Boolean(),
  canSendAgain: Type.Boolean(),
  needsContract: Type.Boolean(),
  /** The newest signed form that came in, and why it went back if it did. */
  contract: Type.Object({ state: ContractState, on: time, reason: Type.String() }),
  /** Whether the contract can be signed online, and where that stands. */
  canSignOnline: Type.Boolean(),
  signing: SigningState,
})
export type MyRequest = Static<typeof MyRequest>
export const MyRequests = Type.Array(MyRequest)
export const ReferenceBody = Type.Object({ reference: id })
