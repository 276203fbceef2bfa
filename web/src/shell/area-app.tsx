import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import type { Area } from './area.ts'
import { Layout, type NavItem } from './layout.tsx'
import { RouterLinks } from './router-links.tsx'
import { SessionProvider } from './session.tsx'

type AreaAppProps = {
  area: Area
  /** Where the area lies, e.g. /thp/portal/providers. */
  within: string
  /** Addresses below it that are another entry's or the server's. */
  elsewhere: string[]
  /** Pages that need no sign-on and make no `sec` call. */
  isPublic: (path: string) => boolean
  publicNav: readonly NavItem[]
  /** Links of signed-in pages: in the header, or, where that is `signedInHeader`'s, in the footer. */
  signedInNav: readonly NavItem[]
  signedInHeader?: ReactNode
  /** The area's <Routes>. */
  children: ReactNode
}

/** What the entries with a router share: one session, one layout, links that stay inside. */
export function AreaApp(props: AreaAppProps) {
  return (
    <BrowserRouter>
      <AreaFrame {...props} />
    </BrowserRouter>
  )
}

function AreaFrame(props: AreaAppProps) {
  const { area, within, elsewhere, isPublic, publicNav, signedInNav, signedInHeader, children } = props
  const { pathname } = useLocation()
  const signedInPage = !isPublic(pathname)
  return (
    <SessionProvider area={area} signedInPage={signedInPage}>
      <RouterLinks within={within} except={elsewhere}>
        <Layout
          nav={signedInPage ? signedInNav : publicNav}
          navLabel={signedInPage ? 'Main' : 'Help'}
          header={signedInPage ? signedInHeader : undefined}
          home={signedInPage ? area.home : area.login}
        >
          {children}
        </Layout>
      </RouterLinks>
    </SessionProvider>
  )
}
