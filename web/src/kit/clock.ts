import { useState, useSyncExternalStore } from 'react'

/**
 * The clock of a page. Everything that a page shows or decides by the time reads it here, and waits here, so that a test
 * can give the page a clock that moves only when the test says so.
 */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
  /** When the document was opened. */
  openedAt: () => number
  /** Runs once after the time. The result cancels it. */
  runAfter: (milliseconds: number, act: () => void) => () => void
}

const machineClock: Clock = {
  now: () => Date.now(),
  openedAt: () => performance.timeOrigin,
  runAfter: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}

let clock = machineClock

/** Gives the page another clock; without one, the machine's. */
export function setClock(given = machineClock): void {
  clock = given
}

export const now = (): number => clock.now()

export const openedAt = (): number => clock.openedAt()

export const runAfter: Clock['runAfter'] = (milliseconds, act) => clock.runAfter(milliseconds, act)

/** Runs again and again, until the result is called. */
export function runEvery(milliseconds: number, act: () => void): () => void {
  const repeat = () => {
    stop = runAfter(milliseconds, repeat)
    act()
  }
  let stop = runAfter(milliseconds, repeat)
  return () => stop()
}

/**
 * Seconds left of those that a reply of the server states, computed and not counted, because a sleeping laptop misses
 * ticks. Each reply restarts the countdown.
 */
export function useSecondsLeft(reply: object, seconds: number): number {
  const [countdown, setCountdown] = useState(() => ({ reply, end: endOf(seconds) }))
  if (countdown.reply !== reply) setCountdown({ reply, end: endOf(seconds) })
  const read = () => Math.max(0, Math.min(seconds, Math.ceil((countdown.end - now()) / 1000)))
  return useSyncExternalStore(everySecond, read, read)
}

const endOf = (seconds: number) => now() + seconds * 1000

const everySecond = (changed: () => void) => runEvery(1000, changed)
