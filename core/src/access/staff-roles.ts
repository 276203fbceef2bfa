/** Roles of plan staff (behaviour 15.10). Each call declares which of them may use it. */
export const STAFF_ROLES = ['ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR', 'SUPPORT'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  ADMINISTRATOR: 'Administrator',
  REVIEWER: 'Reviewer',
  EDITOR: 'Content editor',
  AUDITOR: 'Auditor',
  SUPPORT: 'Support agent',
}

/** Adds administrators, who may use every staff call. */
const withAdministrators = (roles: readonly StaffRole[]): readonly StaffRole[] => ['ADMINISTRATOR', ...roles]

/** Access rule for calls that only plan staff can use. */
export const staffOnly = (...roles: StaffRole[]) => ({ kinds: ['internal'], staff: withAdministrators(roles) }) as const

/** Access rule for calls of support agents. Administrators cannot use them. */
export const supportOnly = { kinds: ['internal'], staff: ['SUPPORT'] } as const

/** Access rule for user administration: providers by their grants, plan staff by their role. */
export const administratorsAnd = (...roles: StaffRole[]) =>
  ({ kinds: ['provider', 'internal'], staff: withAdministrators(roles) }) as const
