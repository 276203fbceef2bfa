import Type, { type Static } from 'typebox'
import { Done, listOf, namedShape, paging, personReply, strings, text } from '../shapes.ts'
import { ACCOUNT_KINDS } from './limits.ts'
import { AccountState, id, Role, time } from './parts.ts'
import { ContractState } from './request-shapes.ts'
import { AccountAction, PersonGrant } from './shapes.ts'
import { STAFF_ROLES } from './staff-roles.ts'

/** Shapes for plan staff: all accounts, and the plan's own staff. */

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
  /** Roles of the active grants, highest first. */
  roles: Type.Array(Role),
  created: time,
  lastSignIn: time,
})
export type AccountRow = Static<typeof AccountRow>
export const AccountList = listOf(AccountRow)

/** A grant in any state, with facts about its request. */
const AccountGrant = Type.Object({
  ...PersonGrant.properties,
  scopeName: Type.String(),
  scopeId: Type.String(),
  /** Why it was suspended, or why the request was rejected. */
  reason: Type.String(),
  reference: Type.String(),
  contract: ContractState,
  invited: Type.Boolean(),
})
export type AccountGrant = Static<typeof AccountGrant>
export const Account = Type.Object({
  ...AccountRow.properties,
  ...personReply,
  ...strings('memberId', 'brand'),
  activated: time,
  suspendedReason: Type.String(),
  openSessions: Type.Integer(),
  isMe: Type.Boolean(),
  /** Actions the caller can take on the whole account. */
  actions: Type.Array(AccountAction),
  /** Addresses to choose from if the owner must be confirmed; `until` is empty for the current one. */
  ownerAddresses: Type.Array(Type.Object({ email: Type.String(), until: time })),
  grants: Type.Array(AccountGrant),
})
export type Account = Static<typeof Account>

// The plan's own staff

const StaffRole = Type.Enum([...STAFF_ROLES])
/** `role` is empty for an account without a role. */
const StaffRow = Type.Object({
  ...strings('accountId', 'name', 'userName', 'email'),
  role: Type.Enum(['', ...STAFF_ROLES]),
  state: AccountState,
  lastSignIn: time,
  isMe: Type.Boolean(),
})
export type StaffRow = Static<typeof StaffRow>
export const StaffList = Type.Array(StaffRow)
export const AddStaffBody = Type.Object({ ...namedShape, role: StaffRole })
export type AddStaffBody = Static<typeof AddStaffBody>
/** `waiting`: a new administrator needs four-eyes approval first. */
export const StaffAdded = Type.Object({ accountId: Type.String(), waiting: Type.Boolean() })
export const StaffRoleChanged = Type.Object({ waiting: Type.Boolean() })
export const StaffRoleBody = Type.Object({ accountId: id, role: StaffRole })
export type StaffRoleBody = Static<typeof StaffRoleBody>

const FourEyesApproval = Type.Object({
  kind: Type.Enum([
    'INVITE_SAA',
    'LIFT_HOLD',
    'INVITE_ADMINISTRATOR',
    'MAKE_ADMINISTRATOR',
    'ADD_APPLICATION',
    'CHANGE_APPLICATION',
    'ROTATE_SECRET',
    'ENABLE_APPLICATION',
  ]),
  /** What an application would have, or what would change. Empty for other requests. */
  changes: Type.Array(Type.String()),
  ...strings('askId', 'npi', 'scopeName', 'name', 'email', 'askedBy'),
  askedOn: time,
  expiresOn: time,
  isMine: Type.Boolean(),
  canApprove: Type.Boolean(),
  /** False if no administrator can approve it yet. */
  hasApprover: Type.Boolean(),
})
export type FourEyesApproval = Static<typeof FourEyesApproval>
export const FourEyesApprovals = Type.Array(FourEyesApproval)
export const FourEyesApprovalBody = Type.Object({ askId: id, agree: Type.Boolean() })
/** The secret that an approved request made for an application. It is returned only now. */
const IssuedSecret = Type.Object({ clientId: Type.String(), clientSecret: Type.String() })
export type IssuedSecret = Static<typeof IssuedSecret>
export const FourEyesDecided = Type.Union([Done, IssuedSecret])
export type FourEyesDecided = Static<typeof FourEyesDecided>
export type FourEyesApprovalBody = Static<typeof FourEyesApprovalBody>
