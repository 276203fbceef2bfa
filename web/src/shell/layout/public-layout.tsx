import { fullName } from '@portico/core/forms/full-name'
import { me as meCall } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react'
import { now } from '#kit/clock.ts'
import { isUnauthorized } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { AREA_BY_KIND } from '../router/area.ts'
import { type Session, SessionContext } from '../session/session.tsx'
import { watchSignOut } from '../session/session-memory.ts'
import { clearSignedInCookie, hasSignedInCookie } from '../session/signed-in-cookie.ts'
import { HELP_NAV, Layout } from './layout.tsx'

const AccountHeader = lazy(async () => ({ default: (await import('./account-header.tsx')).AccountHeader }))

const RefreshUserContext = createContext<() => void>(() => {})

/** For a public page that has signed a user in: shows the account header and starts the session popup. */
export const useRefreshUser = (): (() => void) => useContext(RefreshUserContext)

/** The signed-in user. Asks the server only if the cookie says that there is a session (behaviour 11.29). */
function useSessionUser(): { me: Me | undefined; refresh: () => void } {
  const gateway = useGateway()
  const [me, setMe] = useState<Me>()
  const [refreshCount, setRefreshCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after a sign-on
  useEffect(() => {
    if (!hasSignedInCookie()) return
    let isMounted = true
    void gateway.call(meCall).then((reply) => {
      if (!reply.ok && isUnauthorized(reply)) clearSignedInCookie()
      if (isMounted) setMe(reply.ok ? reply.entity : undefined)
    })
    return () => {
      isMounted = false
    }
  }, [gateway, refreshCount])
  useEffect(() => {
    if (me) return watchSignOut(AREA_BY_KIND[me.kind].name, now(), () => setMe(undefined))
  }, [me])
  return { me, refresh: () => setRefreshCount((before) => before + 1) }
}

/** Layout of a public page. A signed-in user keeps the account header and the session popup. */
export function PublicLayout({ home, children }: { home: string; children: ReactNode }) {
  const { me, refresh } = useSessionUser()
  if (!me) return <PublicFrame refresh={refresh} session={{ state: 'public' }} home={home} page={children} />
  const area = AREA_BY_KIND[me.kind]
  const menu = [{ label: 'Home', href: area.home }]
  return (
    <PublicFrame
      refresh={refresh}
      session={{ state: 'signed-in', area, tracking: null, returnTo: area.home }}
      home={area.home}
      header={
        <Suspense>
          <AccountHeader links={[]} name={fullName(me)} menu={menu} area={area} unread={me.unread} />
        </Suspense>
      }
      page={children}
    />
  )
}

type PublicFrameProps = { refresh: () => void; session: Session; home: string; header?: ReactNode; page: ReactNode }

/** Renders the same elements for visitors and signed-in users, so that the page keeps its state. */
function PublicFrame({ refresh, session, home, header, page }: PublicFrameProps) {
  return (
    <SessionContext value={session}>
      <RefreshUserContext value={refresh}>
        <Layout home={home} {...(header ? { header, nav: HELP_NAV } : {})}>
          {page}
        </Layout>
      </RefreshUserContext>
    </SessionContext>
  )
}
