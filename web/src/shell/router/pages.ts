import type { PermissionId } from '@portico/core/access/permissions'
import type { ConsolePageName } from '@portico/core/internal/console'
import type { Me } from '@portico/core/signon/shapes'
import { type ComponentType, createContext, useContext } from 'react'
import type { NavItem } from '../layout/layout.tsx'
import type { Area } from './area.ts'
import { useLocation } from './router.tsx'

/**
 * A page of the portal, declared once: each area lists its own in `pages.ts`, an entry puts the lists together in the
 * order of the navigation. Routes, frames, headers, titles and 'Where to go' follow from it.
 */
export type PortalPage = {
  path: string
  /** It has addresses of its own below. */
  hasSubpages?: true
  /** Its heading, and the document's title from the moment it is opened. */
  title: string
  audience: Audience
  /** Of those, only people whose access includes it (directory's frame says so to the others). */
  permission?: PermissionId
  /** A page of the console that only some roles of plan staff open: the server says which (`opens` of me). */
  console?: ConsolePageName
  load: Load
  /** Its first replies come with it, so that it is there at once. */
  preloaded?: true
  /** A link under its title in the header of who is signed in, unless this says otherwise; visitors see none. */
  nav?: PageLink | readonly PageLink[]
}

/** A page with nothing particular about it. */
export const page = (audience: Audience, path: string, title: string, load: Load): PortalPage => ({
  audience,
  path,
  title,
  load,
})

/** A page of the console, for the roles that open it. */
export const consolePage = (console: ConsolePageName, path: string, title: string, load: Load): PortalPage => ({
  ...page('signed-in', path, title, load),
  console,
})

/**
 *   'visitor'    nobody is asked who they are
 *   'public'  the same, but whoever is signed in keeps their header: help, terms
 *   'signed-in'  whoever has a session of the area
 *   'active'     with access in force; who still waits for it is shown where the requests stand
 *   'suspended'  also whose access is suspended
 *   'can-request'     also who holds nothing and waits for nothing, and so may ask anew
 */
export type Audience = 'visitor' | 'public' | 'signed-in' | 'active' | 'suspended' | 'can-request'

/** Downloaded when it is opened. */
export type Load = () => Promise<ComponentType>

export type PageLink = {
  label: string
  /** Concerns the person: it stands in their menu. */
  inAccountMenu?: true
  /** One line on the home page, which then names the page. */
  purpose?: string
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

/** The page that is open: what it says about itself is said once. */
export function usePage(): PortalPage {
  const { pages } = useAreaPages()
  const { pathname } = useLocation()
  const page = findPage(pages, pathname)
  if (!page) throw new Error(`${pathname} is no page of this area`)
  return page
}

/** No access is in force, but some was. */
export const isSuspended = (me: Me): boolean => !me.active && me.grants.some((grant) => grant.state === 'SUSPENDED')

export function canOpen({ audience, permission, console }: PortalPage, me: Me): boolean {
  if (console && !me.opens.includes(console)) return false
  if (permission && !me.permissions.includes(permission)) return false
  return isOpenTo(me, audience)
}

/** Whether pages for these people are open to somebody who is signed in, whatever else they ask for. */
export function isOpenTo(me: Me, audience: Audience): boolean {
  if (me.active || audience === 'signed-in') return true
  if (audience === 'suspended') return isSuspended(me)
  return audience === 'can-request' && !isSuspended(me) && me.pendingRequests.length === 0
}

/** A link to a page that somebody may open. */
export type OpenLink = PageLink & NavItem

/** The links of signed-in pages. Until it is known who is signed in only those that do not hang on it. */
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

/** The links a visitor sees beside help and signing in. */
export const listVisitorLinks = (pages: readonly PortalPage[]): NavItem[] =>
  pages.filter(isForVisitors).flatMap(({ path, nav = [] }) => [nav].flat().map(({ label }) => ({ label, href: path })))
