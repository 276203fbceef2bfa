import { me, trackUser } from '@portico/core/signon/calls'
import type { Tracking } from '@portico/core/signon/shapes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { openedAt } from '#kit/clock.ts'
import { type Failure, type Gateway, isFactorDue, isUnauthorized, type Reply } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { findPreloaded } from '../gateway/preloaded-replies.ts'
import { AREA_BY_KIND, type Area, expiredLogoutUrl, signedOutUrl } from '../router/area.ts'
import { isVisitorScreen } from '../router/first-screen.ts'
import { leavePage } from '../router/unsaved.ts'
import { saveReturnAddress } from './return-address.ts'
import { type Session, SessionContext } from './session.tsx'
import { markSessionEnded, recordCall, wasSignedIn, wasSignedOutSince, watchSignOut } from './session-memory.ts'
import { clearSignedInCookie, hasSignedInCookie } from './signed-in-cookie.ts'

/**
 * A page's use of the session: 'none' makes no `sec` call; 'required' leads to the login; 'optional' is a public page
 * that shows any signed-in user and checks only if there seems to be one.
 */
export type SessionUse = 'none' | 'required' | 'optional'

type SessionProviderProps = { area: Area; use: SessionUse; children: ReactNode }

/** A constant, so that setting it again does not re-render during hydration. */
const PUBLIC: Session = { state: 'public' }
const CHECKING: Session = { state: 'checking' }

export function SessionProvider({ area, use, children }: SessionProviderProps) {
  const gateway = useGateway()
  const maySignIn = use === 'required' || (use === 'optional' && !isVisitorScreen() && hasSignedInCookie())
  const [session, setSession] = useState(
    () => (use === 'required' && findPreloadedSession(gateway, area)) || (maySignIn ? CHECKING : PUBLIC),
  )
  const isPreloaded = useRef(session.state === 'signed-in')
  // A page left open after its session ended stays signed out.
  const needsCheck = maySignIn || (use === 'optional' && session.state === 'signed-in')

  // Signed in to another area on an optional page, and now on a page that requires this area.
  const isOtherArea = use === 'required' && session.state === 'signed-in' && session.area !== area

  /** A page that requires a session leads to the login; other pages continue. */
  const continueWithoutSession = useEffectEvent((reason: EndReason) => {
    const expired = reason === 'over' && (session.state === 'signed-in' || wasSignedIn(area.name))
    forgetSession(reason, area, session)
    if (use !== 'required') return setSession(PUBLIC)
    // Only the first call leaves: a closed gateway reports nothing more, such as further 401 replies.
    gateway.close()
    openLogin(reason, area, expired)
  })

  const [checks, setChecks] = useState(0)
  const reload = () => {
    setSession(CHECKING)
    setChecks(checks + 1)
  }
  const check = useEffectEvent(() => checkSession(gateway, area, use))
  const proceed = useEffectEvent((found: CheckResult) => {
    if (found === 'expired') return
    if (found === 'factor-due') use === 'required' ? openFactorPage(area) : setSession(PUBLIC)
    else if (found === 'other-area') continueWithoutSession('other-area')
    else if ('ok' in found) setSession({ state: 'failed', message: found.entity.message, reload })
    else setSession(found)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a session of another area and a reload are checked again
  useEffect(() => {
    if (!needsCheck) return setSession(PUBLIC)
    let wanted = true
    const stopListening = gateway.onSignedOut(() => continueWithoutSession(findEndReason(area)))
    const checked = isPreloaded.current ? undefined : check()
    isPreloaded.current = false
    void checked?.then((found) => wanted && proceed(found))
    return () => {
      wanted = false
      stopListening()
    }
  }, [gateway, area, needsCheck, isOtherArea, checks])

  const signedInTo = session.state === 'signed-in' ? session.area.name : undefined
  useEffect(() => {
    if (signedInTo) return followSession(signedInTo, () => continueWithoutSession('signed-out'))
  }, [signedInTo])

  return <SessionContext value={isOtherArea ? CHECKING : session}>{children}</SessionContext>
}

/** The session ended, the user signed out in another tab, or the session belongs to another area. */
type EndReason = 'over' | 'signed-out' | 'other-area'

/** A call's 401 can arrive before the event of another tab's sign-out. */
const findEndReason = ({ name }: Area): EndReason => (wasSignedOutSince(name, openedAt()) ? 'signed-out' : 'over')

function forgetSession(reason: EndReason, area: Area, session: Session): void {
  markSessionEnded(area.name)
  if (reason !== 'other-area') clearSignedInCookie()
  if (reason === 'over' && session.state === 'signed-in') markSessionEnded(session.area.name)
}

function openLogin(reason: EndReason, area: Area, expired: boolean): void {
  const wanted = location.pathname + location.search
  if (expired) saveReturnAddress(area, wanted)
  if (reason === 'signed-out') leavePage(signedOutUrl(area))
  else leavePage(expired ? expiredLogoutUrl(area) : `${area.login}?${new URLSearchParams({ TARGET: wanted })}`)
}

/** The second factor is still due. Its page leads back to this one. */
function openFactorPage(area: Area): void {
  location.assign(`${area.factor}?${new URLSearchParams({ TARGET: location.pathname + location.search })}`)
}

/** Calls back when the user signs out in another tab. A new session always opens a new document. */
function followSession(area: Area['name'], onSignedOut: () => void): () => void {
  recordCall(area)
  return watchSignOut(area, openedAt(), onSignedOut)
}

type CheckResult = Extract<Session, { state: 'signed-in' }> | Failure | 'expired' | 'factor-due' | 'other-area'

/** The session from preloaded replies. */
function findPreloadedSession(gateway: Gateway, area: Area): Session | undefined {
  if (findPreloaded<boolean>(gateway, area.isUserCall) !== true) return undefined
  return { state: 'signed-in', area, tracking: findPreloaded<Tracking>(gateway, trackUser) ?? null }
}

/** The gateway has already reported an expired session. */
async function checkSession(gateway: Gateway, here: Area, use: SessionUse): Promise<CheckResult> {
  const reply = await findSessionArea(gateway, here, use)
  if (!reply.ok && isUnauthorized(reply)) return 'expired'
  if (!reply.ok && isFactorDue(reply)) return 'factor-due'
  if (!reply.ok) return reply
  const area = reply.entity
  if (!area) return 'other-area'
  if (area !== here) return { state: 'signed-in', area, tracking: null, returnTo: area.home }
  if (area.name !== 'providers') return { state: 'signed-in', area, tracking: null }
  const tracked = await gateway.call(trackUser)
  return { state: 'signed-in', area, tracking: tracked.ok ? tracked.entity : null }
}

/** A session of another user kind counts only on public pages (behaviour 11.29). */
async function findSessionArea(gateway: Gateway, area: Area, use: SessionUse): Promise<Reply<Area | undefined>> {
  if (use === 'optional') {
    const reply = await gateway.call(me)
    return reply.ok ? { ...reply, entity: AREA_BY_KIND[reply.entity.kind] } : reply
  }
  const reply = await gateway.call(area.isUserCall)
  return reply.ok ? { ...reply, entity: reply.entity === true ? area : undefined } : reply
}
