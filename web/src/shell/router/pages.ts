import type { PermissionId } from '@portico/core/access/permissions'
import type { ConsolePageName } from '@portico/core/internal/console'
import type { Me } from '@portico/core/signon/shapes'
import { type ComponentType, createContext, useContext } from 'react'
import type { Area } from './area.ts'
import { useLocation } from './router.tsx'

/**
 * A page of the portal. Each area lists its pages in `pages.ts`; an entry combines them in the order of the navigation.
 * Routes, frames, headers and titles come from this declaration.
 */
export type PortalPage = {
  path: string
  /** Also matches paths below it. */
  hasSubpages?: true
  /** Heading, and the document title when the page opens. */
  title: string
  audience: Audience
  /** Also requires this permission; other users see a message. */
  permission?: PermissionId
  /** Query parameter with which the page belongs to a signed-in user, who keeps their header. */
  signedInWith?: string
  /** A console page for some staff roles. The server lists them in `opens` of me. */
  console?: ConsolePageName
  load: Load
  /** Comes with preloaded replies, so that it renders at once. */
  preloaded?: true
  /** Loads the tag manager, if one is configured. Never on a page with patients' data, secrets or staff of an office. */
  tagManager?: true
  /** Links for signed-in users. By default one link with the page's title. */
  nav?: PageLink | readonly PageLink[]
}

/** A plain page. */
export const page = (audience: Audience, path: string, title: string, load: Load): PortalPage => ({
  audience,
  path,
  title,
  load,
})

/** A console page. */
export const consolePage = (console: ConsolePageName, path: string, title: string, load: Load): PortalPage => ({
  ...page('signed-in', path, title, load),
  console,
})

/**
 *   'visitor'      visitors; no session is checked
 *   'public'       everyone; signed-in users keep their header (help, terms)
 *   'signed-in'    every user of the area
 *   'active'       users with active access; others are redirected to the status page
 *   'suspended'    also users with suspended access
 *   'can-request'  also users without any access or pending request
 */
export type Audience = 'visitor' | 'public' | 'signed-in' | 'active' | 'suspended' | 'can-request'

/** A page's code, loaded on first use. */
export type Load = () => Promise<ComponentType>

/** A link of the header or footer. */
export type NavItem = {
  label: string
  href: string
  /** Stays in the header on a phone; other links move to the footer. */
  main?: boolean
}

export type PageLink = {
  label: string
  /** Shown in the account menu. */
  inAccountMenu?: true
  canOpen?: (me: Me) => boolean
}

export type AreaPages = { area: Area; pages: readonly PortalPage[] }
export const AreaPagesContext = createContext<AreaPages | null>(null)

export function useAreaPages(): AreaPages {
  const areaPages = useContext(AreaPagesContext)
  if (!areaPages) throw new Error('useAreaPages needs an area above')
  return areaPages
}

export function findPage(pages: readonly PortalPage[], path: string): PortalPage | undefined {
  return pages.find((page) => path === page.path || (page.hasSubpages && path.startsWith(`${page.path}/`)))
}

/** The current page's declaration. */
export function usePage(): PortalPage {
  const { pages } = useAreaPages()
  const { pathname } = useLocation()
  const page = findPage(pages, pathname)
  if (!page) throw new Error(`${pathname} is no page of this area`)
  return page
}

/** The user has only suspended access. */
export const isSuspended = (me: Me): boolean => !me.active && me.grants.some((grant) => grant.state === 'SUSPENDED')

export function canOpen({ audience, permission, console }: PortalPage, me: Me): boolean {
  if (console && !me.opens.includes(console)) return false
  if (permission && !me.permissions.includes(permission)) return false
  return isOpenTo(me, audience)
}

/** Whether the audience includes a signed-in user. */
export function isOpenTo(me: Me, audience: Audience): boolean {
  if (me.active || audience === 'signed-in') return true
  if (audience === 'suspended') return isSuspended(me)
  return audience === 'can-request' && !isSuspended(me) && me.pendingRequests.length === 0
}

/** A link to a page that the user can open. */
export type OpenLink = PageLink & NavItem

/** Links of signed-in pages. Until the user is known, only links that every user has. */
export function listLinks(pages: readonly PortalPage[], me: Me | undefined): OpenLink[] {
  const all = pages.flatMap((page) =>
    isForVisitors(page) ? [] : [page.nav ?? { label: page.title }].flat().map((link) => ({ page, link })),
  )
  const open = all.filter(({ page, link }) =>
    me
      ? canOpen(page, me) && (link.canOpen?.(me) ?? true)
      : page.audience === 'signed-in' && !page.console && !link.canOpen,
  )
  const shown = me || open.length === all.length ? open : open.filter(({ link }) => link.inAccountMenu)
  return shown.map(({ page, link }) => ({ ...link, href: page.path }))
}

export const isForVisitors = ({ audience }: PortalPage) => audience === 'visitor' || audience === 'public'

/** Links for visitors, beside help and sign-in. */
export const listVisitorLinks = (pages: readonly PortalPage[]): NavItem[] =>
  pages.filter(isForVisitors).flatMap(({ path, nav = [] }) => [nav].flat().map(({ label }) => ({ label, href: path })))
