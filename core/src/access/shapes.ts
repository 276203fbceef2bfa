import Type, { type Static } from 'typebox'
import { EMAIL_MAX, NAME_MAX } from '../constants.ts'
import { SigningState } from '../contracts/signing-shapes.ts'
import { ClaimPicture } from '../directory/shapes.ts'
import { Counted, keyedId, listOf, paging, strings, text } from '../shapes.ts'
import {
  ACCOUNT_ACTIONS,
  ACCOUNT_KINDS,
  ACCOUNT_STATES,
  GRANT_ACTIONS,
  HOLD_SECONDS_MAX,
  INVITE_MANY_MAX_CHARACTERS,
  NOTE_MAX,
  PEOPLE_SORTS,
  REASON_MAX,
} from './limits.ts'
import { STAFF_ROLES } from './staff-roles.ts'

/** User administration of offices and of plan staff, and where a person's own requests stand. */

const id = Type.String({ minLength: 1, maxLength: 64 })
const reason = Type.String({ maxLength: REASON_MAX })
const Role = Type.Enum(['SAA', 'AA', 'AU'])
const InvitedRole = Type.Enum(['AA', 'AU'])
const ScopeKind = Type.Enum(['NPI', 'PG', 'IPA', 'SG', 'PO'])
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
const AccountState = Type.Enum([...ACCOUNT_STATES])
const permissions = Type.Array(text(20), { maxItems: 50 })
/** ISO 8601, or empty when it has not happened. */
const time = Type.String()

/** A scope somebody administers or asks for, by the name people know it under. */
export const Scope = Type.Object({
  /** The key every call names a scope with, such as 'NPI:1100000011' or 'GROUP:G100'. */
  entity: Type.String(),
  kind: ScopeKind,
  id: Type.String(),
  name: Type.String(),
})
export type Scope = Static<typeof Scope>

const AdministeredScope = Type.Object({
  ...Scope.properties,
  myRole: Role,
  /** What may be handed on here: nobody gives more than they hold. */
  permissions,
  /** The roles somebody may be invited to here, and what else may be done with the people of the whole scope. */
  invites: Type.Array(Role),
  actions: Type.Array(Type.Enum(['confirm', 'handOver'])),
  people: Type.Integer(),
  confirmDue: Type.Integer(),
})
export type AdministeredScope = Static<typeof AdministeredScope>
export const AdministeredScopes = Type.Array(AdministeredScope)

const GrantAction = Type.Enum([...GRANT_ACTIONS])
export type GrantAction = Static<typeof GrantAction>

const AccountAction = Type.Enum([...ACCOUNT_ACTIONS])

export const PersonGrant = Type.Object({
  grantId: keyedId('grant'),
  ...strings('accountId', 'firstName', 'lastName', 'email'),
  accountState: AccountState,
  scope: Scope,
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
  actions: Type.Array(GrantAction),
})
export type PersonGrant = Static<typeof PersonGrant>

export const PeopleQuery = Type.Object({
  entity: Type.Optional(text(80)),
  search: Type.Optional(text(80)),
  /** One person: every grant of theirs that the person asking looks after. */
  accountId: Type.Optional(id),
  role: Type.Optional(Role),
  /** Only running access to the very entity, in a role that the caller can give there. */
  colleagues: Type.Optional(Type.Boolean()),
  /** 'confirm': only whose access has to be confirmed soon. */
  due: Type.Optional(Type.Enum(['confirm'])),
  offset: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  sort: Type.Optional(Type.Enum([...PEOPLE_SORTS])),
  descending: Type.Optional(Type.Boolean()),
})
export type PeopleQuery = Static<typeof PeopleQuery>
/** Everybody of a list, in its order. */
export const ExportPeopleQuery = Type.Omit(PeopleQuery, ['accountId', 'offset', 'due', 'role', 'colleagues'])
export type ExportPeopleQuery = Static<typeof ExportPeopleQuery>
export const PeoplePage = Type.Object({
  ...Counted.properties,
  people: Type.Array(PersonGrant),
  /** Where one person is asked for: what the person asking may do with their account. */
  actions: Type.Array(AccountAction),
})
export type PeoplePage = Static<typeof PeoplePage>

/** Another request for the SAA's place of the same entity, which the first to be accepted rejects. */
export const Rival = Type.Object({
  reference: Type.String(),
  name: Type.String(),
  /** It waits for a signed contract, or for a look at it. */
  byContract: Type.Boolean(),
})
export type Rival = Static<typeof Rival>

/** What speaks against a request, for plan staff alone (behaviour 7.19). */
export const doubts = {
  /** Since when registration for its NPI is on hold; empty: it is not. */
  onHoldSince: time,
  /** SAAs who object to it, and since when. */
  objections: Type.Array(Type.Object({ name: Type.String(), since: time })),
}
const Doubts = Type.Object(doubts)
export type Doubts = Static<typeof Doubts>

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
  rivals: Type.Array(Rival),
  /** Decided a moment ago; it can still be undone. */
  held: Type.Boolean(),
  /** Plan staff alone are told who looks after it, and by when the plan has promised an answer. */
  assignedTo: Type.String(),
  dueOn: time,
  ...doubts,
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
export const NextOne = Type.Object({ reference: Type.String() })
export type NextOne = Static<typeof NextOne>

/** Present: nothing changes until so many seconds have passed, and until then the decision can be undone. */
export const holdSeconds = Type.Optional(Type.Integer({ minimum: 1, maximum: HOLD_SECONDS_MAX }))

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

const HeldDecision = Type.Object({
  reference: Type.String(),
  act: Type.Enum(['VALIDATE', 'RETURN', 'APPROVE', 'DENY']),
  /** Who asks for access. */
  name: Type.String(),
  /** REFUSED: it could not be carried out when it was due; `message` says why. */
  state: Type.Enum(['HELD', 'DONE', 'REFUSED']),
  secondsLeft: Type.Integer(),
  message: Type.String(),
})
export type HeldDecision = Static<typeof HeldDecision>
export const HeldDecisions = Type.Array(HeldDecision)

// What plan staff keep for themselves about a request

export const DeskQuery = Type.Object({ reference: id })
export const Desk = Type.Object({
  /** The caller, as `assignedTo` would name them. */
  me: Type.String(),
  /** Who looks after it; empty: nobody. */
  assignedTo: Type.String(),
  assignedName: Type.String(),
  reviewers: Type.Array(Type.Object({ accountId: Type.String(), name: Type.String() })),
  /** The newest first. */
  notes: Type.Array(Type.Object({ at: time, by: Type.String(), note: Type.String() })),
})
export type Desk = Static<typeof Desk>

/** `from`: who looked after it when the page was read; somebody quicker is not overruled unseen. */
export const AssignBody = Type.Object({ reference: id, from: text(64), to: text(64) })
export type AssignBody = Static<typeof AssignBody>
export const NoteBody = Type.Object({ reference: id, note: text(NOTE_MAX) })
export type NoteBody = Static<typeof NoteBody>

export const InviteBody = Type.Object({
  entity: text(80),
  /** SAA: plan staff only. */
  role: Role,
  permissions,
  firstName: text(200),
  lastName: text(200),
  email: text(200),
  phone: Type.Optional(text(40)),
  phoneExt: Type.Optional(text(40)),
})
export type InviteBody = Static<typeof InviteBody>
/** `waiting`: nobody is invited before a second administrator has agreed. */
export const Invited = Type.Object({ accountId: Type.String(), reference: Type.String(), waiting: Type.Boolean() })

/** A CSV with a header row; permissions are separated by spaces or '|', none means the least somebody has. */
export const InviteManyBody = Type.Object({
  entity: text(80),
  csv: Type.String({ maxLength: INVITE_MANY_MAX_CHARACTERS }),
  /** Only says what would happen: nobody is invited. */
  preview: Type.Optional(Type.Boolean()),
})
export type InviteManyBody = Static<typeof InviteManyBody>
export const InviteManyResult = Type.Object({
  invited: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      /** As the file says, right or wrong. */
      ...strings('name', 'email', 'role'),
      /** What the invitation gives. */
      permissions,
      invited: Type.Boolean(),
      message: Type.String(),
    }),
  ),
})
export type InviteManyResult = Static<typeof InviteManyResult>

export const ChangeGrantBody = Type.Object({
  grantId: keyedId('grant'),
  role: Type.Optional(InvitedRole),
  permissions: Type.Optional(permissions),
})
export type ChangeGrantBody = Static<typeof ChangeGrantBody>
export const GrantBody = Type.Object({ grantId: keyedId('grant'), reason: Type.Optional(reason) })
export type GrantBody = Static<typeof GrantBody>
export const ConfirmPeopleBody = Type.Object({ grantIds: Type.Array(keyedId('grant'), { maxItems: 1000 }) })
export const Confirmed = Type.Object({ confirmed: Type.Integer() })

export const AccountBody = Type.Object({ accountId: id, reason: Type.Optional(reason) })
export type AccountBody = Static<typeof AccountBody>
export const AccountQuery = Type.Object({ accountId: id })
export const History = Type.Array(
  Type.Object({ at: time, action: Type.String(), sentence: Type.String(), by: Type.String(), reason: Type.String() }),
)
export type History = Static<typeof History>

// What plan staff see: everybody with an account

export const AccountListQuery = Type.Object({
  kind: Type.Optional(Type.Enum([...ACCOUNT_KINDS])),
  state: Type.Optional(AccountState),
  search: Type.Optional(text(100)),
  sort: Type.Optional(Type.Enum(['name', 'created', 'lastSignIn'])),
  ...paging,
})
export type AccountListQuery = Static<typeof AccountListQuery>

const AccountRow = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...ACCOUNT_KINDS]),
  state: AccountState,
  userName: Type.String(),
  email: Type.String(),
  /** Roles held in force, highest first. */
  roles: Type.Array(Role),
  created: time,
  lastSignIn: time,
})
export type AccountRow = Static<typeof AccountRow>
export const AccountList = listOf(AccountRow)

/** A grant of any state, with what is known of the request it came from. */
const AccountGrant = Type.Object({
  ...PersonGrant.properties,
  scopeName: Type.String(),
  scopeId: Type.String(),
  /** Why it is suspended, or why the request was turned down. */
  reason: Type.String(),
  reference: Type.String(),
  contract: ContractState,
  invited: Type.Boolean(),
})
export type AccountGrant = Static<typeof AccountGrant>
export const Account = Type.Object({
  ...AccountRow.properties,
  ...strings('phone', 'phoneExt', 'memberId', 'brand'),
  activated: time,
  suspendedReason: Type.String(),
  openSessions: Type.Integer(),
  isMe: Type.Boolean(),
  /** What the person asking may do with the whole account. */
  actions: Type.Array(AccountAction),
  grants: Type.Array(AccountGrant),
})
export type Account = Static<typeof Account>

// The plan's own staff

const StaffRole = Type.Enum([...STAFF_ROLES])
/** Empty for an account that was given no role. */
const StaffRow = Type.Object({
  ...strings('accountId', 'name', 'userName', 'email'),
  role: Type.Enum(['', ...STAFF_ROLES]),
  state: AccountState,
  lastSignIn: time,
  isMe: Type.Boolean(),
})
export type StaffRow = Static<typeof StaffRow>
export const StaffList = Type.Array(StaffRow)
export const AddStaffBody = Type.Object({
  firstName: text(NAME_MAX),
  lastName: text(NAME_MAX),
  email: text(EMAIL_MAX),
  role: StaffRole,
})
export type AddStaffBody = Static<typeof AddStaffBody>
export const StaffAdded = Type.Object({ accountId: Type.String() })
export const StaffRoleBody = Type.Object({ accountId: id, role: StaffRole })
export type StaffRoleBody = Static<typeof StaffRoleBody>

const SecondYes = Type.Object({
  kind: Type.Enum(['INVITE_SAA', 'LIFT_HOLD']),
  ...strings('askId', 'npi', 'scopeName', 'name', 'email', 'askedBy'),
  askedOn: time,
  expiresOn: time,
  isMine: Type.Boolean(),
})
export type SecondYes = Static<typeof SecondYes>
export const SecondYeses = Type.Array(SecondYes)
export const SecondYesBody = Type.Object({ askId: id, agree: Type.Boolean() })
export type SecondYesBody = Static<typeof SecondYesBody>

// What everybody sees of their own

const HomeChange = Type.Object({
  on: time,
  what: Type.Enum(['DECIDED', 'ASKED', 'ACCESS_BEGAN', 'REPORT_ANSWERED', 'CLAIMS']),
  /** What was decided about an own request; empty for anything else. */
  state: Type.Enum(['', 'ACTIVE', 'REJECTED', 'EXPIRED']),
  /** The person or provider it is about. */
  about: Type.String(),
  count: Type.Integer(),
})
export type HomeChange = Static<typeof HomeChange>
export const OfficeHome = Type.Object({
  /** When the person signed in the time before; empty at the first. */
  lastVisit: time,
  /** Since then, the newest first. */
  changes: Type.Array(HomeChange),
  /** Requests that wait for a decision of the person's. */
  waiting: Counted,
  /** Invitations to what the person looks after that nobody has taken up yet. */
  invitations: Type.Integer(),
  claims: ClaimPicture,
})
export type OfficeHome = Static<typeof OfficeHome>

const Administrator = Type.Object({ name: Type.String(), email: Type.String(), role: Type.Enum(['SAA', 'AA']) })
export const ControlledAccess = Type.Array(
  Type.Object({
    grantId: keyedId('grant'),
    scope: Scope,
    role: Role,
    permissions,
    state: GrantState,
    since: time,
    suspendedReason: Type.String(),
    /** Empty: nobody is left, plan staff decide. */
    administrators: Type.Array(Administrator),
  }),
)
export type ControlledAccess = Static<typeof ControlledAccess>

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

/** A permission as the wizard offers it; readOnly is the string 'TRUE' for those that cannot be unchecked. */
export const PermissionItem = Type.Object({
  referenceId: text(20),
  referenceShortDesc: text(200),
  readOnly: text(10),
  checked: Type.Boolean(),
})
export type PermissionItem = Static<typeof PermissionItem>
