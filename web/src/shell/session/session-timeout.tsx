import {
  SESSION_ABOUT_TO_EXPIRE,
  SESSION_HAS_EXPIRED,
  SESSION_HAS_EXPIRED_HEADING,
  SHARED_BUTTONS,
  sessionWillExpire,
} from '@portico/core/forms/messages'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import type { Gateway } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { type Area, expiredLogoutUrl } from '../router/area.ts'
import { leavePage } from '../router/unsaved.ts'
import { saveReturnAddress } from './return-address.ts'
import { type SessionClock, type SessionPhase, startSessionClock } from './session-clock.ts'

/** The popup is part of the page as long as the clock runs. */
export const TIMEOUT_POPUP = 'session-timeout'

type EnabledTimeoutProps = {
  area: Area
  /** Page to open after signing in again. The current page if left out. */
  returnTo: string | undefined
  /** Hides the page behind the popup, which no one may read now. */
  onExpired: () => void
}

export function EnabledTimeout({ area, returnTo, onExpired }: EnabledTimeoutProps) {
  const gateway = useGateway()
  const clock = useSessionClock(gateway, area)
  return clock ? <TimeoutPopup area={area} returnTo={returnTo} clock={clock} onExpired={onExpired} /> : null
}

/** Each server call restarts the clock, also in other tabs. */
function useSessionClock(gateway: Gateway, area: Area): SessionClock | null {
  const [clock, setClock] = useState<SessionClock | null>(null)
  useEffect(() => {
    const started = startSessionClock(area.name)
    const unsubscribe = gateway.onCall(started.restart)
    setClock(started)
    return () => {
      unsubscribe()
      started.stop()
      setClock(null)
    }
  }, [gateway, area])
  return clock
}

type TimeoutPopupProps = EnabledTimeoutProps & { clock: SessionClock }

function TimeoutPopup({ area, returnTo, clock, onExpired }: TimeoutPopupProps) {
  const gateway = useGateway()
  const state = useSyncExternalStore(clock.subscribe, clock.current)
  const expired = state.phase === 'expired'
  const hidePage = useEffectEvent(onExpired)

  useEffect(() => {
    if (!expired) return
    gateway.clearLookUps()
    clock.endInOtherTabs()
    endSession(area)
    hidePage()
  }, [expired, gateway, area, clock])

  /** The call restarts the clock, which closes the popup in every tab. */
  const maintain = () => void gateway.call(area.keepAliveCall)

  if (expired) return <ExpiredPopup area={area} returnTo={returnTo} />
  return (
    <Dialog
      id={TIMEOUT_POPUP}
      open={state.phase === 'warning'}
      heading={SESSION_ABOUT_TO_EXPIRE}
      onClose={maintain}
      actions={
        <Button className="start" onClick={maintain}>
          {SHARED_BUTTONS.maintainSession}
        </Button>
      }
    >
      <Countdown state={state} />
    </Dialog>
  )
}

function ExpiredPopup({ area, returnTo }: Pick<TimeoutPopupProps, 'area' | 'returnTo'>) {
  const logIn = () => {
    saveReturnAddress(area, returnTo ?? location.pathname + location.search)
    leavePage(expiredLogoutUrl(area))
  }
  return (
    <Dialog
      open
      heading={SESSION_HAS_EXPIRED_HEADING}
      actions={
        <Button className="start" onClick={logIn}>
          {SHARED_BUTTONS.login}
        </Button>
      }
    >
      <p role="alert">{SESSION_HAS_EXPIRED}</p>
    </Dialog>
  )
}

/** Announced only at these seconds, so that screen readers stay usable. */
const ANNOUNCED_AT = [120, 60, 30, 20, 10]

function Countdown({ state }: { state: SessionPhase }) {
  const seconds = state.phase === 'warning' ? state.secondsLeft : 0
  const step = ANNOUNCED_AT.findLast((announced) => seconds <= announced)
  const [before, after] = sessionWillExpire(seconds).split(String(seconds))
  return (
    <>
      <p className="count">
        {before}
        <b>{seconds}</b>
        {after}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {step !== undefined && `${step} seconds left in this session.`}
      </p>
    </>
  )
}

/** Ends the session in the background while the popup stays. */
function endSession(area: Area): void {
  void fetch(expiredLogoutUrl(area), { credentials: 'same-origin', redirect: 'manual', keepalive: true }).catch(
    () => {},
  )
}
