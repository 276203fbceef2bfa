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
  below?: true
  /** Its heading, and the document's title from the moment it is opened. */
  title: string
  who: Audience
  /** Of those, only people whose access includes it (directory's frame says so to the others). */
  permission?: PermissionId
  /** A page of the console that only some roles of plan staff open: the server says which (`opens` of me). */
  console?: ConsolePageName
  load: Load
  /** Its first replies come with it, so that it is there at once. */
  whole?: true
  /** A link under its title in the header of who is signed in, unless this says otherwise; visitors see none. */
  nav?: PageLink | readonly PageLink[]
}

/** A page with nothing particular about it. */
export const page = (who: Audience, path: string, title: string, load: Load): PortalPage => ({ who, path, title, load })

/** A page of the console, for the roles that open it. */
export const consolePage = (console: ConsolePageName, path: string, title: string, load: Load): PortalPage => ({
  ...page('signed-in', path, title, load),
  console,
})

/**
 *   'visitor'    nobody is asked who they are
 *   'everybody'  the same, but whoever is signed in keeps their header: help, terms
 *   'signed-in'  whoever has a session of the area
 *   'active'     with access in force; who still waits for it is shown where the requests stand
 *   'suspended'  also whose access is suspended
 *   'asking'     also who holds nothing and waits for nothing, and so may ask anew
 */
export type Audience = 'visitor' | 'everybody' | 'signed-in' | 'active' | 'suspended' | 'asking'

/** Downloaded when it is opened. */
export type Load = () => Promise<ComponentType>

export type PageLink = {
  label: string
  /** Concerns the person: it stands in their menu. */
  own?: true
  /** One line on the home page, which then names the page. */
  purpose?: string
  mayOpen?: (me: Me) => boolean
}

export type AreaPages = { area: Area; pages: readonly PortalPage[] }
export const AreaPagesContext = createContext<AreaPages | null>(null)

export function useAreaPages(): AreaPages {
  const given = useContext(AreaPagesContext)
  if (!given) throw new Error('useAreaPages needs an area above')
  return given
}

export function findPage(pages: readonly PortalPage[], path: string): PortalPage | undefined {
  return pages.find((page) => path === page.path || (page.below && path.startsWith(`${page.path}/`)))
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

export function mayOpen({ who, permission, console }: PortalPage, me: Me): boolean {
  if (console && !me.opens.includes(console)) return false
  if (permission && !me.permissions.includes(permission)) return false
  return isOpenTo(me, who)
}

/** Whether pages for these people are open to somebody who is signed in, whatever else they ask for. */
export function isOpenTo(me: Me, who: Audience): boolean {
  if (me.active || who === 'signed-in') return true
  if (who === 'suspended') return isSuspended(me)
  return who === 'asking' && !isSuspended(me) && me.pendingRequests.length === 0
}

/** A link to a page that somebody may open. */
export type OpenLink = PageLink & NavItem

/** The links of signed-in pages. Until it is known who is signed in only those that do not hang on it. */
export function linksFor(pages: readonly PortalPage[], me: Me | undefined): OpenLink[] {
  const all = pages.flatMap((page) =>
    isForVisitors(page) ? [] : [page.nav ?? { label: page.title }].flat().map((link) => ({ page, link })),
  )
  const open = all.filter(({ page, link }) =>
    me ? mayOpen(page, me) && (link.mayOpen?.(me) ?? true) : page.who === 'signed-in' && !page.console && !link.mayOpen,
  )
  const shown = me || open.length === all.length ? open : open.filter(({ link }) => link.own)
  return shown.map(({ page, link }) => ({ ...link, href: page.path }))
}

export const isForVisitors = ({ who }: PortalPage) => who === 'visitor' || who === 'everybody'

/** The links a visitor sees beside help and signing in. */
export const visitorLinks = (pages: readonly PortalPage[]): NavItem[] =>
  pages.filter(isForVisitors).flatMap(({ path, nav = [] }) => [nav].flat().map(({ label }) => ({ label, href: path })))
