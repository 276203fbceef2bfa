/** The page's clock in component tests. It stands still until the test lets time pass. */
import { setClock } from '#kit/clock.ts'

type Timer = { at: number; act: () => void }

/** A Monday at noon on the plan's clock, where every test begins. */
const START = Date.parse('2026-11-02T17:00:00Z')

let time = START
const timers = new Set<Timer>()

export function holdClock(): void {
  time = START
  timers.clear()
  setClock({
    now: () => time,
    openedAt: () => START,
    runAfter: (milliseconds, act) => {
      const timer = { at: time + milliseconds, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
}

/** Lets time pass and runs what is due, in order. */
export function passTime(milliseconds: number): void {
  const end = time + milliseconds
  for (let next = findDue(end); next; next = findDue(end)) {
    timers.delete(next)
    time = Math.max(time, next.at)
    next.act()
  }
  time = end
}

const findDue = (end: number): Timer | undefined =>
  [...timers]
    .filter(({ at }) => at <= end)
    .reduce<Timer | undefined>((first, timer) => (first && first.at <= timer.at ? first : timer), undefined)

/** Lets time pass without running anything, as while a laptop sleeps. */
export function sleepFor(milliseconds: number): void {
  time += milliseconds
}
