import { trackUser } from '@portico/core/signon/calls'
import type { Tracking } from '@portico/core/signon/shapes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Area, expiredLogout } from './area.ts'
import { isForVisitor } from './first-screen.ts'
import { type Gateway, isFactorDue, isUnauthorised } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'
import { findGiven } from './given-replies.ts'
import { rememberAddress } from './return-address.ts'
import { type Session, SessionContext } from './session.tsx'
import { forgetSession, wasSignedIn } from './session-memory.ts'
import { forgetSignedIn, seemsSignedIn } from './signed-in-cookie.ts'
import { leavePage } from './unsaved.ts'

/**
 * What a page asks of the session: 'none' makes no `sec` call, 'needed' leads to the login without one, and 'welcome'
 * is a page for everybody that shows who is signed in, and asks only where somebody seems to be.
 */
export type SessionUse = 'none' | 'needed' | 'welcome'

type SessionProviderProps = { area: Area; use: SessionUse; children: ReactNode }

export function SessionProvider({ area, use, children }: SessionProviderProps) {
  const gateway = useGateway()
  const seems = use === 'needed' || (use === 'welcome' && !isForVisitor() && seemsSignedIn())
  const [session, setSession] = useState<Session>(
    () => (use === 'needed' && givenSession(gateway, area)) || { state: seems ? 'checking' : 'public' },
  )
  const isGiven = useRef(session.state === 'signed-in')
  // A page that is left open after its session ended keeps saying so.
  const asks = seems || (use === 'welcome' && session.state === 'signed-in')

  /** Nobody of this area is signed in: who needs that goes and signs in, everybody else reads on. */
  const goOnWithout = useEffectEvent((over: boolean) => {
    const expired = over && wasSignedIn(area.name)
    forgetSession(area.name)
    if (over) forgetSignedIn()
    if (use !== 'needed') return setSession({ state: 'public' })
    const wanted = location.pathname + location.search
    if (expired) rememberAddress(area, wanted)
    leavePage(expired ? expiredLogout(area) : `${area.login}?${new URLSearchParams({ TARGET: wanted })}`)
  })

  /** The password was right, and the second factor is still to come; then this page. */
  const goAndProve = useEffectEvent(() => {
    if (use !== 'needed') return setSession({ state: 'public' })
    location.assign(`${area.factor}?${new URLSearchParams({ TARGET: location.pathname + location.search })}`)
  })

  useEffect(() => {
    if (!asks) {
      setSession({ state: 'public' })
      return
    }
    let wanted = true
    const stopListening = gateway.onSignedOut(() => goOnWithout(true))
    const checked = isGiven.current ? undefined : checkSession(gateway, area)
    isGiven.current = false
    void checked?.then((found) => {
      if (!wanted || found === 'expired') return
      if (found === 'half-signed') goAndProve()
      else if (found === 'other-kind') goOnWithout(false)
      else setSession(found)
    })
    return () => {
      wanted = false
      stopListening()
    }
  }, [gateway, area, asks])

  return <SessionContext value={session}>{children}</SessionContext>
}

type Found = Session | 'expired' | 'half-signed' | 'other-kind'

/** The server has asked in place of the page, and its replies came with the page. */
function givenSession(gateway: Gateway, area: Area): Session | undefined {
  if (findGiven<boolean>(gateway, area.isUserCall) !== true) return undefined
  return { state: 'signed-in', area, tracking: findGiven<Tracking>(gateway, trackUser) ?? null }
}

/** Another user kind's session is no session here. Of one that ran out the gateway has told already. */
async function checkSession(gateway: Gateway, area: Area): Promise<Found> {
  const reply = await gateway.call(area.isUserCall)
  if (!reply.ok && isUnauthorised(reply)) return 'expired'
  if (!reply.ok && isFactorDue(reply)) return 'half-signed'
  if (!reply.ok) return { state: 'failed', message: reply.entity.message }
  if (reply.entity !== true) return 'other-kind'
  if (area.name !== 'providers') return { state: 'signed-in', area, tracking: null }
  const tracked = await gateway.call(trackUser)
  return { state: 'signed-in', area, tracking: tracked.ok ? tracked.entity : null }
}
