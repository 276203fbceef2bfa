/** Constants of the console. They are apart from the shapes so that the browser does not load the schema library. */

/** A list stops counting its total here, unless the user pages beyond. */
export const LIST_COUNT_MAX = 1000

export const LOCKS = ['STEP1', 'QUIZ', 'CODE', 'HOLD', 'OBJECTION'] as const
export const NETWORK_STATES = ['IN', 'LEFT', 'OUT', 'DEACTIVATED'] as const
export const MAIL_STATES = ['WAITING', 'SENT', 'GIVEN_UP'] as const

/** Labels of the audit areas. The area is the first part of an action. */
export const AUDIT_AREAS = {
  request: 'Requests',
  decision: 'Staff decisions and notes',
  grant: 'Access granted and removed',
  successor: 'Successors of administrators',
  account: 'Accounts',
  staff: 'Plan staff',
  contract: 'Contracts',
  signing: 'Online signing',
  identity: 'Validation (SSN, TIN, claims)',
  quiz: 'Identity quizzes',
  session: 'Sign-ins',
  view: 'Calls in views by support agents',
  factor: 'Second factors',
  eligibility: 'Eligibility lookups',
  roster: 'Roster changes',
  directory: 'Provider directory',
  member: 'Member registration and ID cards',
  content: 'Portal content',
  application: 'Applications (sign-on)',
  command: 'Server commands',
} as const

/** User groups with a second-factor policy. */
export const POLICY_GROUPS = ['MEMBER', 'AU', 'AA', 'SAA', 'STAFF'] as const

export const FUNNEL_DAYS = ['7', '30', '90'] as const
