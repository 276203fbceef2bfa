import { me, trackUser } from '@portico/core/signon/calls'
import { type ComponentType, lazy, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useHydrated } from '#kit/hydration.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { setPageTitle, setRenderedTitle } from '#kit/page-heading.tsx'
import { useGateway } from './gateway/gateway-context.tsx'
import type { PreloadCall } from './gateway/preloaded-replies.ts'
import { findViewId } from './gateway/view-mode.ts'
import { UserHeader } from './layout/account-header.tsx'
import { Layout } from './layout/layout.tsx'
import { mountApp } from './mount.tsx'
import { LazyPage, RequireAccess, RequireRole, RequireSession } from './route-frames.tsx'
import { findAreaByReferrer } from './router/area.ts'
import { isUserScreen } from './router/first-screen.ts'
import {
  type AreaPages,
  AreaPagesContext,
  type Audience,
  findPage,
  isForVisitors,
  listVisitorLinks,
  type NavItem,
  type PortalPage,
} from './router/pages.ts'
import { Router, RouterLinks, useLocation } from './router/router.tsx'
import { type Session, useSession } from './session/session.tsx'
import { SessionProvider, type SessionUse } from './session/session-provider.tsx'

export type AreaApp = AreaPages & {
  /** In the first download. All other pages are lazy. */
  login: ReactNode
  notFound: ReactNode
  /** Help links: in a visitor's header, and in the footer of signed-in pages. */
  help?: readonly NavItem[]
}

/** Starts an area. Each entry calls this once. */
export function mountArea(app: AreaApp): void {
  const loaded = createLazyPages(app)
  mountApp(app.area.name, {
    content: buildArea(app, loaded),
    loadPage: () => loadPage(app, loaded),
    ...(import.meta.env.SSR ? { firstCalls: () => firstCalls(app) } : {}),
  })
}

/** The area with its router, session and layout. */
export const buildArea = (app: AreaApp, loaded = createLazyPages(app)): ReactNode => (
  <Router>
    <AreaFrame {...app}>
      <CurrentPage {...app} loaded={loaded} />
    </AreaFrame>
  </Router>
)

type LazyPages = Map<PortalPage, ComponentType>

export const createLazyPages = ({ pages }: Pick<AreaApp, 'pages'>): LazyPages =>
  new Map(pages.map((page) => [page, lazy(async () => ({ default: await page.load() }))]))

/** Waits for a public page's code; a signed-in page's code loads while the session is checked. */
async function loadPage({ pages }: AreaApp, loaded: LazyPages): Promise<void> {
  const page = findPage(pages, pageAddress().pathname)
  if (!page) return
  const loading = page.load()
  if (isForVisitors(page) || (page.preloaded && isUserScreen())) loaded.set(page, await loading)
  // The page itself reports a failed load.
  else loading.catch(() => undefined)
}

/** Calls that identify the user, needed before a preloaded page can be rendered. */
function firstCalls({ area, pages }: AreaApp): PreloadCall[] {
  if (!findPage(pages, pageAddress().pathname)?.preloaded) return []
  const calls = [area.isUserCall, me, ...(area.name === 'providers' ? [trackUser] : [])]
  return calls.map(({ method, path }) => ({ method, path, query: {} }))
}

/** The page of the current URL, inside the frames of its audience. */
function CurrentPage({ area, pages, login, notFound, loaded }: AreaApp & { loaded: LazyPages }) {
  const { pathname } = useLocation()
  if (pathname === area.login) return login
  const page = findPage(pages, pathname)
  const Page = page && loaded.get(page)
  if (!Page) return <LazyPage>{notFound}</LazyPage>
  const { audience, console } = page
  const shown = console ? (
    <RequireRole console={console}>
      <Page />
    </RequireRole>
  ) : (
    <Page />
  )
  if (isForVisitors(page)) return <LazyPage>{shown}</LazyPage>
  // All signed-in pages share these frames, so that navigation keeps the old page until the next is ready.
  return (
    <RequireSession>
      <LazyPage>
        {audience === 'signed-in' ? shown : <RequireAccess audience={audience}>{shown}</RequireAccess>}
      </LazyPage>
    </RequireSession>
  )
}

const SESSION_USES: Record<Audience, SessionUse> = {
  visitor: 'none',
  public: 'optional',
  'signed-in': 'required',
  active: 'required',
  suspended: 'required',
  'can-request': 'required',
}

const findSessionUse = ({ audience, signedInWith }: PortalPage, search: string): SessionUse =>
  signedInWith && new URLSearchParams(search).has(signedInWith) ? 'optional' : SESSION_USES[audience]

function AreaFrame({ area, pages, help = [], children }: AreaApp & { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const page = findPage(pages, pathname)
  if (import.meta.env.SSR && page) setRenderedTitle(page.title)
  // Runs before the page's own heading, which may set another title.
  useLayoutEffect(() => {
    if (page) setPageTitle(page.title)
  }, [page])
  // An unknown address needs no session.
  // A user who mistyped an address keeps the header.
  const use = page ? findSessionUse(page, search) : pathname === area.login ? 'none' : 'optional'
  return (
    <AreaPagesContext value={{ area, pages }}>
      <SessionProvider area={area} use={use}>
        <RouterLinks isInside={(path) => path === area.login || findPage(pages, path) !== undefined}>
          <AreaLayout area={area} pages={pages} help={help} use={use}>
            {children}
          </AreaLayout>
        </RouterLinks>
      </SessionProvider>
    </AreaPagesContext>
  )
}

/** Loads the tag manager on pages that declare it. A failed load must not disturb the page. */
function useTagManager(pages: AreaApp['pages'], session: Session): void {
  const gateway = useGateway()
  const { pathname } = useLocation()
  const isTracked = session.state === 'signed-in' && session.tracking?.enabled === true
  useEffect(() => {
    const isAllowed = (path: string) => findPage(pages, path)?.tagManager === true
    if (!isTracked || !isAllowed(pathname) || findViewId()) return
    void import('./tag-manager.ts').then(({ loadTagManager }) => loadTagManager(gateway, isAllowed)).catch(() => {})
  }, [gateway, pages, pathname, isTracked])
}

type AreaLayoutProps = AreaPages & { help: readonly NavItem[]; use: SessionUse; children: ReactNode }

/** Shows the account header for signed-in users, and while the session is checked. */
function AreaLayout({ area, pages, help, use, children }: AreaLayoutProps) {
  const session = useSession()
  useTagManager(pages, session)
  const works = useHydrated()
  const visited = use === 'optional' && works ? findAreaByReferrer() : area
  const { login, home } = session.state === 'signed-in' ? session.area : visited
  const showsUserHeader = use === 'required' || session.state === 'signed-in' || session.state === 'checking'
  const signIn = { label: 'Sign in', href: login, main: true }
  return (
    <Layout
      nav={showsUserHeader ? help : [...help, ...listVisitorLinks(pages), signIn]}
      navLabel={showsUserHeader ? 'Main' : 'Help'}
      header={showsUserHeader ? <UserHeader /> : undefined}
      home={showsUserHeader ? home : login}
    >
      {children}
    </Layout>
  )
}
