import { MEMBER_PATHS } from '@portico/core/constants'
import { useLocation } from 'react-router'
import { AccountHeader } from '../shell/account-header.tsx'
import type { NavItem } from '../shell/layout.tsx'
import { useMe } from '../shell/me.ts'

const LINKS: readonly NavItem[] = [
  { label: 'Home', href: MEMBER_PATHS.home },
  { label: 'ID card', href: MEMBER_PATHS.idCard },
  { label: 'Claims', href: MEMBER_PATHS.claims },
  { label: 'Find a provider', href: MEMBER_PATHS.findAProvider },
]
const MENU: readonly NavItem[] = [
  { label: 'Profile and security', href: MEMBER_PATHS.profile },
  { label: 'Sign out', href: MEMBER_PATHS.logout },
]

export function MemberHeader() {
  const loaded = useMe()
  // Marks the current page anew after each move.
  useLocation()
  const name = loaded.state === 'ready' ? `${loaded.entity.firstName} ${loaded.entity.lastName}`.trim() : ''
  return <AccountHeader links={LINKS} name={name} menu={MENU} />
}
