import Type, { type Static } from 'typebox'
import { GrantState, Role, Scope, time } from '../access/parts.ts'
import { STAFF_ROLES } from '../access/staff-roles.ts'
import { PERSON_FIELD_NAMES } from '../forms/person-fields.ts'
import { keyedId, personShape, strings } from '../shapes.ts'

/** Request and reply shapes of sign-on, sessions, profile and account recovery. */

const text = (max = 200) => Type.String({ maxLength: max })

export const Tracking = Type.Object({
  accountId: Type.String(),
  enabled: Type.Boolean(),
  status: Type.Enum(['ACTIVE', 'PENDING']),
  firstTimeUser: Type.Boolean(),
})
export type Tracking = Static<typeof Tracking>

export const StaffSignIn = Type.Enum(['password', 'oidc', 'either'])

/** Off unless a container is configured. */
export const TagManager = Type.Object({ enabled: Type.Boolean(), containerId: Type.String() })

const MyGrant = Type.Object({
  grantId: keyedId('grant'),
  scope: Scope,
  /** The organization that gave access to a group. Empty otherwise. */
  organization: Type.String(),
  role: Role,
  permissions: Type.Array(Type.String()),
  state: GrantState,
  since: time,
})
export type MyGrant = Static<typeof MyGrant>

export const Me = Type.Object({
  accountId: Type.String(),
  kind: Type.Enum(['provider', 'member', 'internal']),
  ...strings('userName', ...PERSON_FIELD_NAMES, 'memberId'),
  lastSignIn: time,
  passwordChangedOn: time,
  /** False while all requests are pending. The user then sees only the status page and the profile. */
  active: Type.Boolean(),
  /** Role of plan staff. Empty for other users. */
  staffRole: Type.Enum(['', ...STAFF_ROLES]),
  /** Console pages included in the role. */
  opens: Type.Array(Type.String()),
  /** All permissions of the active grants. */
  permissions: Type.Array(Type.String()),
  /** Roles of the active grants, highest first. */
  roles: Type.Array(Role),
  /** The user administers other people's access. */
  administers: Type.Boolean(),
  /** Active, suspended and pending grants. */
  grants: Type.Array(MyGrant),
  /** References of the account's own pending requests. */
  pendingRequests: Type.Array(Type.String()),
  /** Home offers a second factor: the account has none, and the user has not dismissed the offer. */
  offerFactor: Type.Boolean(),
  /** Date from which signing in needs a second factor. Empty if it does not. */
  factorRequiredOn: time,
  /** The console reacts to single keys. */
  usesShortcuts: Type.Boolean(),
  /** Unread entries of the bell, counted up to a hundred. */
  unread: Type.Integer(),
})
export type Me = Static<typeof Me>

export const SessionList = Type.Array(
  Type.Object({
    sessionId: Type.String(),
    current: Type.Boolean(),
    device: Type.String(),
    address: Type.String(),
    startedOn: time,
    lastSeenOn: time,
  }),
)
export type SessionList = Static<typeof SessionList>
export const EndSessionBody = Type.Object({ sessionId: text(64) })

export const ContactBody = Type.Object({
  ...personShape,
  confirmEmail: text(),
  /** Required to change the email address, because the address controls the account. */
  currentPassword: Type.Optional(text()),
})
export type ContactBody = Static<typeof ContactBody>

export const ChangePasswordBody = Type.Object({ currentPassword: text(), password: text(), confirmPassword: text() })
export type ChangePasswordBody = Static<typeof ChangePasswordBody>

const QuestionAnswer = Type.Object({ question: text(), answer: text() })
export const ChangeQuestionsBody = Type.Object({
  currentPassword: text(),
  questions: Type.Array(QuestionAnswer, { minItems: 3, maxItems: 3 }),
})
export type ChangeQuestionsBody = Static<typeof ChangeQuestionsBody>
export const ShortcutsBody = Type.Object({ on: Type.Boolean() })
export type ShortcutsBody = Static<typeof ShortcutsBody>
export const ChosenQuestions = Type.Array(Type.String())

export const ForgotPasswordBody = Type.Object({ userName: text() })
export const ForgotUsernameBody = Type.Object({ email: text() })
export const ResetQuery = Type.Object({ resetId: text() })
/** The account's three questions. Two correct answers are enough. */
export const ResetQuestions = Type.Object({ questions: Type.Array(Type.String()) })
export type ResetQuestions = Static<typeof ResetQuestions>
export const ResetPasswordBody = Type.Object({
  resetId: text(),
  /** Empty answers are not counted. */
  answers: Type.Array(QuestionAnswer, { minItems: 2, maxItems: 3 }),
  password: text(),
  confirmPassword: text(),
})
export type ResetPasswordBody = Static<typeof ResetPasswordBody>
/** Login page of the account's area. */
export const PasswordReset = Type.Object({ login: Type.String() })
export const Done = Type.Boolean()
