/** Words and numbers of the console that its pages need without the schema library. */

/** A list's total stops counting here, for whoever has not paged beyond. */
export const LIST_COUNT_MAX = 1000

export const LOCKS = ['STEP1', 'QUIZ', 'CODE', 'HOLD', 'OBJECTION'] as const
export const NETWORK_STATES = ['IN', 'LEFT', 'OUT', 'DEACTIVATED'] as const
export const MAIL_STATES = ['WAITING', 'SENT', 'GIVEN_UP'] as const

/** Areas of what is recorded, and how people read them: the first word of an action. */
export const AUDIT_AREAS = {
  request: 'Requests',
  decision: 'The reviewers’ desk',
  grant: 'Access given and taken',
  account: 'Accounts',
  staff: 'Plan staff',
  contract: 'Contracts',
  signing: 'Signing online',
  identity: 'Validation (SSN, TIN, claims)',
  quiz: 'Identity quizzes',
  session: 'Sign-ins',
  factor: 'Second factors',
  eligibility: 'Eligibility questions',
  roster: 'Changes of the roster',
  member: 'Member registration and ID cards',
  content: 'What the portal says',
  command: 'Commands at the server',
} as const

/** Whom a policy about second factors is for. */
export const POLICY_GROUPS = ['MEMBER', 'AU', 'AA', 'SAA', 'STAFF'] as const

export const FUNNEL_DAYS = ['7', '30', '90'] as const
