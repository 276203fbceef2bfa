import Type, { type Static } from 'typebox'
import { ClaimPicture } from '../directory/shapes.ts'
import { Counted, keyedId, strings, text } from '../shapes.ts'
import { ACCOUNT_ACTIONS, GRANT_ACTIONS, INVITE_MANY_MAX_CHARACTERS, PEOPLE_SORTS } from './limits.ts'
import { AccountState, GrantState, id, permissions, Role, reason, Scope, time } from './parts.ts'

/** User administration of offices, and what everybody sees of their own access. */

const InvitedRole = Type.Enum(['AA', 'AU'])

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

export const AccountAction = Type.Enum([...ACCOUNT_ACTIONS])

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

/** A permission as the wizard offers it; readOnly is the string 'TRUE' for those that cannot be unchecked. */
export const PermissionItem = Type.Object({
  referenceId: text(20),
  referenceShortDesc: text(200),
  readOnly: text(10),
  checked: Type.Boolean(),
})
export type PermissionItem = Static<typeof PermissionItem>
