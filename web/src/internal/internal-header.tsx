import { INTERNAL_PATHS } from '@portico/core/constants'
import { useLocation } from 'react-router'
import { AccountHeader } from '../shell/account-header.tsx'
import type { NavItem } from '../shell/layout.tsx'
import { useMe } from '../shell/me.ts'

const LINKS: readonly NavItem[] = [
  { label: 'Home', href: INTERNAL_PATHS.home },
  { label: 'Contracts', href: INTERNAL_PATHS.contracts },
  { label: 'Requests', href: INTERNAL_PATHS.requests },
  { label: 'People', href: INTERNAL_PATHS.people },
  { label: 'Providers', href: INTERNAL_PATHS.providers },
  { label: 'Content', href: INTERNAL_PATHS.content },
  { label: 'Audit', href: INTERNAL_PATHS.audit },
  { label: 'Mail', href: INTERNAL_PATHS.mail },
]
const MENU: readonly NavItem[] = [
  { label: 'Profile and security', href: INTERNAL_PATHS.profile },
  { label: 'Sign out', href: INTERNAL_PATHS.logout },
]

export function InternalHeader() {
  const me = useMe()
  // Marks the current page anew after each move.
  useLocation()
  const name = me.state === 'ready' ? `${me.entity.firstName} ${me.entity.lastName}`.trim() : ''
  return <AccountHeader links={LINKS} name={name} menu={MENU} />
}
