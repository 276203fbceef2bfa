import type { Clock } from '#platform/clock.ts'

export type TestClock = Clock & {
  advance(seconds: number): void
  set(time: Date): void
  /** Back to the time at which the clock began; for a running clock, to the system's time. */
  reset(): void
}

/** A clock that only a test moves. */
export function createTestClock(start = new Date('2026-03-02T15:00:00Z')): TestClock {
  let now = start
  return {
    now: () => now,
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000)
    },
    set(time) {
      now = time
    },
    reset() {
      now = start
    },
  }
}

/** The system's clock, moved by a test. For the OpenID library, which reads the system's time itself. */
export function createRunningClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(seconds) {
      ahead += seconds * 1000
    },
    set(time) {
      ahead = time.getTime() - Date.now()
    },
    reset() {
      ahead = 0
    },
  }
}
