import { COMMON_CALLS } from '@portico/core/constants'
import type { TrackingResponse } from '@portico/core/registration/model'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Area, expiredLogout } from './area.ts'
import { type Gateway, isUnauthorised } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'
import { rememberAddress } from './return-address.ts'

/**
 * Who is signed in on this page. A public page makes no `sec` call and is simply 'public'; a signed-in page asks the
 * server which user kind the session has, and providers are tracked (spec section 7, readings section 8).
 */
export type Session =
  | { state: 'public' }
  | { state: 'checking' }
  | { state: 'signed-in'; area: Area; tracking: TrackingResponse | null }
  | { state: 'failed'; message: string }

const SessionContext = createContext<Session>({ state: 'public' })

export const useSession = (): Session => useContext(SessionContext)

type SessionProviderProps = { area: Area; signedInPage: boolean; children: ReactNode }

export function SessionProvider({ area, signedInPage, children }: SessionProviderProps) {
  const gateway = useGateway()
  const [session, setSession] = useState<Session>({ state: signedInPage ? 'checking' : 'public' })

  useEffect(() => {
    if (!signedInPage) {
      setSession({ state: 'public' })
      return
    }
    let wanted = true
    void checkSession(gateway, area).then((found) => {
      if (wanted) setSession(found)
    })
    return () => {
      wanted = false
    }
  }, [gateway, area, signedInPage])

  useEffect(() => {
    if (!signedInPage) return
    return gateway.onSignedOut(() => {
      rememberAddress(area, location.pathname + location.search)
      location.assign(expiredLogout(area))
    })
  }, [gateway, area, signedInPage])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** Another user kind's session is no session here: the area's login asks for the right one. */
async function checkSession(gateway: Gateway, area: Area): Promise<Session> {
  const reply = await gateway.get<boolean>(area.isUserCall)
  // Without a session the page is about to leave for the login; nothing failed.
  if (!reply.ok && isUnauthorised(reply)) return { state: 'checking' }
  if (!reply.ok) return { state: 'failed', message: reply.entity.message }
  if (reply.entity !== true) {
    location.assign(area.login)
    return { state: 'checking' }
  }
  if (area.name !== 'providers') return { state: 'signed-in', area, tracking: null }
  const tracked = await gateway.post<TrackingResponse>(COMMON_CALLS.trackUser)
  return { state: 'signed-in', area, tracking: tracked.ok ? tracked.entity : null }
}
