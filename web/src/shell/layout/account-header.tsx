import { fullName } from '@portico/core/forms/full-name'
import { type MouseEvent, useId, useRef } from 'react'
import { Bell } from '../bell/bell.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import { findViewId } from '../gateway/view-mode.ts'
import type { Area } from '../router/area.ts'
import { listLinks, type NavItem, type OpenLink, useAreaPages } from '../router/pages.ts'
import { isPlainClick, useLocation } from '../router/router.tsx'
import { useMe } from '../session/me.ts'
import { useSession } from '../session/session.tsx'
import { recordSignOut } from '../session/session-memory.ts'
import { isCurrent } from './layout.tsx'

/**
 * Shows the pages the user can open. A user with only pending requests sees status and profile; a user of another area
 * on a public page sees a link home.
 */
export function UserHeader() {
  const { area: here, pages } = useAreaPages()
  const session = useSession()
  const area = session.state === 'signed-in' ? session.area : here
  const loaded = useMe()
  // Re-renders on navigation, to mark the current page.
  useLocation()
  const me = loaded.state === 'ready' ? loaded.entity : undefined
  const links: OpenLink[] =
    area === here ? listLinks(pages, me) : [{ label: 'Home', href: area.home, inAccountMenu: true }]
  return (
    <AccountHeader
      links={links.filter((link) => !link.inAccountMenu)}
      name={me ? fullName(me) : ''}
      // A view does not show the person's profile.
      menu={links.filter((link) => link.inAccountMenu && !(findViewId() && link.href === area.profile))}
      area={area}
      unread={me?.unread}
    />
  )
}

type AccountHeaderProps = {
  /** Pages of the area that the user can open. */
  links: readonly NavItem[]
  /** The user's name. Empty while unknown. */
  name: string
  /** Links in the account menu, such as the profile. */
  menu: readonly NavItem[]
  /** The area to sign out of. */
  area: Area
  /** Unread entries of the bell. Undefined while unknown. */
  unread: number | undefined
}

/** Header of signed-in pages: the area's pages in a row, the user's own in a menu. On a phone, all are in the menu. */
export function AccountHeader({ links, name, menu, area, unread }: AccountHeaderProps) {
  const id = useId()
  const gateway = useGateway()
  const signOut = (event: MouseEvent) => {
    // Another window signs out for this one too, once it shows the login page.
    if (!isPlainClick(event)) return
    gateway.close()
    recordSignOut(area.name)
  }
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      {unread !== undefined && <Bell unread={unread} />}
      <div className="account">
        <button type="button" className="account-button" popoverTarget={id}>
          <span className="wide-only">
            <span className="visually-hidden">Your account: </span>
            {name || 'Account'}
          </span>
          <span className="phone-only">Menu</span>
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by keyboard arrives as a click */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only closes when a link inside was followed */}
        <div className="account-menu" popover="auto" id={id} ref={list} onClick={() => list.current?.hidePopover()}>
          <nav aria-label="Your account">
            {name && <p className="phone-only">{name}</p>}
            <ul>
              {links.map((item) => (
                <HeaderLink key={item.href} item={item} className="phone-only" />
              ))}
              {menu.map((item) => (
                <HeaderLink key={item.href} item={item} />
              ))}
              <li>
                <a href={area.logout} onClick={signOut}>
                  Sign out
                </a>
              </li>
            </ul>
          </nav>
        </div>
      </div>
      {links.length > 0 && (
        <nav className="area-nav" aria-label="Main">
          <ul>
            {links.map((item) => (
              <HeaderLink key={item.href} item={item} />
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

function HeaderLink({ item, className }: { item: NavItem; className?: string }) {
  return (
    <li className={className}>
      <a href={item.href} aria-current={isCurrent(item) ? 'page' : undefined}>
        {item.label}
      </a>
    </li>
  )
}
