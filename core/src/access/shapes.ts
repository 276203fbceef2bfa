import Type, { type Static } from 'typebox'
import { ClaimPicture } from '../plan-data/shapes.ts'
import { Counted, invitedShape, keyedId, listOf, paging, strings, text } from '../shapes.ts'
import { ACCOUNT_ACTIONS, GRANT_ACTIONS, INVITE_MANY_MAX_CHARACTERS, PEOPLE_SORTS, RESTORE_MAX } from './limits.ts'
import { AccountState, GrantState, id, permissions, Role, reason, Scope, time } from './parts.ts'
import { SuccessorTasks } from './successor-shapes.ts'

/** User administration for offices, and each user's own access. */

const InvitedRole = Type.Enum(['AA', 'AU'])

const AdministeredScope = Type.Object({
  ...Scope.properties,
  myRole: Role,
  /** Permissions the caller can give here: at most the caller's own. */
  permissions,
  /** Roles the caller can invite to, and actions on all people of the scope. */
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
  /** Permissions the caller can give here: the caller's own. */
  givable: permissions,
  /** Actions the caller can take on this grant. The page shows only these. */
  actions: Type.Array(GrantAction),
})
export type PersonGrant = Static<typeof PersonGrant>

export const PeopleQuery = Type.Object({
  entity: Type.Optional(text(80)),
  search: Type.Optional(text(80)),
  /** One person: all their grants within the caller's scopes. */
  accountId: Type.Optional(id),
  role: Type.Optional(Role),
  /** Only active grants of exactly this entity, in a role that the caller can give. */
  colleagues: Type.Optional(Type.Boolean()),
  /** 'confirm': only access that must be confirmed soon. */
  due: Type.Optional(Type.Enum(['confirm'])),
  offset: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  sort: Type.Optional(Type.Enum([...PEOPLE_SORTS])),
  descending: Type.Optional(Type.Boolean()),
})
export type PeopleQuery = Static<typeof PeopleQuery>
/** The whole list, in its order. */
export const ExportPeopleQuery = Type.Omit(PeopleQuery, ['accountId', 'offset', 'due', 'role', 'colleagues'])
export type ExportPeopleQuery = Static<typeof ExportPeopleQuery>
export const PeoplePage = Type.Object({
  ...Counted.properties,
  people: Type.Array(PersonGrant),
  /** With `accountId`: actions the caller can take on that account. */
  actions: Type.Array(AccountAction),
})
export type PeoplePage = Static<typeof PeoplePage>

export const InviteBody = Type.Object({
  entity: text(80),
  /** Only plan staff can invite an SAA. */
  role: Role,
  permissions,
  ...invitedShape,
})
export type InviteBody = Static<typeof InviteBody>
/** `waiting`: the invitation is sent only after a second administrator approves. */
export const Invited = Type.Object({ accountId: Type.String(), reference: Type.String(), waiting: Type.Boolean() })

/** A CSV with a header row. Permissions are separated by spaces or '|'; if empty, only the read-only ones are given. */
export const InviteManyBody = Type.Object({
  entity: text(80),
  csv: Type.String({ maxLength: INVITE_MANY_MAX_CHARACTERS }),
  /** Validates only and sends no invitation. */
  preview: Type.Optional(Type.Boolean()),
})
export type InviteManyBody = Static<typeof InviteManyBody>
export const InviteManyResult = Type.Object({
  invited: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      line: Type.Integer(),
      /** Values from the file, valid or not. */
      ...strings('name', 'email', 'role'),
      /** Permissions that the invitation gives. */
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

/** A grant that an import suspended with its NPI. `restorable` is false if someone else must restore it. */
const EndedGrant = Type.Object({
  grantId: keyedId('grant'),
  ...strings('accountId', 'name', 'email'),
  role: Role,
  permissions,
  suspendedOn: time,
  restorable: Type.Boolean(),
})
export type EndedGrant = Static<typeof EndedGrant>
const ActiveAgain = Type.Object({
  ...strings('npi', 'name'),
  activeSince: time,
  /** Access to a provider who left the network cannot be restored. */
  leftNetwork: Type.Boolean(),
  grants: Type.Array(EndedGrant),
})
export type ActiveAgain = Static<typeof ActiveAgain>
export const ActiveAgainQuery = Type.Object({ ...paging })
export type ActiveAgainQuery = Static<typeof ActiveAgainQuery>
export const ActiveAgainList = listOf(ActiveAgain)
export type ActiveAgainList = Static<typeof ActiveAgainList>
export const RestoreAccessBody = Type.Object({
  grantIds: Type.Array(keyedId('grant'), { minItems: 1, maxItems: RESTORE_MAX }),
  reason,
})
export type RestoreAccessBody = Static<typeof RestoreAccessBody>
export const Restored = Type.Object({ restored: Type.Integer() })

export const AccountBody = Type.Object({ accountId: id, reason: Type.Optional(reason) })
export type AccountBody = Static<typeof AccountBody>
export const AccountQuery = Type.Object({ accountId: id })
export const History = Type.Array(
  Type.Object({ at: time, action: Type.String(), sentence: Type.String(), by: Type.String(), reason: Type.String() }),
)
export type History = Static<typeof History>

// Each user's own home and access

const HomeChange = Type.Object({
  on: time,
  what: Type.Enum(['DECIDED', 'ASKED', 'ACCESS_BEGAN', 'REPORT_ANSWERED', 'CLAIMS']),
  /** Outcome of the user's own request; empty for other changes. */
  state: Type.Enum(['', 'ACTIVE', 'REJECTED', 'EXPIRED']),
  /** Name of the person or provider concerned. */
  about: Type.String(),
  count: Type.Integer(),
})
export type HomeChange = Static<typeof HomeChange>
export const OfficeHome = Type.Object({
  /** Time of the previous sign-in; empty at the first one. */
  lastVisit: time,
  /** Changes since then, newest first. */
  changes: Type.Array(HomeChange),
  /** Requests that wait for the user's decision. */
  waiting: Counted,
  /** Invitations to the user's scopes that are not accepted yet. */
  invitations: Type.Integer(),
  claims: ClaimPicture,
  successors: SuccessorTasks,
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
    /** Empty: no administrator is left, so plan staff decide. */
    administrators: Type.Array(Administrator),
  }),
)
export type ControlledAccess = Static<typeof ControlledAccess>

/** A permission in the wizard. `readOnly` is the string 'TRUE' if it cannot be unchecked. */
export const PermissionItem = Type.Object({
  referenceId: text(20),
  referenceShortDesc: text(200),
  readOnly: text(10),
  checked: Type.Boolean(),
})
export type PermissionItem = Static<typeof PermissionItem>
