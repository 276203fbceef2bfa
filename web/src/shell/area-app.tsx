import { lazy, type ReactNode, useLayoutEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { titlePage } from '../kit/page-heading.tsx'
import { PersonHeader } from './account-header.tsx'
import { AddressRouter, RouterLinks } from './address-router.tsx'
import { Layout, type NavItem } from './layout.tsx'
import { mountApp } from './mount.tsx'
import { type AreaPages, AreaPagesContext, type Audience, findPage, type PortalPage, visitorLinks } from './pages.ts'
import { LaterPages, OpenOnly, RoleOnly, SignedInPages } from './route-frames.tsx'
import { SessionProvider, type SessionUse, useSession } from './session.tsx'

type AreaApp = AreaPages & {
  /** Shown at once; every other page is downloaded when it is opened. */
  login: ReactNode
  notFound: ReactNode
  /** Links for everybody: a visitor's header has them, and what stands below signed-in pages. */
  help?: readonly NavItem[]
}

/** Starts an area with a router: one session, one layout, links that stay inside. Its entry calls this once. */
export function mountArea(area: AreaApp): void {
  const routes = routesOf(area)
  mountApp(
    <AddressRouter>
      <AreaFrame {...area}>{routes}</AreaFrame>
    </AddressRouter>,
  )
}

function routesOf({ area, pages, login, notFound }: AreaApp) {
  const routesFor = (...audiences: Audience[]) => pages.filter(({ who }) => audiences.includes(who)).map(routeTo)
  return (
    <Routes>
      <Route path={area.login} element={login} />
      <Route element={<LaterPages />}>{routesFor('visitor', 'everybody')}</Route>
      <Route element={<SignedInPages />}>
        {routesFor('signed-in')}
        {(['active', 'suspended', 'asking'] as const).map((who) => (
          <Route key={who} element={<OpenOnly to={who} />}>
            {routesFor(who)}
          </Route>
        ))}
      </Route>
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function routeTo({ path, below, load, console }: PortalPage) {
  const Page = lazy(async () => ({ default: await load() }))
  const page = console ? (
    <RoleOnly console={console}>
      <Page />
    </RoleOnly>
  ) : (
    <Page />
  )
  return <Route key={path} path={below ? `${path}/*` : path} element={page} />
}

const SESSION_USES: Record<Audience, SessionUse> = {
  visitor: 'none',
  everybody: 'welcome',
  'signed-in': 'needed',
  active: 'needed',
  suspended: 'needed',
  asking: 'needed',
}

function AreaFrame({ area, pages, help = [], children }: AreaApp & { children: ReactNode }) {
  const { pathname } = useLocation()
  const page = findPage(pages, pathname)
  // Before the page's own heading, which may say more.
  useLayoutEffect(() => {
    if (page) titlePage(page.title)
  }, [page])
  // An unknown address says so without asking for a session.
  const use = page ? SESSION_USES[page.who] : 'none'
  return (
    <AreaPagesContext value={{ area, pages }}>
      <SessionProvider area={area} use={use}>
        <RouterLinks isInside={(path) => path === area.login || findPage(pages, path) !== undefined}>
          <AreaLayout area={area} pages={pages} help={help} needed={use === 'needed'}>
            {children}
          </AreaLayout>
        </RouterLinks>
      </SessionProvider>
    </AreaPagesContext>
  )
}

type AreaLayoutProps = AreaPages & { help: readonly NavItem[]; needed: boolean; children: ReactNode }

/** The person's own header where somebody is signed in, and already while that is being asked. */
function AreaLayout({ area, pages, help, needed, children }: AreaLayoutProps) {
  const session = useSession()
  const own = needed || session.state === 'signed-in' || session.state === 'checking'
  const signIn = { label: 'Sign in', href: area.login, main: true }
  return (
    <Layout
      nav={own ? help : [...help, ...visitorLinks(pages), signIn]}
      navLabel={own ? 'Main' : 'Help'}
      header={own ? <PersonHeader /> : undefined}
      home={own ? area.home : area.login}
    >
      {children}
    </Layout>
  )
}
