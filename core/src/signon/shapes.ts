import Type, { type Static } from 'typebox'
import { ScopeSchema } from '../access/shapes.ts'

/**
 * What the account calls are sent and answer: who is signed in, sessions, profile, and the ways back in for somebody
 * who forgot (their names: calls.ts). The server checks and serialises with these schemas; the browser imports their types only.
 */

const text = (max = 200) => Type.String({ maxLength: max })
/** ISO 8601, or empty when it has not happened. */
const time = Type.String()
const Role = Type.Enum(['SAA', 'AA', 'AU'])
const State = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'SUSPENDED',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])

export const TrackingSchema = Type.Object({
  accountId: Type.String(),
  enabled: Type.Boolean(),
  status: Type.Enum(['ACTIVE', 'PENDING']),
  firstTimeUser: Type.Boolean(),
})

/** Off unless a container is configured. */
export const TagManagerSchema = Type.Object({ enabled: Type.Boolean(), containerId: Type.String() })

const MyGrantSchema = Type.Object({
  grantId: Type.String(),
  scope: ScopeSchema,
  /** The organization a group was reached through; empty otherwise. */
  organization: Type.String(),
  role: Role,
  permissions: Type.Array(Type.String()),
  state: State,
  since: time,
})
export type MyGrant = Static<typeof MyGrantSchema>

export const MeSchema = Type.Object({
  accountId: Type.String(),
  kind: Type.Enum(['provider', 'member', 'internal']),
  userName: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  phoneExt: Type.String(),
  memberId: Type.String(),
  lastSignIn: time,
  passwordChangedOn: time,
  /** False while every request is still waiting: the status page and the profile are all there is. */
  active: Type.Boolean(),
  /** Everything the active grants allow, all scopes together. */
  permissions: Type.Array(Type.String()),
  /** Roles held anywhere, highest first. */
  roles: Type.Array(Role),
  /** Active, suspended and waiting ones. */
  grants: Type.Array(MyGrantSchema),
  /** References of this account's own requests that wait for somebody's decision. */
  pendingRequests: Type.Array(Type.String()),
})
export type Me = Static<typeof MeSchema>

export const SessionListSchema = Type.Array(
  Type.Object({
    sessionId: Type.String(),
    current: Type.Boolean(),
    device: Type.String(),
    address: Type.String(),
    startedOn: time,
    lastSeenOn: time,
  }),
)
export type SessionList = Static<typeof SessionListSchema>
export const EndSessionBodySchema = Type.Object({ sessionId: text(64) })

export const ContactBodySchema = Type.Object({
  firstName: text(),
  lastName: text(),
  email: text(),
  confirmEmail: text(),
  phone: text(40),
  phoneExt: text(40),
  /** Needed when the email address changes: whoever controls it controls the account. */
  currentPassword: Type.Optional(text()),
})
export type ContactBody = Static<typeof ContactBodySchema>

export const ChangePasswordBodySchema = Type.Object({
  currentPassword: text(),
  password: text(),
  confirmPassword: text(),
})
export type ChangePasswordBody = Static<typeof ChangePasswordBodySchema>

const QuestionAnswerSchema = Type.Object({ question: text(), answer: text() })
export const ChangeQuestionsBodySchema = Type.Object({
  currentPassword: text(),
  questions: Type.Array(QuestionAnswerSchema, { minItems: 3, maxItems: 3 }),
})
export type ChangeQuestionsBody = Static<typeof ChangeQuestionsBodySchema>
/** The chosen questions, without their answers. */
export const ChosenQuestionsSchema = Type.Array(Type.String())

export const ForgotPasswordBodySchema = Type.Object({ userName: text() })
export const ForgotUsernameBodySchema = Type.Object({ email: text() })
export const ResetQuerySchema = Type.Object({ resetId: text() })
/** The three questions of the account; two right answers are enough. */
export const ResetQuestionsSchema = Type.Object({ questions: Type.Array(Type.String()) })
export type ResetQuestions = Static<typeof ResetQuestionsSchema>
export const ResetPasswordBodySchema = Type.Object({
  resetId: text(),
  /** Those left empty are not counted as given. */
  answers: Type.Array(QuestionAnswerSchema, { minItems: 2, maxItems: 3 }),
  password: text(),
  confirmPassword: text(),
})
export type ResetPasswordBody = Static<typeof ResetPasswordBodySchema>
/** Where the person signs in afterwards. */
export const PasswordResetSchema = Type.Object({ login: Type.String() })
export const DoneSchema = Type.Boolean()
