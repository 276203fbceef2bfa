import { me, trackUser } from '@portico/core/signon/calls'
import type { Tracking } from '@portico/core/signon/shapes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Gateway, isFactorDue, isUnauthorized, type Reply } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { findPreloaded } from '../gateway/preloaded-replies.ts'
import { AREA_BY_KIND, type Area, expiredLogoutUrl } from '../router/area.ts'
import { isVisitorScreen } from '../router/first-screen.ts'
import { leavePage } from '../router/unsaved.ts'
import { saveReturnAddress } from './return-address.ts'
import { type Session, SessionContext } from './session.tsx'
import { markSessionEnded, wasSignedIn } from './session-memory.ts'
import { clearSignedInCookie, hasSignedInCookie } from './signed-in-cookie.ts'

/**
 * What a page asks of the session: 'none' makes no `sec` call, 'required' leads to the login without one, and 'optional'
 * is a page for everybody that shows who is signed in, of whichever area, and asks only where somebody seems to be.
 */
export type SessionUse = 'none' | 'required' | 'optional'

type SessionProviderProps = { area: Area; use: SessionUse; children: ReactNode }

/** One for all: to say again that nobody is signed in renders nothing anew, and a page that is taken over goes on. */
const PUBLIC: Session = { state: 'public' }

export function SessionProvider({ area, use, children }: SessionProviderProps) {
  const gateway = useGateway()
  const maySignIn = use === 'required' || (use === 'optional' && !isVisitorScreen() && hasSignedInCookie())
  const [session, setSession] = useState<Session>(
    () => (use === 'required' && findPreloadedSession(gateway, area)) || (maySignIn ? { state: 'checking' } : PUBLIC),
  )
  const isPreloaded = useRef(session.state === 'signed-in')
  // A page that is left open after its session ended keeps saying so.
  const needsCheck = maySignIn || (use === 'optional' && session.state === 'signed-in')

  // Who was welcome on the page before, and is nobody on one that needs a session of its own area.
  const isOtherArea = use === 'required' && session.state === 'signed-in' && session.area !== area

  /** Nobody of this area is signed in: who needs that goes and signs in, everybody else reads on. */
  const continueWithoutSession = useEffectEvent((over: boolean) => {
    const expired = over && wasSignedIn(area.name)
    markSessionEnded(area.name)
    if (over) clearSignedInCookie()
    if (over && session.state === 'signed-in') markSessionEnded(session.area.name)
    if (use !== 'required') return setSession(PUBLIC)
    const wanted = location.pathname + location.search
    if (expired) saveReturnAddress(area, wanted)
    leavePage(expired ? expiredLogoutUrl(area) : `${area.login}?${new URLSearchParams({ TARGET: wanted })}`)
  })

  /** The password was right, and the second factor is still to come; then this page. */
  const openFactorPage = useEffectEvent(() => {
    if (use !== 'required') return setSession(PUBLIC)
    location.assign(`${area.factor}?${new URLSearchParams({ TARGET: location.pathname + location.search })}`)
  })

  const check = useEffectEvent(() => checkSession(gateway, area, use))

  // biome-ignore lint/correctness/useExhaustiveDependencies: who was welcome as another is asked anew
  useEffect(() => {
    if (!needsCheck) {
      setSession(PUBLIC)
      return
    }
    let wanted = true
    const stopListening = gateway.onSignedOut(() => continueWithoutSession(true))
    const checked = isPreloaded.current ? undefined : check()
    isPreloaded.current = false
    void checked?.then((found) => {
      if (!wanted || found === 'expired') return
      if (found === 'factor-due') openFactorPage()
      else if (found === 'other-area') continueWithoutSession(false)
      else setSession(found)
    })
    return () => {
      wanted = false
      stopListening()
    }
  }, [gateway, area, needsCheck, isOtherArea])

  return <SessionContext value={isOtherArea ? { state: 'checking' } : session}>{children}</SessionContext>
}

type CheckResult = Session | 'expired' | 'factor-due' | 'other-area'

/** The server has asked in place of the page, and its replies came with the page. */
function findPreloadedSession(gateway: Gateway, area: Area): Session | undefined {
  if (findPreloaded<boolean>(gateway, area.isUserCall) !== true) return undefined
  return { state: 'signed-in', area, tracking: findPreloaded<Tracking>(gateway, trackUser) ?? null }
}

/** Of a session that ran out the gateway has told already. */
async function checkSession(gateway: Gateway, here: Area, use: SessionUse): Promise<CheckResult> {
  const reply = await findSessionArea(gateway, here, use)
  if (!reply.ok && isUnauthorized(reply)) return 'expired'
  if (!reply.ok && isFactorDue(reply)) return 'factor-due'
  if (!reply.ok) return { state: 'failed', message: reply.entity.message }
  const area = reply.entity
  if (!area) return 'other-area'
  if (area !== here) return { state: 'signed-in', area, tracking: null, returnTo: area.home }
  if (area.name !== 'providers') return { state: 'signed-in', area, tracking: null }
  const tracked = await gateway.call(trackUser)
  return { state: 'signed-in', area, tracking: tracked.ok ? tracked.entity : null }
}

/** Another user kind's session is no session here, but on a page for everybody it is welcome too (behaviour 11.29). */
async function findSessionArea(gateway: Gateway, area: Area, use: SessionUse): Promise<Reply<Area | undefined>> {
  if (use === 'optional') {
    const reply = await gateway.call(me)
    return reply.ok ? { ...reply, entity: AREA_BY_KIND[reply.entity.kind] } : reply
  }
  const reply = await gateway.call(area.isUserCall)
  return reply.ok ? { ...reply, entity: reply.entity === true ? area : undefined } : reply
}
