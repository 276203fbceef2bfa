/** What plan staff may do in the console (behaviour 15.10): each call says which of these it is for. */
export const STAFF_ROLES = ['ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  ADMINISTRATOR: 'Administrator',
  REVIEWER: 'Reviewer',
  EDITOR: 'Content editor',
  AUDITOR: 'Auditor',
}

/** The roles named, and administrators, who may do everything. */
const withAdministrators = (roles: readonly StaffRole[]): readonly StaffRole[] => ['ADMINISTRATOR', ...roles]

/** For calls of plan staff alone. */
export const staffOnly = (...roles: StaffRole[]) => ({ kinds: ['internal'], staff: withAdministrators(roles) }) as const

/** For calls of user administration: providers by what they hold, plan staff by their role. */
export const administratorsAnd = (...roles: StaffRole[]) =>
  ({ kinds: ['provider', 'internal'], staff: withAdministrators(roles) }) as const
