import type { ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import type { Area } from './area.ts'
import { Layout, type NavItem } from './layout.tsx'
import { RouterLinks } from './router-links.tsx'
import { SessionProvider, type SessionUse, useSession } from './session.tsx'

type AreaAppProps = {
  area: Area
  /** Where the area lies, e.g. /thp/portal/providers. */
  within: string
  /** Addresses below it that are another entry's or the server's. */
  elsewhere: string[]
  /** Pages that need no sign-on and make no `sec` call. */
  isPublic: (path: string) => boolean
  /** Of these, the ones that show the person's own header where somebody is signed in: help, terms. */
  isForAll?: (path: string) => boolean
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
  const { pathname } = useLocation()
  return (
    <SessionProvider area={props.area} use={sessionUse(props, pathname)}>
      <RouterLinks within={props.within} except={props.elsewhere}>
        <AreaLayout {...props} needed={!props.isPublic(pathname)} />
      </RouterLinks>
    </SessionProvider>
  )
}

function sessionUse({ isPublic, isForAll }: AreaAppProps, path: string): SessionUse {
  if (!isPublic(path)) return 'needed'
  return isForAll?.(path) ? 'welcome' : 'none'
}

/** The person's own header where somebody is signed in, and already while that is being asked. */
function AreaLayout(props: AreaAppProps & { needed: boolean }) {
  const { area, publicNav, signedInNav, signedInHeader, needed, children } = props
  const session = useSession()
  const own = needed || session.state === 'signed-in' || session.state === 'checking'
  return (
    <Layout
      nav={own ? signedInNav : publicNav}
      navLabel={own ? 'Main' : 'Help'}
      header={own ? signedInHeader : undefined}
      home={own ? area.home : area.login}
    >
      {children}
    </Layout>
  )
}
