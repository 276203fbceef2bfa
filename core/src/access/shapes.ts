import Type, { type Static } from 'typebox'
import { INVITE_MANY_MAX_CHARACTERS, REASON_MAX } from './limits.ts'

/**
 * What the calls under /rest/sec/access are sent and answer: user administration, and where a person's own requests
 * stand (their names: ACCESS_CALLS in calls.ts). The server checks and serialises with these schemas; the browser imports their types only.
 */

const text = (max = 200) => Type.String({ maxLength: max })
const id = Type.String({ minLength: 1, maxLength: 64 })
const reason = Type.String({ maxLength: REASON_MAX })
const Role = Type.Enum(['SAA', 'AA', 'AU'])
const InvitedRole = Type.Enum(['AA', 'AU'])
const ScopeKind = Type.Enum(['NPI', 'PG', 'IPA', 'SG', 'PO'])
const RequestState = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])
const GrantState = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'SUSPENDED',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])
const permissions = Type.Array(text(20), { maxItems: 50 })
/** ISO 8601, or empty when it has not happened. */
const time = Type.String()

/** A scope somebody administers or asks for, by the name people know it under. */
export const ScopeSchema = Type.Object({
  /** The key every call names a scope with, such as 'NPI:1100000011' or 'GROUP:G100'. */
  entity: Type.String(),
  kind: ScopeKind,
  id: Type.String(),
  name: Type.String(),
})
export type ScopeEntity = Static<typeof ScopeSchema>

const AdministeredScopeSchema = Type.Object({
  ...ScopeSchema.properties,
  myRole: Role,
  /** What may be handed on here: nobody gives more than they hold. */
  permissions,
  people: Type.Integer(),
  waiting: Type.Integer(),
  confirmDue: Type.Integer(),
})
export type AdministeredScope = Static<typeof AdministeredScopeSchema>
export const AdministeredScopesSchema = Type.Array(AdministeredScopeSchema)

const GrantActionSchema = Type.Enum([
  'changePermissions',
  'makeAA',
  'makeAU',
  'suspend',
  'reactivate',
  'remove',
  'resendInvitation',
  'handOver',
  'confirm',
])
export type GrantActionName = Static<typeof GrantActionSchema>

export const PersonGrantSchema = Type.Object({
  grantId: Type.String(),
  accountId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  accountState: Type.Enum(['INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED']),
  scope: ScopeSchema,
  role: Role,
  permissions,
  state: GrantState,
  since: time,
  lastSignIn: time,
  suspendedReason: Type.String(),
  confirmDue: time,
  isMe: Type.Boolean(),
  /** What the person asking may give here: what they hold themselves. */
  givable: permissions,
  /** What the person asking may do with this row; the screen shows just these. */
  actions: Type.Array(GrantActionSchema),
})
export type PersonGrant = Static<typeof PersonGrantSchema>

export const PeopleQuerySchema = Type.Object({
  entity: Type.Optional(text(80)),
  search: Type.Optional(text(80)),
  /** One person: every grant of theirs that the person asking looks after. */
  accountId: Type.Optional(id),
  role: Type.Optional(Role),
  /** 'confirm': only whose access has to be confirmed soon. */
  due: Type.Optional(Type.Enum(['confirm'])),
  offset: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
})
export type PeopleQuery = Static<typeof PeopleQuerySchema>
export const PeoplePageSchema = Type.Object({ total: Type.Integer(), people: Type.Array(PersonGrantSchema) })
export type PeoplePage = Static<typeof PeoplePageSchema>

const WaitingRequestSchema = Type.Object({
  reference: Type.String(),
  role: Role,
  requestedOn: time,
  expiresOn: time,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  scopes: Type.Array(ScopeSchema),
  permissions,
  /** What the person asking may give: anything else falls away on approval. */
  givable: permissions,
  /** The NPI the request began with, empty for none. */
  npi: Type.String(),
  /** 'BEHALF' reaches plan staff alone: the provider was asked and could not be quizzed. */
  path: Type.Enum(['BEHALF', 'APPROVAL']),
  /** On behalf: the provider as the requester named them, the address asked, how the requester proved the tie. */
  contactName: Type.String(),
  signatoryEmail: Type.String(),
  validatedBy: Type.String(),
})
export type WaitingRequest = Static<typeof WaitingRequestSchema>
export const WaitingRequestsSchema = Type.Array(WaitingRequestSchema)

export const DecideRequestBodySchema = Type.Object({
  reference: id,
  decision: Type.Enum(['approve', 'deny']),
  /** Fewer than were asked for; left out: as asked. Read-only permissions always stay. */
  permissions: Type.Optional(permissions),
  reason: Type.Optional(reason),
})
export type DecideRequestBody = Static<typeof DecideRequestBodySchema>
export const DecidedSchema = Type.Object({ reference: Type.String(), state: RequestState })

export const InviteBodySchema = Type.Object({
  entity: text(80),
  /** SAA: plan staff only. */
  role: Role,
  permissions,
  firstName: text(),
  lastName: text(),
  email: text(),
  phone: Type.Optional(text(40)),
  phoneExt: Type.Optional(text(40)),
})
export type InviteBody = Static<typeof InviteBodySchema>
export const InvitedSchema = Type.Object({ accountId: Type.String(), reference: Type.String() })

/** A CSV with a header row; permissions are separated by spaces or '|', none means all that may be given. */
export const InviteManyBodySchema = Type.Object({
  entity: text(80),
  csv: Type.String({ maxLength: INVITE_MANY_MAX_CHARACTERS }),
  /** Only says what would happen: nobody is invited. */
  preview: Type.Optional(Type.Boolean()),
})
export type InviteManyBody = Static<typeof InviteManyBodySchema>
export const InviteManyResultSchema = Type.Object({
  invited: Type.Integer(),
  rows: Type.Array(
    Type.Object({ line: Type.Integer(), email: Type.String(), invited: Type.Boolean(), message: Type.String() }),
  ),
})
export type InviteManyResult = Static<typeof InviteManyResultSchema>

export const ChangeGrantBodySchema = Type.Object({
  grantId: id,
  role: Type.Optional(InvitedRole),
  permissions: Type.Optional(permissions),
})
export type ChangeGrantBody = Static<typeof ChangeGrantBodySchema>
export const GrantBodySchema = Type.Object({ grantId: id, reason: Type.Optional(reason) })
export type GrantBody = Static<typeof GrantBodySchema>
export const ConfirmPeopleBodySchema = Type.Object({ grantIds: Type.Array(id, { maxItems: 1000 }) })
export const ConfirmedSchema = Type.Object({ confirmed: Type.Integer() })
export const DoneSchema = Type.Boolean()

export const AccountBodySchema = Type.Object({ accountId: id, reason: Type.Optional(reason) })
export const HistoryQuerySchema = Type.Object({ accountId: id })
export const HistorySchema = Type.Array(
  Type.Object({ at: time, action: Type.String(), sentence: Type.String(), by: Type.String(), reason: Type.String() }),
)
export type History = Static<typeof HistorySchema>

const AdministratorSchema = Type.Object({ name: Type.String(), email: Type.String(), role: Type.Enum(['SAA', 'AA']) })
export const ControlledAccessSchema = Type.Array(
  Type.Object({
    grantId: Type.String(),
    scope: ScopeSchema,
    role: Role,
    permissions,
    state: GrantState,
    since: time,
    suspendedReason: Type.String(),
    /** Empty: nobody is left, plan staff decide. */
    administrators: Type.Array(AdministratorSchema),
  }),
)
export type ControlledAccess = Static<typeof ControlledAccessSchema>

const MyRequestSchema = Type.Object({
  reference: Type.String(),
  npi: Type.String(),
  npiName: Type.String(),
  role: Role,
  regType: Type.Enum(['NPI', 'PG', 'PO']),
  path: Type.Enum(['SELF', 'BEHALF', 'CONTRACT', 'APPROVAL', 'INVITATION']),
  state: RequestState,
  scopes: Type.Array(ScopeSchema),
  permissions,
  replaceSaa: Type.Boolean(),
  askedOn: time,
  /** Of whom: the provider's masked address, 'plan staff', or the administrators' names. */
  askedOf: Type.String(),
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
  contract: Type.Object({
    state: Type.Enum(['NONE', 'RECEIVED', 'RETURNED', 'VALIDATED']),
    on: time,
    reason: Type.String(),
  }),
})
export type MyRequest = Static<typeof MyRequestSchema>
export const MyRequestsSchema = Type.Array(MyRequestSchema)
export const ReferenceBodySchema = Type.Object({ reference: id })
