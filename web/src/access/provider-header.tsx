import { PROVIDER_PATHS } from '@portico/core/constants'
import { useLocation } from 'react-router'
import { AccountHeader } from '../shell/account-header.tsx'
import type { NavItem } from '../shell/layout.tsx'
import { useMe } from '../shell/me.ts'
import { pagesFor } from './portal-pages.ts'

const HOME: NavItem = { label: 'Home', href: PROVIDER_PATHS.home }
const STATUS: NavItem = { label: 'Your requests', href: PROVIDER_PATHS.status }
const MENU: readonly NavItem[] = [
  { label: 'Profile', href: PROVIDER_PATHS.profile },
  { label: 'Sign out', href: PROVIDER_PATHS.logout },
]

/** Links by what the person may open; somebody whose requests all wait sees status and profile alone. */
export function ProviderHeader() {
  const loaded = useMe()
  // Marks the current page anew after each move.
  useLocation()
  if (loaded.state !== 'ready') return <AccountHeader links={[]} name="" menu={MENU} />
  const me = loaded.entity
  const links = [...(me.active ? [HOME] : []), ...pagesFor(me), STATUS]
  return <AccountHeader links={links} name={`${me.firstName} ${me.lastName}`.trim()} menu={MENU} />
}
