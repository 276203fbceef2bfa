import Type, { type Static } from 'typebox'
import { GrantState, Role, Scope, time } from '../access/parts.ts'
import { STAFF_ROLES } from '../access/staff-roles.ts'
import { keyedId, strings } from '../shapes.ts'

/**
 * What the calls about signing on are sent and answer: who is signed in, sessions, profile, and the ways back in for
 * somebody who forgot.
 */

const text = (max = 200) => Type.String({ maxLength: max })

export const Tracking = Type.Object({
  accountId: Type.String(),
  enabled: Type.Boolean(),
  status: Type.Enum(['ACTIVE', 'PENDING']),
  firstTimeUser: Type.Boolean(),
})
export type Tracking = Static<typeof Tracking>

/** Off unless a container is configured. */
export const TagManager = Type.Object({ enabled: Type.Boolean(), containerId: Type.String() })

const MyGrant = Type.Object({
  grantId: keyedId('grant'),
  scope: Scope,
  /** The organization a group was reached through; empty otherwise. */
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
  ...strings('userName', 'firstName', 'lastName', 'email', 'phone', 'phoneExt', 'memberId'),
  lastSignIn: time,
  passwordChangedOn: time,
  /** False while every request is still waiting: the status page and the profile are all there is. */
  active: Type.Boolean(),
  /** What somebody of the plan's staff may do; empty for everybody else. */
  staffRole: Type.Enum(['', ...STAFF_ROLES]),
  /** The console's pages that this role opens. */
  opens: Type.Array(Type.String()),
  /** Everything the active grants allow, all scopes together. */
  permissions: Type.Array(Type.String()),
  /** Roles held anywhere, highest first. */
  roles: Type.Array(Role),
  /** Looks after other people's access somewhere. */
  administers: Type.Boolean(),
  /** Active, suspended and waiting ones. */
  grants: Type.Array(MyGrant),
  /** References of this account's own requests that wait for somebody's decision. */
  pendingRequests: Type.Array(Type.String()),
  /** A second factor is offered on the home page: there is none yet, and the offer was not put away. */
  offerFactor: Type.Boolean(),
  /** From when on signing in needs one; empty where it does not. */
  factorRequiredOn: time,
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
  firstName: text(),
  lastName: text(),
  email: text(),
  confirmEmail: text(),
  phone: text(40),
  phoneExt: text(40),
  /** Needed when the email address changes: whoever controls it controls the account. */
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
/** The chosen questions, without their answers. */
export const ChosenQuestions = Type.Array(Type.String())

export const ForgotPasswordBody = Type.Object({ userName: text() })
export const ForgotUsernameBody = Type.Object({ email: text() })
export const ResetQuery = Type.Object({ resetId: text() })
/** The three questions of the account; two right answers are enough. */
export const ResetQuestions = Type.Object({ questions: Type.Array(Type.String()) })
export type ResetQuestions = Static<typeof ResetQuestions>
export const ResetPasswordBody = Type.Object({
  resetId: text(),
  /** Those left empty are not counted as given. */
  answers: Type.Array(QuestionAnswer, { minItems: 2, maxItems: 3 }),
  password: text(),
  confirmPassword: text(),
})
export type ResetPasswordBody = Static<typeof ResetPasswordBody>
/** Where the person signs in afterwards. */
export const PasswordReset = Type.Object({ login: Type.String() })
export const Done = Type.Boolean()
