import { me, trackUser } from '@portico/core/signon/calls'
import type { Tracking } from '@portico/core/signon/shapes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Gateway, isFactorDue, isUnauthorised, type Reply } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { findGiven } from '../gateway/preloaded-replies.ts'
import { AREA_OF_KIND, type Area, expiredLogout } from '../router/area.ts'
import { isForVisitor } from '../router/first-screen.ts'
import { leavePage } from '../router/unsaved.ts'
import { rememberAddress } from './return-address.ts'
import { type Session, SessionContext } from './session.tsx'
import { forgetSession, wasSignedIn } from './session-memory.ts'
import { forgetSignedIn, seemsSignedIn } from './signed-in-cookie.ts'

/**
 * What a page asks of the session: 'none' makes no `sec` call, 'needed' leads to the login without one, and 'welcome'
 * is a page for everybody that shows who is signed in, of whichever area, and asks only where somebody seems to be.
 */
export type SessionUse = 'none' | 'needed' | 'welcome'

type SessionProviderProps = { area: Area; use: SessionUse; children: ReactNode }

/** One for all: to say again that nobody is signed in renders nothing anew, and a page that is taken over goes on. */
const NOBODY: Session = { state: 'public' }

export function SessionProvider({ area, use, children }: SessionProviderProps) {
  const gateway = useGateway()
  const seems = use === 'needed' || (use === 'welcome' && !isForVisitor() && seemsSignedIn())
  const [session, setSession] = useState<Session>(
    () => (use === 'needed' && givenSession(gateway, area)) || (seems ? { state: 'checking' } : NOBODY),
  )
  const isGiven = useRef(session.state === 'signed-in')
  // A page that is left open after its session ended keeps saying so.
  const asks = seems || (use === 'welcome' && session.state === 'signed-in')

  // Who was welcome on the page before, and is nobody on one that needs a session of its own area.
  const isOther = use === 'needed' && session.state === 'signed-in' && session.area !== area

  /** Nobody of this area is signed in: who needs that goes and signs in, everybody else reads on. */
  const goOnWithout = useEffectEvent((over: boolean) => {
    const expired = over && wasSignedIn(area.name)
    forgetSession(area.name)
    if (over) forgetSignedIn()
    if (over && session.state === 'signed-in') forgetSession(session.area.name)
    if (use !== 'needed') return setSession(NOBODY)
    const wanted = location.pathname + location.search
    if (expired) rememberAddress(area, wanted)
    leavePage(expired ? expiredLogout(area) : `${area.login}?${new URLSearchParams({ TARGET: wanted })}`)
  })

  /** The password was right, and the second factor is still to come; then this page. */
  const goAndProve = useEffectEvent(() => {
    if (use !== 'needed') return setSession(NOBODY)
    location.assign(`${area.factor}?${new URLSearchParams({ TARGET: location.pathname + location.search })}`)
  })

  const check = useEffectEvent(() => checkSession(gateway, area, use))

  // biome-ignore lint/correctness/useExhaustiveDependencies: who was welcome as another is asked anew
  useEffect(() => {
    if (!asks) {
      setSession(NOBODY)
      return
    }
    let wanted = true
    const stopListening = gateway.onSignedOut(() => goOnWithout(true))
    const checked = isGiven.current ? undefined : check()
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
  }, [gateway, area, asks, isOther])

  return <SessionContext value={isOther ? { state: 'checking' } : session}>{children}</SessionContext>
}

type Found = Session | 'expired' | 'half-signed' | 'other-kind'

/** The server has asked in place of the page, and its replies came with the page. */
function givenSession(gateway: Gateway, area: Area): Session | undefined {
  if (findGiven<boolean>(gateway, area.isUserCall) !== true) return undefined
  return { state: 'signed-in', area, tracking: findGiven<Tracking>(gateway, trackUser) ?? null }
}

/** Of a session that ran out the gateway has told already. */
async function checkSession(gateway: Gateway, here: Area, use: SessionUse): Promise<Found> {
  const reply = await askWhose(gateway, here, use)
  if (!reply.ok && isUnauthorised(reply)) return 'expired'
  if (!reply.ok && isFactorDue(reply)) return 'half-signed'
  if (!reply.ok) return { state: 'failed', message: reply.entity.message }
  const area = reply.entity
  if (!area) return 'other-kind'
  if (area !== here) return { state: 'signed-in', area, tracking: null, returnTo: area.home }
  if (area.name !== 'providers') return { state: 'signed-in', area, tracking: null }
  const tracked = await gateway.call(trackUser)
  return { state: 'signed-in', area, tracking: tracked.ok ? tracked.entity : null }
}

/** Another user kind's session is no session here, but on a page for everybody it is welcome too (behaviour 11.29). */
async function askWhose(gateway: Gateway, area: Area, use: SessionUse): Promise<Reply<Area | undefined>> {
  if (use === 'welcome') {
    const reply = await gateway.call(me)
    return reply.ok ? { ...reply, entity: AREA_OF_KIND[reply.entity.kind] } : reply
  }
  const reply = await gateway.call(area.isUserCall)
  return reply.ok ? { ...reply, entity: reply.entity === true ? area : undefined } : reply
}
