import { SESSION_COUNTDOWN_S, SESSION_WARNING_S } from '@portico/core/constants'
import { clearSignOut, ENDED, lastCallKey } from './session-memory.ts'

/**
 * When the session of one area warns and ends (behaviour 11.6, 11.7). All tabs of a browser share one
 * moment of the last call, through localStorage and a BroadcastChannel, so they warn, stay and end together.
 * Everything is reckoned from that moment, never by counting ticks: a sleeping laptop wakes up to the truth.
 */

export type SessionPhase = { phase: 'quiet' } | { phase: 'warning'; secondsLeft: number } | { phase: 'expired' }

const WARNING_MS = SESSION_WARNING_S * 1000
const END_MS = WARNING_MS + SESSION_COUNTDOWN_S * 1000

export function phaseAt(now: number, lastCallAt: number): SessionPhase {
  const idle = now - lastCallAt
  if (lastCallAt === ENDED || idle >= END_MS) return { phase: 'expired' }
  if (idle < WARNING_MS) return { phase: 'quiet' }
  return { phase: 'warning', secondsLeft: Math.ceil((END_MS - idle) / 1000) }
}

export type SessionClock = {
  /** A call was made, here or in another tab. */
  restart: () => void
  /** The session is over, so it is in every other tab. */
  endInOtherTabs: () => void
  current: () => SessionPhase
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export function startSessionClock(areaName: string): SessionClock {
  const shared = shareLastCall(lastCallKey(areaName), sync)
  const listeners = new Set<() => void>()
  let lastCallAt = Date.now()
  let shown: SessionPhase = { phase: 'quiet' }
  let timer: ReturnType<typeof setTimeout> | undefined

  function refresh() {
    clearTimeout(timer)
    // Timers of a hidden or sleeping page come late, and a message may have been missed: what is stored is newer.
    const stored = shared.read() ?? lastCallAt
    if (stored === ENDED || stored > lastCallAt) lastCallAt = stored
    const phase = phaseAt(Date.now(), lastCallAt)
    if (!isSamePhase(phase, shown)) {
      shown = phase
      for (const listener of listeners) listener()
    }
    if (phase.phase === 'quiet') timer = setTimeout(refresh, lastCallAt + WARNING_MS - Date.now())
    if (phase.phase === 'warning') timer = setTimeout(refresh, 1000)
  }

  function restart() {
    lastCallAt = Date.now()
    shared.publish(lastCallAt)
    refresh()
  }

  /** Once expired a page stays expired: its session is gone, and a sign-on elsewhere is another session. */
  function sync() {
    if (shown.phase !== 'expired') refresh()
  }

  clearSignOut(areaName)
  restart()
  return {
    restart: () => {
      if (shown.phase !== 'expired') restart()
    },
    endInOtherTabs: () => shared.publish(ENDED),
    current: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      clearTimeout(timer)
      shared.close()
    },
  }
}

/** The moment of the last call as every tab knows it; `onChange` when it may be another, or the page was away. */
function shareLastCall(key: string, onChange: () => void) {
  const channel = new BroadcastChannel(key)
  channel.onmessage = onChange
  // A page that is left goes out of sight too, and one that was signed out of has nothing to say any more.
  const onVisible = () => {
    if (document.visibilityState === 'visible') onChange()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('pageshow', onChange)
  return {
    read: () => {
      const stored = localStorage.getItem(key)
      return stored === null ? undefined : Number(stored)
    },
    publish: (moment: number) => {
      localStorage.setItem(key, String(moment))
      channel.postMessage('changed')
    },
    close: () => {
      channel.close()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onChange)
    },
  }
}

function isSamePhase(a: SessionPhase, b: SessionPhase): boolean {
  return a.phase === b.phase && (a.phase !== 'warning' || b.phase !== 'warning' || a.secondsLeft === b.secondsLeft)
}
