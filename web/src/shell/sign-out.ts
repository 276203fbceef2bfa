import type { Area } from './area.ts'
import type { NavItem } from './layout.tsx'
import { noteSignOut } from './session-memory.ts'

export type MenuItem = NavItem & { onFollow?: () => void }

/** The way out of an area: what ends by it has not expired. */
export const signOutOf = (area: Area): MenuItem => ({
  label: 'Sign out',
  href: area.logout,
  onFollow: () => noteSignOut(area.name),
})
