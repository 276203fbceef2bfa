import { SESSION_COUNTDOWN_S, SESSION_WARNING_S } from '@portico/core/constants'
import { now, runAfter } from '#kit/clock.ts'
import { ENDED, lastCallKey, watchOtherTabs } from './session-memory.ts'

/**
 * Computes when an area's session warns and expires (behaviour 11.6, 11.7). All tabs share the time of the last call
 * through localStorage. Phases are computed from that time, not by counting ticks, so that they are right after the
 * machine slept.
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
  /** Ends the session in all other tabs. */
  endInOtherTabs: () => void
  current: () => SessionPhase
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

export function startSessionClock(areaName: string): SessionClock {
  const shared = shareLastCall(lastCallKey(areaName), sync)
  const listeners = new Set<() => void>()
  let lastCallAt = now()
  let shown: SessionPhase = { phase: 'quiet' }
  let cancelTimer = () => {}

  function refresh() {
    cancelTimer()
    // Timers of hidden or sleeping pages run late; the stored time is newer.
    const stored = shared.read() ?? lastCallAt
    if (stored === ENDED || stored > lastCallAt) lastCallAt = stored
    const phase = phaseAt(now(), lastCallAt)
    if (!isSamePhase(phase, shown)) {
      shown = phase
      for (const listener of listeners) listener()
    }
    if (phase.phase === 'quiet') cancelTimer = runAfter(lastCallAt + WARNING_MS - now(), refresh)
    if (phase.phase === 'warning') cancelTimer = runAfter(1000, refresh)
  }

  function restart() {
    lastCallAt = now()
    shared.publish(lastCallAt)
    refresh()
  }

  /** An expired page stays expired: a later sign-on in another tab is another session. */
  function sync() {
    if (shown.phase !== 'expired') refresh()
  }

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
      cancelTimer()
      shared.close()
    },
  }
}

/** Shares the time of the last call between tabs. `onChange` runs when it may have changed. */
function shareLastCall(key: string, onChange: () => void) {
  return {
    read: () => {
      const stored = localStorage.getItem(key)
      return stored === null ? undefined : Number(stored)
    },
    publish: (moment: number) => localStorage.setItem(key, String(moment)),
    close: watchOtherTabs(onChange),
  }
}

function isSamePhase(a: SessionPhase, b: SessionPhase): boolean {
  return a.phase === b.phase && (a.phase !== 'warning' || b.phase !== 'warning' || a.secondsLeft === b.secondsLeft)
}
